//! Tests of the program, in one binary because each binary has to be linked: `cargo test --test program watch`.

mod baseline;
mod cargo;
mod cli;
mod cmake;
#[cfg(feature = "convert")]
mod convert;
mod depfile;
mod diff;
mod emit;
mod own;
mod quiet;
mod robust;
mod root;
mod settings;
mod stale;
mod support;
mod unlockable;
mod versions;
mod watch;
