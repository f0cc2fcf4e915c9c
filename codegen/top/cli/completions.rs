//! `opgen completions`: prints shell completion scripts.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use clap_complete::Shell;
use opgen::driver::{CATALOGUE, frameworks};
use opgen::source::Rule;

use super::outcome::Outcome;
use super::output;

/// Print a shell script that completes commands and options
#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub fn run(args: &CompletionsArgs, mut program: Command) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "opgen", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Outcome::Fine)
}

/// A parser of names that shells complete. It accepts any text, so that the command can suggest the nearest name.
#[derive(Clone)]
pub struct Completed(pub fn() -> Vec<&'static str>);

impl TypedValueParser for Completed {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The names of all built-in targets.
pub fn targets() -> Vec<&'static str> {
    frameworks::targets().collect()
}

/// The names of all features.
pub fn features() -> Vec<&'static str> {
    frameworks::features().collect()
}

/// The names of the built-in profiles.
pub fn profiles() -> Vec<&'static str> {
    frameworks::profiles().collect()
}

/// The kinds of YAML files of all versions.
pub fn kinds() -> Vec<&'static str> {
    let inputs = frameworks::WITH_SHARED_MODEL.iter().flat_map(|program| program.framework.owner.built_in_profiles());
    let inputs = inputs.flat_map(|profile| &profile.inputs);
    inputs.map(|input| input.key.as_str()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The codes of the rules of `opgen check`.
pub fn codes() -> Vec<&'static str> {
    CATALOGUE.all().into_iter().map(Rule::code).collect()
}

/// The same, and the groups of rules that have levels.
pub fn codes_and_groups() -> Vec<&'static str> {
    ["warnings", "notes"].into_iter().chain(codes()).collect()
}
