//! `opgen check`: says everything that is wrong with the YAML.

use clap::{Args, ValueEnum};
use opgen::profile::Profile;
use opgen::project::{self, Project};
use opgen::source::report;

use super::{Outcome, RootArgs, output};

/// Check operator YAML and say everything that is wrong with it
#[derive(Args)]
pub struct CheckArgs {
    #[command(flatten)]
    root: RootArgs,
    /// How to write what is found
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// The lines that are meant, underlined
    Human,
    /// One array
    Json,
    /// A SARIF 2.1.0 log, for code scanning services
    Sarif,
    /// Annotations of a pull request, in a workflow of GitHub
    Github,
}

pub fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    let project = project::load(&args.root.root(), &Profile::paddle_2_6());
    output::print(&text(args, &project))?;
    Ok(if project.diagnostics.has_errors() { Outcome::Findings } else { Outcome::Fine })
}

fn text(args: &CheckArgs, project: &Project) -> String {
    let (diagnostics, sources) = (&project.diagnostics, &project.sources);
    let path = |name: &str| args.root.path(name);
    match args.format {
        Format::Human if diagnostics.is_empty() => {
            let operators = opgen::source::count(project.registry.ops().count(), "operator");
            format!("{operators}, nothing to say\n")
        }
        Format::Human => output::findings(project),
        Format::Json => report::json(diagnostics, sources),
        Format::Sarif => report::sarif(diagnostics, sources, path),
        Format::Github => report::github(diagnostics, sources, path),
    }
}
