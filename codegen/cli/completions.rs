//! `opgen completions`: prints completion scripts for shells.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Outcome, output};

/// Print a script that completes commands and options in a shell
#[derive(Args)]
pub struct CompletionsArgs {
    shell: Shell,
}

pub fn run(args: &CompletionsArgs) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "opgen", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Outcome::Fine)
}
