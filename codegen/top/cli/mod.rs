//! The command line, with a file for each subcommand: it parses the arguments, calls the library and prints the result. The
//! folder `full` contains the subcommands that need the feature `full`.

mod changed_lines;
mod check;
mod cmake;
mod completions;
mod detail;
mod explain;
mod findings;
mod fix;
#[cfg(feature = "full")]
mod full;
#[cfg(not(feature = "full"))]
#[path = "absent.rs"]
mod full;
mod generate;
mod outcome;
mod output;
mod parse;
mod patch;
mod paths;
mod progress;
mod request;
mod root_args;
mod schema;
mod show;
mod statistics;
mod version;
mod watch;

use std::process::ExitCode;
#[cfg(feature = "full")]
use std::sync::OnceLock;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use outcome::Outcome;

/// Turns operator YAML into every binding that a deep-learning framework needs.
#[derive(Parser)]
#[command(version, long_version = version::long(), about)]
#[command(next_display_order = None)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// When to print colours; `auto` means on a terminal
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = output::Color::Auto)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    color: output::Color,
}

/// The end of every help text whose command does not have its own.
const EXIT_CODES: &str = "Exit codes: 0 success, 1 there are findings, 2 the command failed.";

/// The whole command line, as it is parsed and documented.
fn program() -> clap::Command {
    let program = Cli::command();
    // Only the whole program has manual pages.
    #[cfg(feature = "full")]
    let program = program.mut_subcommand("man", |man| {
        man.mut_arg("command", |name| name.value_parser(completions::Completed(commands)).hide_possible_values(true))
    });
    with_exit_codes(program)
}

/// The names of all commands.
#[cfg(feature = "full")]
fn commands() -> Vec<&'static str> {
    static PROGRAM: OnceLock<clap::Command> = OnceLock::new();
    PROGRAM.get_or_init(Cli::command).get_subcommands().map(clap::Command::get_name).collect()
}

fn with_exit_codes(command: clap::Command) -> clap::Command {
    let command = if command.get_after_help().is_some() { command } else { command.after_help(EXIT_CODES) };
    command.mut_subcommands(with_exit_codes)
}

#[derive(Subcommand)]
enum Command {
    Check(check::CheckArgs),
    Cmake(cmake::CmakeArgs),
    Completions(completions::CompletionsArgs),
    Explain(explain::ExplainArgs),
    Generate(generate::GenerateArgs),
    Parse(parse::ParseArgs),
    Schema(schema::SchemaArgs),
    Show(show::ShowArgs),
    Watch(watch::WatchArgs),
    #[command(flatten)]
    Full(full::FullCommand),
}

/// Runs the command line. Exit codes: 0 success, 1 findings, 2 the command failed.
pub fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&program().get_matches()).unwrap_or_else(|error| error.exit());
    output::set_color(cli.color);
    let result = match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Cmake(args) => cmake::run(&args),
        Command::Completions(args) => completions::run(&args, program()),
        Command::Explain(args) => explain::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Full(command) => full::run(&command, program),
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
