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
//! The modules are for the program and its tests. They are not part of the interface and may change at any time. The
//! stages, in order: `source` reads text into trees with spans, `spec` reads operators from the trees, `registry` joins
//! the operators, `check` finds what is wrong, `triage` decides which findings are reported, `targets` plan what is
//! generated, `own` does so for a project's own templates, `shards` splits the plans, `render` renders them, and `emit`
//! writes files. `project` drives the first half, `generate` the second, and `update` all of it. `reuse` takes text from
//! old outputs if no change affects it, which `kin` determines; `dependencies` lists what a build must watch. `config`
//! reads `opgen.toml`, and `settings` has the settings of a run. Besides, `diff` compares two registries, `show` prints
//! everything about one operator, `schema` describes the files for editors, `reference` describes them for people, and
//! `contexts` documents what templates are given.

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
