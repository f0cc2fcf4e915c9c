//! `opgen templates`: shows the built-in templates to users who write their own.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use minijinja::context;
use minijinja::value::{Value, ValueKind};
use opgen::driver::PROGRAM;
use opgen::emit::{self, OutputFile};
use opgen::profile::Profile;
use opgen::render::{Cause, Syntax, Templates};
use opgen::source::file::SourceFile;
use opgen::source::files;
use opgen::source::suggest::Known;
use opgen::source::{Sources, Span, count};

use super::super::completions::Completed;
use super::super::outcome::Outcome;
use super::super::output;
use super::template_fields::{FieldsArgs, described};
use super::template_names;
use super::values::Json;

/// List, show, describe or export the built-in templates, or render one of your own
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
        /// The template's name, as printed by `list`
        #[arg(value_parser = Completed(template_names::all), hide_possible_values = true)]
        name: String,
    },
    /// Print the variables of a template, with their types and examples
    Fields(FieldsArgs),
    /// Render a template of your own, and print the result
    Render(RenderArgs),
    /// Write all templates to a folder, without overwriting files
    Export {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Args)]
struct RenderArgs {
    /// The file with the template
    file: PathBuf,
    /// The syntax: `minijinja`, `code-template` as in torchgen, or `code-template-2.1` as in torchgen up to 2.1
    #[arg(long, value_name = "NAME", default_value = "minijinja", value_parser = syntax)]
    syntax: Syntax,
    /// A file with the values as a JSON object; if given more than once, later files override earlier ones
    #[arg(long, value_name = "FILE", required = true)]
    values: Vec<PathBuf>,
}

fn syntax(name: &str) -> Result<Syntax, String> {
    let known = || Syntax::ALL.map(Syntax::name).join(", ");
    Syntax::of_name(name).ok_or_else(|| format!("the syntaxes are: {}", known()))
}

pub fn run(args: &TemplatesArgs) -> anyhow::Result<Outcome> {
    let templates = PROGRAM.built_in_templates(&Profile::default());
    match &args.command {
        Command::List => output::print(&names(&templates).map(|name| format!("{name}\n")).collect::<String>())?,
        Command::Show { name } => output::print(&template_names::text(&templates, name, template_names::all())?)?,
        Command::Fields(args) => output::print(&described(&templates, args)?)?,
        Command::Render(args) => render(&templates, args)?,
        Command::Export { folder } => export(&templates, folder)?,
    }
    Ok(Outcome::Fine)
}

fn names(templates: &Templates) -> impl Iterator<Item = &str> {
    let mut names: Vec<_> = templates.names().collect();
    names.sort_unstable();
    names.into_iter()
}

/// Renders a file and prints the result, without adding a banner or a line end.
fn render(templates: &Templates, args: &RenderArgs) -> anyhow::Result<()> {
    let read = |path: &PathBuf| files::read_text(path).with_context(|| format!("cannot read {}", path.display()));
    let text = read(&args.file)?;
    let mut values = Value::from(());
    for path in &args.values {
        let Json(more) =
            serde_json::from_str(&read(path)?).with_context(|| format!("{} is not JSON", path.display()))?;
        if more.kind() != ValueKind::Map {
            bail!("{} must contain a JSON object with the values, but contains {}", path.display(), more.kind());
        }
        values = if values.is_none() {
            more
        } else {
            context! { ..more, ..values }
        };
    }
    let name = args.file.display().to_string();
    match templates.render_in(args.syntax, &name, &text, &values) {
        Ok(rendered) => Ok(io::stdout().lock().write_all(rendered.as_bytes())?),
        Err(cause) => bail!("{}", failure(&name, &text, &cause)),
    }
}

/// Why a template cannot be rendered, with the position in the template if it is known.
fn failure(name: &str, text: &str, cause: &Cause) -> String {
    let Cause::Missing(missing) = cause else {
        return format!("cannot render {name}: {cause}");
    };
    let mut sources = Sources::default();
    let file = sources.add(SourceFile::new(name.to_owned(), text.to_owned()));
    let place = sources.place(Span::new(file, missing.range.start, missing.range.end));
    let help = Known::new(missing.known.iter().map(String::as_str)).help(&missing.name);
    format!("{place}: {cause}{}", help.map_or(String::new(), |help| format!("; {}", help.text)))
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
