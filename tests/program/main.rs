//! Tests of the program, in one binary because each binary has to be linked: `cargo test --test program watch`.

mod cargo;
mod cli;
mod cmake;
mod depfile;
mod diff;
mod emit;
mod own;
mod robust;
mod stale;
mod support;
mod unlockable;
mod versions;
mod watch;
