//! The pickles of checkpoints: tensors and their storages, in containers. Every name that is not known is an error.

mod calls;
mod globals;
mod objects;

pub(crate) use archive::pickle::{Id, MAX_BYTES};
pub(crate) use objects::{CheckpointNames, Object, StorageReference, key, storages};

/// A value of a checkpoint.
pub(crate) type Value = archive::pickle::Value<CheckpointNames>;
/// A checkpoint that was read.
pub(crate) type Unpickled = archive::pickle::Unpickled<CheckpointNames>;

use crate::error::Result;

/// Builds the value of the pickle at the start of some bytes.
pub(crate) fn unpickle(data: &[u8]) -> Result<Unpickled> {
    archive::pickle::unpickle(data)
}
