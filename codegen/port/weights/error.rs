//! The error of this room.

pub use archive::{ReadError as WeightsError, Result};

pub(crate) use archive::fail;
