//! The command line: one file per subcommand. Each parses its arguments, calls the library and prints.

mod check;
mod cmake;
mod compare;
mod completions;
#[cfg(feature = "convert")]
mod convert;
#[cfg(feature = "convert")]
mod convert_mapping;
#[cfg(feature = "convert")]
mod convert_output;
mod diff;
mod diff_programs;
mod docs;
mod explain;
mod findings;
mod generate;
mod lsp;
mod man;
mod mapping;
mod output;
mod parse;
mod progress;
mod request;
mod schema;
mod show;
mod templates;
mod translate;
mod values;
mod version;
mod watch;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use opgen::project::settings::Options;
use opgen::project::{Root, nearest};
use opgen::source::path::{tidy, with_slashes};
use output::Detail;

/// Turns operator YAML into every binding that a deep-learning framework needs.
#[derive(Parser)]
#[command(version, long_version = version::long(), about)]
#[command(after_help = "Exit codes: 0 success, 1 there are findings, 2 the command failed.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::CheckArgs),
    Cmake(cmake::CmakeArgs),
    Compare(compare::CompareArgs),
    Completions(completions::CompletionsArgs),
    #[cfg(feature = "convert")]
    Convert(convert::ConvertArgs),
    Diff(diff::DiffArgs),
    Docs(docs::DocsArgs),
    Explain(explain::ExplainArgs),
    Generate(generate::GenerateArgs),
    Lsp(lsp::LspArgs),
    Man(man::ManArgs),
    Mapping(mapping::MappingArgs),
    Parse(parse::ParseArgs),
    Schema(schema::SchemaArgs),
    Show(show::ShowArgs),
    Templates(templates::TemplatesArgs),
    Translate(translate::TranslateArgs),
    Watch(watch::WatchArgs),
}

/// The source of the operators.
#[derive(Args)]
struct RootArgs {
    /// The folder with the YAML, or a file in normal form; by default, this folder or the nearest above it in the repository
    /// that has operator YAML, or else the built-in operators
    #[arg(long, value_name = "TREE")]
    root: Option<PathBuf>,
    /// Use the operators that are built into opgen
    #[arg(long, conflicts_with = "root")]
    built_in: bool,
    /// The file with the project's settings; `opgen.toml` in the root by default
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The version of the framework: the name of a profile, or a file with one; by default what the project says, or what
    /// the tree looks like
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
}

const NO_YAML_HERE: &str = "using the built-in operators, because neither this folder nor its repository has operator \
                            YAML; `--root` names a folder\n";

impl RootArgs {
    /// The root that the caller names, or else the one that is found. If the caller may expect another, this is said first.
    fn root(&self, detail: Detail) -> anyhow::Result<Root> {
        let root = match &self.root {
            Some(path) => return Ok(Root::at(path.clone())),
            None if self.built_in => return Ok(Root::BuiltIn),
            None => nearest(Path::new("."), self.profile.as_deref()).map_or(Root::BuiltIn, Root::Tree),
        };
        let said = match &root {
            Root::Tree(folder) if self.is_above(folder) => format!("using the operators in {}\n", folder.display()),
            Root::Tree(_) => String::new(),
            _ => NO_YAML_HERE.to_owned(),
        };
        if detail != Detail::Quiet {
            output::print_error(&said)?;
        }
        Ok(root)
    }

    /// Whether a root was found above the current folder.
    fn is_above(&self, folder: &Path) -> bool {
        self.root.is_none() && folder != Path::new(".")
    }

    /// The project's own settings.
    fn options(&self) -> Options {
        Options { config: self.config.clone(), profile: self.profile.clone(), ..Options::default() }
    }
}

/// The path from the current folder to a file that diagnostics call `name`.
fn path_in(root: &Root, name: &str) -> String {
    match root {
        Root::Tree(folder) => with_slashes(&tidy(&folder.join(name))),
        Root::BuiltIn | Root::Revision { .. } | Root::NormalForm(_) => name.to_owned(),
    }
}

/// The result of a subcommand.
enum Outcome {
    Fine,
    /// There are errors, or files that would change.
    Findings,
}

/// Runs the command line. Exit codes: 0 success, 1 findings, 2 the command failed.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Cmake(args) => cmake::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Completions(args) => completions::run(&args),
        #[cfg(feature = "convert")]
        Command::Convert(args) => convert::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Docs(args) => docs::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Lsp(args) => lsp::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Mapping(args) => mapping::run(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Templates(args) => templates::run(&args),
        Command::Translate(args) => translate::run(&args),
        Command::Watch(args) => watch::run(&args),
    };
    match result {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(1),
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&error);
            ExitCode::from(2)
        }
    }
}
