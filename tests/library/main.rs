//! Tests of the library, in one binary because each binary has to be linked: `cargo test --test library shards`.

mod formats;
mod mutations;
mod oracle;
mod package;
mod properties;
mod reference;
mod rooms;
mod schema;
mod shards;
