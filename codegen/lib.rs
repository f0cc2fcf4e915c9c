//! opgen turns operator YAML into every binding that a deep-learning framework needs.
//!
//! The stages, in order: [`source`] reads text into trees with places, [`spec`] takes operators out of them,
//! [`registry`] joins those, [`check`] finds what is wrong, [`triage`] says which of it counts, [`targets`] say what is to
//! be generated, [`shards`] divides it, [`render`] lays it out, [`emit`] writes files. [`project`] drives the first half,
//! [`generate`] the second, [`update`] all of it; [`dependencies`] says what a build must watch. Beside them, [`diff`]
//! compares two registries, [`show`] tells all of one operator, and [`schema`] tells editors what files look like,
//! [`mod@reference`] people.

pub mod baseline;
mod builder;
pub mod check;
pub mod config;
pub mod dependencies;
pub mod depfile;
pub mod diff;
pub mod emit;
mod folder;
pub mod generate;
pub mod lock;
pub mod normal_form;
pub mod profile;
pub mod project;
pub mod reference;
pub mod registry;
pub mod render;
pub mod saved;
pub mod schema;
pub mod settings;
pub mod shards;
pub mod show;
pub mod source;
pub mod spec;
pub mod stale;
pub mod stamp;
pub mod targets;
pub mod triage;
pub mod update;

pub use builder::{BuildError, Builder};
