//! The pages, one file for each kind.

pub mod changes;
pub mod index;
pub mod kernels;
pub mod operator;
pub mod overview;
