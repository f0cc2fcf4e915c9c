//! `opgen schema`: prints JSON Schemas of the YAML files, for editors.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use opgen::driver;
use opgen::emit::{self, OutputFile};
use opgen::manual::schema;
use opgen::profile::{Input, Profile};
use opgen::source::suggest;

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
    let text = |schema| anyhow::Ok(serde_json::to_string_pretty(&schema)? + "\n");
    // The keys depend on the version of the framework.
    let inputs = driver::read(&args.root.root_of_settings()?, &args.root.options());
    let profile = inputs.profile();
    if let Some(out) = &args.out {
        let file = |input: &Input| {
            let text = text(schema::of(input, profile))?;
            anyhow::Ok(OutputFile::new(format!("{}.schema.json", input.key), text))
        };
        let files = profile.inputs.iter().map(file).collect::<Result<Vec<_>, _>>()?;
        emit::apply(&emit::changes(out, &files)?)?;
        return Ok(Outcome::Fine);
    }
    let schema = match &args.kind {
        None => schema::of_any(profile),
        Some(name) => schema::of(kind(name, profile)?, profile),
    };
    output::print(&text(schema)?)?;
    Ok(Outcome::Fine)
}

fn kind<'a>(name: &str, profile: &'a Profile) -> anyhow::Result<&'a Input> {
    let known = || profile.inputs.iter().map(|input| input.key.as_str());
    let help = || match suggest::nearest(name, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the kinds are: {}", known().collect::<Vec<_>>().join(", ")),
    };
    profile.input(name).with_context(|| format!("there is no kind of file `{name}`; {}", help()))
}
