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
mod detail;
mod diff;
mod diff_programs;
mod docs;
mod explain;
mod findings;
mod generate;
mod lsp;
mod man;
mod mapping;
mod outcome;
mod output;
mod parse;
mod progress;
mod request;
mod root_args;
mod schema;
mod show;
mod template_fields;
mod template_names;
mod templates;
mod translate;
mod values;
mod version;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use outcome::Outcome;

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

/// Runs the command line. Exit codes: 0 success, 1 findings, 2 the command failed.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Cmake(args) => cmake::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        #[cfg(feature = "convert")]
        Command::Convert(args) => convert::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Docs(args) => docs::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Lsp(args) => lsp::run(&args),
        Command::Man(args) => man::run(&args, Cli::command()),
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
