//! `opgen templates fields`: prints the variables of a template.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use opgen::driver::{frameworks, template_fields};
use opgen::manual::template_fields::{Field, Fields};
use opgen::project::Root;
use opgen::project::any::AnyProject;
use opgen::project::config::Per;
use opgen::project::settings::Options;
use opgen::render::Templates;
use serde_json::json;

use super::super::completions::Completed;
use super::super::output;
use super::template_names;

#[derive(Args)]
pub struct FieldsArgs {
    /// The template's name, as printed by `list`; or `op`, `file` or `all`, for the template of a custom target with that `per`
    #[arg(value_parser = Completed(names), hide_possible_values = true)]
    name: String,
    /// Describe the values for the operators of this project; by default, those for the built-in operators of Paddle
    #[arg(long, value_name = "TREE")]
    root: Option<PathBuf>,
    /// The format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn names() -> Vec<&'static str> {
    Per::ALL.map(Per::name).into_iter().chain(template_names::all()).collect()
}

/// The variables of a template as text: paths with types and examples.
pub fn described(built_in: &Templates, args: &FieldsArgs) -> anyhow::Result<String> {
    let fields = match &args.root {
        None => of_built_in(built_in, &args.name)?,
        Some(root) => of_project(root, &args.name)?,
    };
    match args.format {
        Format::Text => Ok(table(&fields)),
        Format::Json => {
            let item = |(path, Field { kinds, example }): (&String, &Field)| json!({ "path": path, "kinds": kinds, "example": example });
            let items: Vec<_> = fields.iter().map(item).collect();
            Ok(serde_json::to_string_pretty(&items)? + "\n")
        }
    }
}

/// The variables for the built-in operators.
fn of_built_in(templates: &Templates, name: &str) -> anyhow::Result<Fields> {
    if let Some(per) = per(name) {
        return Ok(template_fields::custom(per));
    }
    template_names::text(templates, name, names())?;
    if let Some(fields) = template_fields::contexts().remove(name) {
        return Ok(fields);
    }
    refuse_included(templates, name)?;
    bail!("no output for the built-in operators has `{name}`: name a project for which it is rendered with `--root`")
}

/// The variables for the operators of a project.
fn of_project(root: &Path, name: &str) -> anyhow::Result<Fields> {
    if !root.exists() {
        bail!("there is no folder or file {}", root.display());
    }
    let project = frameworks::read(&Root::at(root.to_owned()), &Options::default()).analyse();
    output::refuse_empty(&project)?;
    if project.diagnostics.has_errors() {
        bail!("the operators in {} have errors, which `opgen check` shows", root.display());
    }
    fields_in(&*project, name)
}

fn fields_in(project: &dyn AnyProject, name: &str) -> anyhow::Result<Fields> {
    if let Some(per) = per(name) {
        return Ok(template_fields::custom_of(project, per));
    }
    let mut contexts = template_fields::contexts_of(project);
    if let Some(fields) = contexts.remove(name) {
        return Ok(fields);
    }
    let templates = project.templates().map_err(|error| anyhow!("{error}"))?;
    let of_outputs = contexts.keys().map(String::as_str);
    let known = Per::ALL.map(Per::name).into_iter().chain(of_outputs).chain(templates.names()).collect();
    template_names::text(&templates, name, known)?;
    refuse_included(&templates, name)?;
    bail!("no output of this project has `{name}`")
}

fn per(name: &str) -> Option<Per> {
    Per::ALL.into_iter().find(|per| per.name() == name)
}

/// Fails if a template is part of others.
fn refuse_included(templates: &Templates, name: &str) -> anyhow::Result<()> {
    let quoted = format!("\"{name}\"");
    let includes = |other: &&str| templates.text(other).is_some_and(|text| text.contains(&quoted));
    let mut including: Vec<&str> = templates.names().filter(includes).collect();
    including.sort_unstable();
    if including.is_empty() {
        return Ok(());
    }
    bail!("`{name}` is included by other templates, and sees their variables: {}", including.join(", "))
}

fn table(fields: &Fields) -> String {
    let width = fields.keys().map(String::len).max().unwrap_or(0);
    let row = |(path, Field { kinds, example }): (&String, &Field)| {
        let example = example.as_ref().map_or(String::new(), |example| format!("  {example}"));
        format!("{path:<width$}  {}{example}\n", kinds.join(", "))
    };
    fields.iter().map(row).collect()
}
