//! `opgen schema`: prints JSON Schemas of the YAML files, for editors.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use opgen::project::InputKind;
use opgen::render::Rendered;
use opgen::{emit, schema};

use super::{Outcome, output};

/// Print the JSON Schema of a kind of YAML file, for editors that complete and check while you type
#[derive(Args)]
pub struct SchemaArgs {
    /// The kind of file, such as `ops` or `op_compat`; a schema that fits any of them by default
    kind: Option<String>,
    /// Write one schema for each kind, `KIND.schema.json`, to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "kind")]
    out: Option<PathBuf>,
}

pub fn run(args: &SchemaArgs) -> anyhow::Result<Outcome> {
    let text = |schema| anyhow::Ok(serde_json::to_string_pretty(&schema)? + "\n");
    if let Some(out) = &args.out {
        let file =
            |kind: InputKind| anyhow::Ok(Rendered::new(format!("{}.schema.json", kind.key()), text(schema::of(kind))?));
        let files = InputKind::all().map(file).collect::<Result<Vec<_>, _>>()?;
        emit::apply(&emit::changes(out, &files)?)?;
        return Ok(Outcome::Fine);
    }
    let schema = match &args.kind {
        None => schema::of_any(),
        Some(name) => schema::of(kind(name)?),
    };
    output::print(&text(schema)?)?;
    Ok(Outcome::Fine)
}

fn kind(name: &str) -> anyhow::Result<InputKind> {
    let known = || InputKind::all().map(InputKind::key).collect::<Vec<_>>();
    InputKind::all()
        .find(|kind| kind.key() == name)
        .with_context(|| format!("there is no kind of file `{name}`; the kinds are: {}", known().join(", ")))
}
