//! The operators of this package.
#![no_std]
#![deny(warnings, missing_docs)]

include!(concat!(env!("OUT_DIR"), "/rust/ops.rs"));
