//! Pickles, which are programs: a machine that can build numbers, texts, containers, and the tensors that PyTorch saves. It calls
//! nothing, and every name that it does not know is an error.

mod calls;
mod globals;
mod machine;
mod opcodes;
mod value;

pub(crate) use machine::unpickle;
pub(crate) use value::{Id, StorageReference, Unpickled, Value};

/// A pickle that describes tensors is smaller: the numbers are beside it.
pub(crate) const MAX_BYTES: u64 = 64 << 20;
