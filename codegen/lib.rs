//! opgen turns operator YAML into every binding that a deep-learning framework needs.
//!
//! It is a program first. A build script calls it through [`Builder`]:
//!
//! ```no_run
//! use opgen::Target;
//!
//! opgen::Builder::new().root("yaml").targets([Target::Rust]).generate()?;
//! # Ok::<(), opgen::BuildError>(())
//! ```
//!
//! # Inside
//!
//! The modules are what the program and its tests are made of: no part of the interface, so that they may change at any
//! time. The stages, in order: `source` reads text into trees with places, `spec` takes operators out of them, `registry`
//! joins those, `check` finds what is wrong, `triage` says which of it counts, `targets` say what is to be generated, `own`
//! what a project's own templates make, `shards` divides it, `render` lays it out, `emit` writes files. `project` drives
//! the first half, `generate` the second, `update` all of it; `reuse` takes over from old outputs what no change reaches, as
//! `kin` tells, and `dependencies` says what a build must watch. `config` reads `opgen.toml`, and `settings` are what
//! follows from it. Beside them, `diff` compares two registries, `show` tells all of
//! one operator, `schema` tells editors what files look like, `reference` tells people, and `contexts` tells those who
//! write templates what these are given.

#![deny(missing_docs)]

pub use builder::{BuildError, Builder, Target};

#[doc(hidden)]
pub mod baseline;
mod builder;
#[doc(hidden)]
pub mod check;
#[doc(hidden)]
pub mod config;
#[doc(hidden)]
pub mod contexts;
#[doc(hidden)]
pub mod dependencies;
#[doc(hidden)]
pub mod depfile;
#[doc(hidden)]
pub mod diff;
#[doc(hidden)]
pub mod emit;
mod folder;
#[doc(hidden)]
pub mod generate;
mod kin;
#[doc(hidden)]
pub mod lock;
#[doc(hidden)]
pub mod normal_form;
#[doc(hidden)]
pub mod own;
#[doc(hidden)]
pub mod profile;
#[doc(hidden)]
pub mod project;
#[doc(hidden)]
pub mod reference;
#[doc(hidden)]
pub mod registry;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod reuse;
#[doc(hidden)]
pub mod saved;
#[doc(hidden)]
pub mod schema;
#[doc(hidden)]
pub mod settings;
#[doc(hidden)]
pub mod shards;
#[doc(hidden)]
pub mod show;
#[doc(hidden)]
pub mod source;
#[doc(hidden)]
pub mod spec;
#[doc(hidden)]
pub mod stale;
#[doc(hidden)]
pub mod stamp;
#[doc(hidden)]
pub mod targets;
#[doc(hidden)]
pub mod triage;
#[doc(hidden)]
pub mod update;
