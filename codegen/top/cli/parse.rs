//! `opgen parse`: prints the normal form.

use clap::{Args, ValueEnum};
use opgen::driver;
use opgen::registry::normal_form;

use super::outcome::Outcome;
use super::output::{self, DetailArgs};
use super::progress;
use super::root_args::RootArgs;

/// Print all operators in normal form, which `--root` accepts
#[derive(Args)]
pub struct ParseArgs {
    #[command(flatten)]
    root: RootArgs,
    #[command(flatten)]
    detail: DetailArgs,
    /// The format
    #[arg(long, value_enum, default_value_t = Format::Yaml)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Yaml,
    Json,
}

pub fn run(args: &ParseArgs) -> anyhow::Result<Outcome> {
    let detail = args.detail.detail();
    let root = args.root.root_of_first(detail)?;
    let project = progress::during(detail, "reading", || driver::read(&root, &args.root.options()).analyse());
    output::refuse_empty(&project)?;
    output::print_error(&output::report(&project, detail))?;
    if project.diagnostics.has_errors() {
        return Ok(Outcome::Findings);
    }
    let form = normal_form::of(project.registry.specs(), &project.profile);
    let text = match args.format {
        Format::Yaml => serde_yaml::to_string(&form)?,
        Format::Json => serde_json::to_string_pretty(&form)? + "\n",
    };
    output::print(&text)?;
    Ok(Outcome::Fine)
}
