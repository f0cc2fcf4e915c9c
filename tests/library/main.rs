//! Tests of the library, in one binary because each binary has to be linked: `cargo test --test library shards`.

mod again;
mod choices;
mod code_templates;
mod cpp_index;
mod disk;
#[path = "../support/distribution.rs"]
mod distribution;
mod features;
mod formats;
mod frameworks;
mod layout;
mod mapping;
mod migration;
#[path = "../support/model.rs"]
mod model;
mod modules;
mod mutations;
mod oracle;
mod package;
mod properties;
mod reference;
mod renames;
mod rendered;
mod rooms;
mod roots;
mod schema;
mod shards;
#[path = "../support/skip.rs"]
mod skip;
mod templates;
mod translate;
mod translate_run;
mod variants;
