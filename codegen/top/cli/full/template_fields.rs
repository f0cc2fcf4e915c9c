//! `opgen templates fields`: prints the variables of a template.

use anyhow::bail;
use clap::{Args, ValueEnum};
use opgen::driver::template_fields;
use opgen::manual::template_fields::{Field, Fields};
use opgen::project::config::Per;
use opgen::render::Templates;
use serde_json::json;

use super::super::completions::Completed;
use super::template_names;

#[derive(Args)]
pub struct FieldsArgs {
    /// The template's name, as printed by `list`; or `op`, `file` or `all`, for the template of a custom target with that `per`
    #[arg(value_parser = Completed(names), hide_possible_values = true)]
    name: String,
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
pub fn described(templates: &Templates, args: &FieldsArgs) -> anyhow::Result<String> {
    let fields = fields(templates, &args.name)?;
    match args.format {
        Format::Text => Ok(table(&fields)),
        Format::Json => {
            let item = |(path, Field { kinds, example }): (&String, &Field)| json!({ "path": path, "kinds": kinds, "example": example });
            let items: Vec<_> = fields.iter().map(item).collect();
            Ok(serde_json::to_string_pretty(&items)? + "\n")
        }
    }
}

fn fields(templates: &Templates, name: &str) -> anyhow::Result<Fields> {
    if let Some(per) = Per::ALL.into_iter().find(|per| per.name() == name) {
        return Ok(template_fields::custom(per));
    }
    template_names::text(templates, name, names())?;
    if let Some(fields) = template_fields::contexts().remove(name) {
        return Ok(fields);
    }
    let quoted = format!("\"{name}\"");
    let includes = |other: &&str| templates.text(other).is_some_and(|text| text.contains(&quoted));
    let mut including: Vec<&str> = templates.names().filter(includes).collect();
    including.sort_unstable();
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
