//! Tests of the program, in one binary because each binary has to be linked: `cargo test --test program watch`.

mod action;
mod baseline;
mod cargo;
mod cli;
mod cmake;
mod compare;
mod convert;
mod depfile;
mod diff;
mod docs;
mod emit;
mod fix;
mod fmt;
mod hostile;
mod hostile_trees;
mod import;
mod kernel;
mod new;
#[path = "../support/model.rs"]
mod model;
mod own;
mod pages;
mod progress;
mod quiet;
mod robust;
mod root;
mod selective;
mod settings;
mod since;
mod stale;
mod support;
mod translate;
mod unlockable;
mod version;
mod versions;
mod watch;
