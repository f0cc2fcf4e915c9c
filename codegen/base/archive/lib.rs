//! Zip archives and pickles, which are read without running anything in them.
//!
//! This room knows the formats, and nothing about what the files are for: readers say which names in a pickle they know.

#![deny(missing_docs)]

mod error;
mod input;
pub mod pickle;
pub mod zip;

pub use error::{ReadError, Result, fail};
pub use input::{Input, little_endian};
