//! `opgen fmt`: formats operator YAML.

use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use opgen::driver::frameworks;
use opgen::layout;
use opgen::project::Root;
use opgen::project::any::AnyInputs;
use opgen::project::framework::Format;
use opgen::project::settings::Options;
use opgen::source::{Diagnostics, FileId, Rule, Sources, count, rules, yaml};

use super::super::detail::Detail;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::patch;
use super::super::paths::{NamedPaths, PathArgs};
use super::super::root_args::{RootArgs, path_in};

/// Format operator YAML as the framework's files are
#[derive(Args)]
#[command(after_help = "Exit codes: 0 success, 1 with --check or --diff if a file would change, 2 the command failed.")]
pub struct FmtArgs {
    #[command(flatten)]
    paths: PathArgs,
    #[command(flatten)]
    root: RootArgs,
    /// Also move entries to their places, in files in which nine of ten entries are in order
    #[arg(long)]
    sort: bool,
    /// Write nothing; list the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Write nothing; print what would change, and exit with 1 if anything would
    #[arg(long)]
    diff: bool,
    /// Print nothing about files that do not change
    #[arg(short, long)]
    quiet: bool,
}

/// The rules about files that have no text.
const UNREAD: [Rule; 2] = [rules::UNREADABLE, rules::NOT_UTF8];

/// A file with its text before and after.
struct Formatted {
    path: String,
    old: String,
    new: String,
}

pub fn run(args: &FmtArgs) -> anyhow::Result<Outcome> {
    let paths = args.paths.read()?;
    let root = paths.root(&args.root, Detail::unless_quiet(args.quiet))?;
    let inputs = frameworks::read(&root, &Options { unsaved: paths.unsaved(&root), ..args.root.options() });
    let files = chosen(args, &paths, &root, &*inputs)?;
    if paths.input.is_some() && !args.check && !args.diff {
        output::print(&files.iter().map(|file| file.new.as_str()).collect::<String>())?;
        return Ok(Outcome::Fine);
    }
    write(args, &root, files)
}

/// Writes the files that change, or shows what would change.
fn write(args: &FmtArgs, root: &Root, files: Vec<Formatted>) -> anyhow::Result<Outcome> {
    let all = files.len();
    let changed: Vec<Formatted> = files.into_iter().filter(|file| file.old != file.new).collect();
    let writes = !args.check && !args.diff;
    if writes {
        let files: Vec<_> = changed.iter().map(|file| (Path::new(&file.path), file.new.as_str())).collect();
        output::write_files_of(root, &files)?;
    }
    for file in &changed {
        if args.diff {
            output::print(&difference(file))?;
        }
        if args.check || writes && !args.quiet {
            output::print(&format!("{}\n", file.path))?;
        }
    }
    if !args.quiet {
        let (number, what) = (changed.len(), if writes { "formatted" } else { "would change" });
        output::print_error(&format!("{} {what}, {} unchanged\n", count(number, "file"), all - number))?;
    }
    Ok(if writes || changed.is_empty() { Outcome::Fine } else { Outcome::Findings })
}

/// The project's files that the paths name, formatted.
fn chosen(args: &FmtArgs, paths: &NamedPaths, root: &Root, inputs: &dyn AnyInputs) -> anyhow::Result<Vec<Formatted>> {
    if !matches!(root, Root::Tree(_)) {
        bail!("only files in a folder can be formatted: `--root` names it");
    }
    let files = yaml_files(inputs)?;
    let sources = inputs.sources();
    let unread = || inputs.found().sorted().into_iter().filter(|found| UNREAD.contains(&found.rule));
    let all = files.iter().map(|(file, _)| *file).chain(unread().map(|found| found.span.file));
    let names = paths.chosen(root, all.map(|file| sources.file(file)), "files with operators")?;
    let is_chosen = |file: FileId| paths.is_empty() || names.contains(sources.file(file).name());
    if let Some(found) = unread().find(|found| is_chosen(found.span.file)) {
        bail!("{}", found.message);
    }
    if !args.quiet {
        let chosen = files.iter().map(|(file, _)| *file).filter(|file| is_chosen(*file));
        let warnings: String = chosen.filter_map(|file| syntax_warning(file, sources)).collect();
        output::print_error(&warnings)?;
    }
    let format = |(file, leading): (FileId, &[&str])| {
        let old = sources.file(file).text().to_owned();
        let new = layout::formatted(&old, leading);
        let new = if args.sort { layout::sorted(&new).unwrap_or(new) } else { new };
        Formatted { path: path_in(root, sources.file(file).name()), old, new }
    };
    Ok(files.into_iter().filter(|(file, _)| is_chosen(*file)).map(format).collect())
}

/// The warning for a text that is no YAML. Entries that cannot be read stay as they are.
fn syntax_warning(id: FileId, sources: &Sources) -> Option<String> {
    let mut found = Diagnostics::default();
    let file = sources.file(id);
    yaml::parse(id, file.text(), &mut found);
    let problem = found.sorted().into_iter().find(|problem| problem.rule == rules::SYNTAX)?;
    let region = sources.region(problem.span);
    Some(format!("warning: {}:{}:{}: {}\n", file.name(), region.line, region.column, problem.message))
}

/// The files of YAML, each with the first keys of its entries.
///
/// # Errors
/// If the files of the framework have another layout.
fn yaml_files(inputs: &dyn AnyInputs) -> anyhow::Result<Vec<(FileId, &'static [&'static str])>> {
    let version = &inputs.recipe().version;
    let kinds = version.kinds();
    let is_yaml = |key: &str| kinds.iter().any(|kind| kind.key == key && kind.format == Format::Yaml);
    let with_leading = |(key, file): &(String, FileId)| {
        let leading = inputs.leading_keys(key);
        leading
            .map(|leading| (*file, leading))
            .with_context(|| format!("no layout is known for the YAML of {}", version.name()))
    };
    inputs.files().iter().filter(|(key, _)| is_yaml(key)).map(with_leading).collect()
}

fn difference(file: &Formatted) -> String {
    patch::unified(&file.path, Some(&file.old), &file.new)
}
