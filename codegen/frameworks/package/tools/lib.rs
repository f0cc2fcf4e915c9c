//! Packages beyond generation: their operators compared with their C++ and Python, and with other versions of themselves, and help
//! for editors; and entries that are made from registrations.

#![deny(missing_docs)]

pub mod changes;
pub mod editor;
pub mod import;
pub mod kernels;
pub mod samples;
