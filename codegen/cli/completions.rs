//! `opgen completions`: prints completion scripts for shells.

use clap::{Args, Command};
use clap_complete::Shell;

use super::outcome::Outcome;
use super::output;

/// Print a script that completes commands and options in a shell
#[derive(Args)]
pub struct CompletionsArgs {
    shell: Shell,
}

pub fn run(args: &CompletionsArgs, mut program: Command) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "opgen", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Outcome::Fine)
}
