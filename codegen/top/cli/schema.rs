//! `opgen schema`: prints JSON Schemas of the YAML files, for editors.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use opgen::driver::frameworks;
use opgen::emit::{self, OutputFile};
use opgen::manual::schema;
use opgen::source::suggest;
use serde_json::Value;

use super::completions::{Completed, kinds};
use super::outcome::Outcome;
use super::output;
use super::root_args::RootArgs;

/// Print the JSON Schema of a kind of YAML file, for completion and checks in editors
#[derive(Args)]
pub struct SchemaArgs {
    /// The kind of file, such as `ops` or `op_compat`; by default, a schema for any of them
    #[arg(value_parser = Completed(kinds), hide_possible_values = true)]
    kind: Option<String>,
    #[command(flatten)]
    root: RootArgs,
    /// Write a schema for each kind to this folder, as `KIND.schema.json`
    #[arg(long, value_name = "DIR", conflicts_with = "kind")]
    out: Option<PathBuf>,
}

pub fn run(args: &SchemaArgs) -> anyhow::Result<Outcome> {
    let text = |schema: &Value| anyhow::Ok(serde_json::to_string_pretty(schema)? + "\n");
    // The keys depend on the version of the framework.
    let inputs = frameworks::read(&args.root.root_of_settings()?, &args.root.options());
    let mut schemas: Vec<(String, Value)> = Vec::new();
    for (kind, schema) in inputs.schemas() {
        schemas.push((kind, serde_json::from_str(&schema)?));
    }
    if schemas.is_empty() {
        bail!("no schemas are known for the YAML of {}", inputs.recipe().version.name());
    }
    if let Some(out) = &args.out {
        let file = |(kind, schema): (String, Value)| {
            anyhow::Ok(OutputFile::new(format!("{kind}.schema.json"), text(&schema::whole(schema))?))
        };
        let files = schemas.into_iter().map(file).collect::<Result<Vec<_>, _>>()?;
        emit::apply(&emit::changes(out, &files)?)?;
        return Ok(Outcome::Fine);
    }
    let schema = match &args.kind {
        None => schema::any(schemas.into_iter().map(|(_, schema)| schema).collect()),
        Some(name) => schema::whole(chosen(name, schemas)?),
    };
    output::print(&text(&schema)?)?;
    Ok(Outcome::Fine)
}

/// The schema of the kind with a name.
fn chosen(name: &str, schemas: Vec<(String, Value)>) -> anyhow::Result<Value> {
    let known: Vec<String> = schemas.iter().map(|(kind, _)| kind.clone()).collect();
    let help = || match suggest::nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the kinds are: {}", known.join(", ")),
    };
    let found = schemas.into_iter().find(|(kind, _)| kind == name);
    let (_, schema) = found.with_context(|| format!("there is no kind of file `{name}`; {}", help()))?;
    Ok(schema)
}
