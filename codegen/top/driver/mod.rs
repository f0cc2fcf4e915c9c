//! Runs the stages in their order: read, check, plan, render, write.

mod builder;
mod cargo;
pub mod custom_targets;
mod embedded;
#[cfg(feature = "cli")]
mod find;
#[cfg(feature = "cli")]
pub mod fix;
pub mod frameworks;
pub mod generate;
#[cfg(feature = "full")]
pub mod kernels;
#[cfg(feature = "full")]
mod of_commands;
#[cfg(not(feature = "full"))]
#[path = "without_commands.rs"]
mod of_commands;
mod overwritten;
mod package;
mod program;
mod projects;
#[cfg(feature = "full")]
pub mod reference;
pub mod selection;
pub mod shards;
mod target_shards;
#[cfg(feature = "full")]
pub mod template_fields;
pub mod templates;
#[cfg(feature = "full")]
mod torch;
pub mod update;

pub use builder::{BuildError, BuildErrorKind, Builder, Finding, Target};
pub use program::PROGRAM;
#[cfg(feature = "cli")]
pub use program::{ALL_RULES, CATALOGUE};
#[cfg(feature = "full")]
pub use projects::EDITOR;
pub use projects::{load, read, read_again};
