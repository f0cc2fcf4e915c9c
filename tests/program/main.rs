//! Tests of the program, in one binary because each binary has to be linked: `cargo test --test program watch`.

mod action;
mod baseline;
mod bazel;
mod cargo;
mod cli;
mod cmake;
mod compare;
mod compare_models;
mod convert;
mod convert_weights;
mod depfile;
mod diff;
mod diff_sides;
mod docs;
mod doubling;
mod emit;
mod fix;
mod fmt;
mod hostile;
mod hostile_trees;
mod import;
mod kernel;
mod memory;
#[path = "../support/model.rs"]
mod model;
mod new;
mod own;
mod pages;
mod paths;
mod profile;
mod progress;
mod quiet;
mod robust;
mod root;
mod selective;
mod settings;
mod since;
#[path = "../support/skip.rs"]
mod skip;
mod stale;
mod support;
#[path = "../support/tensors.rs"]
mod tensors;
mod torch;
mod torch_selective;
mod torch_versions;
mod translate;
mod unlockable;
mod version;
mod versions;
mod watch;
