//! `opgen profile`: shows profiles as they are after everything that they extend is joined.

use std::path::Path;

use clap::{Args, Subcommand};
use opgen::driver::frameworks::{self, FRAMEWORKS};
use opgen::project::Root;
use opgen::project::settings::{Options, ProfileChoice, named_by_caller};
use opgen::source::yaml::Node;
use opgen::source::{Diagnostics, Sources, report};

use super::super::completions::{Completed, profiles};
use super::super::detail::Detail;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::root_args::{RootArgs, check_profile};
use super::profile_differences::differences;
use super::profile_toml::text;

/// List, show or compare profiles, which describe the versions of the framework
#[derive(Args)]
pub struct ProfileArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the names of the built-in profiles, newest first, and which other each extends
    List,
    /// Print a profile as TOML, joined with those that it extends. The comment after each line says where it is written
    Show {
        /// The name of a built-in profile, or a file; by default, the profile of the tree
        #[arg(value_name = "NAME", value_parser = Completed(profiles), hide_possible_values = true)]
        #[arg(conflicts_with_all = ["root", "built_in", "config", "profile"])]
        name: Option<String>,
        #[command(flatten)]
        root: RootArgs,
    },
    /// Print the keys whose values differ between two profiles, and where each value is written
    #[command(after_help = "Exit codes: 0 the profiles are the same, 1 they differ, 2 the command failed.")]
    Diff {
        /// The name of a built-in profile, or a file
        #[arg(value_name = "A", value_parser = Completed(profiles), hide_possible_values = true)]
        old: String,
        /// The same
        #[arg(value_name = "B", value_parser = Completed(profiles), hide_possible_values = true)]
        new: String,
    },
}

pub fn run(args: &ProfileArgs) -> anyhow::Result<Outcome> {
    match &args.command {
        Command::List => output::print(&list()).map(|()| Outcome::Fine),
        Command::Show { name: Some(name), .. } => show(named(name)?),
        Command::Show { name: None, root } => of_tree(root),
        Command::Diff { old, new } => diff(named(old)?, named(new)?),
    }
}

fn list() -> String {
    let width = frameworks::profiles().map(str::len).max().unwrap_or_default();
    let profiles =
        FRAMEWORKS.iter().flat_map(|framework| framework.names().profiles.iter().map(|name| (*framework, name)));
    profiles
        .map(|(framework, name)| match framework.extended_by(name) {
            Some(extended) => format!("{name:width$}  extends {extended}\n"),
            None => format!("{name}\n"),
        })
        .collect()
}

/// The resolved tables of a profile, and the files that they come from.
struct Resolved {
    tables: Option<Node>,
    sources: Sources,
    diagnostics: Diagnostics,
}

impl Resolved {
    /// The tables, unless the profile has errors. These are printed.
    fn sound(&self) -> anyhow::Result<Option<&Node>> {
        output::print_error(&report::render_all(&self.diagnostics, &self.sources))?;
        Ok(self.tables.as_ref().filter(|_| !self.diagnostics.has_errors()))
    }
}

/// The profile of a name, or of a file.
fn named(name: &str) -> anyhow::Result<Resolved> {
    check_profile(name)?;
    let options = Options { profile: Some(name.to_owned()), ..Options::default() };
    let framework = frameworks::of(&Root::BuiltIn, &options);
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let choice = named_by_caller("argument", name, &mut sources);
    let tables = framework.resolved_profile(Some(&choice), name, Path::new(""), &mut sources, &mut diagnostics);
    Ok(Resolved { tables, sources, diagnostics })
}

/// Shows the profile of a tree. If the settings of the tree have errors, these are printed instead.
fn of_tree(root: &RootArgs) -> anyhow::Result<Outcome> {
    let (root, options) = (root.root(Detail::Brief)?, root.options());
    let inputs = frameworks::read(&root, &options);
    if inputs.is_misconfigured() {
        output::print_error(&output::report(&inputs.analyse(), Detail::Brief))?;
        return Ok(Outcome::Findings);
    }
    let (mut sources, mut diagnostics) = (inputs.sources().clone(), Diagnostics::default());
    let ProfileChoice { choice, default_name, folder } = inputs.profile_choice();
    let framework = frameworks::of(&root, &options);
    let tables = framework.resolved_profile(choice.as_ref(), default_name, folder, &mut sources, &mut diagnostics);
    show(Resolved { tables, sources, diagnostics })
}

fn show(profile: Resolved) -> anyhow::Result<Outcome> {
    let Some(tables) = profile.sound()? else { return Ok(Outcome::Findings) };
    output::print(&text(tables, &profile.sources))?;
    Ok(Outcome::Fine)
}

fn diff(old: Resolved, new: Resolved) -> anyhow::Result<Outcome> {
    let (Some(old_tables), Some(new_tables)) = (old.sound()?, new.sound()?) else { return Ok(Outcome::Findings) };
    let found = differences((old_tables, &old.sources), (new_tables, &new.sources));
    output::print(&found)?;
    Ok(if found.is_empty() { Outcome::Fine } else { Outcome::Findings })
}
