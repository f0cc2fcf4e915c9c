//! Replaces the folder `full` in a program without that feature. The same commands only say how to get them.

use std::ffi::OsString;
use std::path::Path;

use anyhow::bail;
use clap::{Args, Command, Subcommand};
use opgen::project::Root;
use opgen::project::any::{AnyInputs, AnyProject};

use super::findings::Format;
use super::outcome::Outcome;

#[derive(Subcommand)]
pub enum FullCommand {
    Compare(Absent),
    CompareModels(Absent),
    Convert(Absent),
    ConvertWeights(Absent),
    Diff(Absent),
    Docs(Absent),
    Fmt(Absent),
    Import(Absent),
    Kernel(Absent),
    Lsp(Absent),
    Man(Absent),
    Mapping(Absent),
    New(Absent),
    Profile(Absent),
    Templates(Absent),
    Translate(Absent),
}

/// Not in this build: it needs `--features full`
#[derive(Args)]
pub struct Absent {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

pub fn run(command: &FullCommand, _: fn() -> Command) -> anyhow::Result<Outcome> {
    let (name, Absent { arguments: _ }) = match command {
        FullCommand::Compare(absent) => ("compare", absent),
        FullCommand::CompareModels(absent) => ("compare-models", absent),
        FullCommand::Convert(absent) => ("convert", absent),
        FullCommand::ConvertWeights(absent) => ("convert-weights", absent),
        FullCommand::Diff(absent) => ("diff", absent),
        FullCommand::Docs(absent) => ("docs", absent),
        FullCommand::Fmt(absent) => ("fmt", absent),
        FullCommand::Import(absent) => ("import", absent),
        FullCommand::Kernel(absent) => ("kernel", absent),
        FullCommand::Lsp(absent) => ("lsp", absent),
        FullCommand::Man(absent) => ("man", absent),
        FullCommand::Mapping(absent) => ("mapping", absent),
        FullCommand::New(absent) => ("new", absent),
        FullCommand::Profile(absent) => ("profile", absent),
        FullCommand::Templates(absent) => ("templates", absent),
        FullCommand::Translate(absent) => ("translate", absent),
    };
    refuse(name)
}

/// Replaces `opgen check --mapping`.
pub fn check_mapping(_: &Path, _: Format) -> anyhow::Result<Outcome> {
    refuse("check --mapping")
}

/// Checks a project without comparing it with C++.
pub fn analyse(inputs: Box<dyn AnyInputs>, _: &Root, include: Option<&Path>) -> anyhow::Result<Box<dyn AnyProject>> {
    check_include(include, "check")?;
    Ok(inputs.analyse())
}

/// Refuses C++ for a command.
pub fn check_include(include: Option<&Path>, command: &str) -> anyhow::Result<()> {
    match include {
        Some(_) => refuse(&format!("{command} --include")).map(|_| ()),
        None => Ok(()),
    }
}

fn refuse(command: &str) -> anyhow::Result<Outcome> {
    bail!(
        "`opgen {command}` is not part of this quick build, which can only check and generate\n\
         help: `cargo install --path . --features full` installs opgen with all commands, and \
         `cargo run --features full -- {command}` compiles and runs this one"
    )
}
