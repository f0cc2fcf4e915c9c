//! `opgen man`: prints the manual page of the program or of one command.

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;
use opgen::source::suggest;

use super::super::outcome::Outcome;
use super::super::output;

/// Print the manual page of opgen, or of one of its commands
#[derive(Args)]
pub struct ManArgs {
    /// A command, such as `diff`
    command: Option<String>,
}

pub fn run(args: &ManArgs, mut program: Command) -> anyhow::Result<Outcome> {
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => {
            let near = || suggest::nearest(name, program.get_subcommands().map(Command::get_name));
            let help = || near().map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            program.find_subcommand(name).cloned().with_context(|| format!("there is no command `{name}`{}", help()))?
        }
    };
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    output::print(&String::from_utf8(page)?)?;
    Ok(Outcome::Fine)
}
