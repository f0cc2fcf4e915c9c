//! `opgen templates`: shows the built-in templates, for users who write their own.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use opgen::docs::template_fields::Field;
use opgen::driver::{template_fields, templates};
use opgen::emit::{self, OutputFile};
use opgen::profile::Profile;
use opgen::render::Templates;
use opgen::source::{count, suggest};

use super::{Outcome, output};

/// List, show or export the built-in templates
#[derive(Args)]
pub struct TemplatesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the names of all templates
    List,
    /// Print a template
    Show {
        /// Its name, as `list` prints it
        name: String,
        /// Print its context instead: fields with their types and examples
        #[arg(long)]
        context: bool,
    },
    /// Write all templates to a folder, without overwriting files
    Export {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

pub fn run(args: &TemplatesArgs) -> anyhow::Result<Outcome> {
    let templates = templates::built_in(&Profile::default());
    match &args.command {
        Command::List => output::print(&names(&templates).map(|name| format!("{name}\n")).collect::<String>())?,
        Command::Show { name, context: false } => output::print(&text(&templates, name)?)?,
        Command::Show { name, context: true } => output::print(&context(&templates, name)?)?,
        Command::Export { folder } => export(&templates, folder)?,
    }
    Ok(Outcome::Fine)
}

fn names(templates: &Templates) -> impl Iterator<Item = &str> {
    let mut names: Vec<_> = templates.names().collect();
    names.sort_unstable();
    names.into_iter()
}

fn text(templates: &Templates, name: &str) -> anyhow::Result<String> {
    templates.text(name).with_context(|| {
        let near = suggest::nearest(name, templates.names());
        let help =
            near.map_or("`opgen templates list` prints all names".to_owned(), |near| format!("did you mean `{near}`?"));
        format!("there is no template `{name}`; {help}")
    })
}

fn context(templates: &Templates, name: &str) -> anyhow::Result<String> {
    text(templates, name)?;
    let mut contexts = template_fields::contexts();
    let Some(fields) = contexts.remove(name) else {
        bail!("`{name}` is included by another template and gets the context of that template");
    };
    let width = fields.keys().map(String::len).max().unwrap_or(0);
    let line = |(path, field): (String, Field)| {
        let example = field.example.map_or(String::new(), |example| format!("  {example}"));
        format!("{path:<width$}  {}{example}\n", field.kinds.join(", "))
    };
    Ok(fields.into_iter().map(line).collect())
}

fn export(templates: &Templates, folder: &Path) -> anyhow::Result<()> {
    let render = |name: &str| OutputFile::new(name, templates.text(name).unwrap_or_default());
    let files: Vec<OutputFile> = names(templates).map(render).collect();
    let changes = emit::changes(folder, &files)?;
    if let Some(there) = changes.iter().find(|change| folder.join(change.name()).exists()) {
        bail!("{} already exists and is different; nothing was written", folder.join(there.name()).display());
    }
    emit::apply(&changes)?;
    output::print(&format!("{} written to {}\n", count(changes.len(), "template"), folder.display()))
}
