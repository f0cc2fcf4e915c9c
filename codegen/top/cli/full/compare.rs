//! `opgen compare`: shows which generated files of a tree come from opgen, and how the declarations in the others differ.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use compare::facts::{self, Facts};
use compare::{Changed, Difference};
use opgen::compare;
use opgen::driver::generate::{self, GenerateError};
use opgen::driver::selection::{Selection, WantedTargets};
use opgen::profile::{BuildStep, Feature, Profile};
use opgen::project::Root;
use opgen::project::any::AnyProject;
use opgen::project::settings::Options;
use opgen::project::shards::Shards;
use opgen::registry::{Project, nearest_root};
use opgen::source::{count, files};
use opgen::{driver, emit, render, targets};
use rayon::prelude::*;
use serde::Serialize;

use super::super::completions::{self, Completed, targets};
use super::super::detail::Detail;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::progress;
use super::super::request::features;
use super::super::root_args::RootArgs;

/// Show which generated files of a tree come from opgen, and how the declarations in the others differ
#[derive(Args)]
pub struct CompareArgs {
    /// Folders with generated files, such as a source tree and its build folder; each file is taken from the first that has it
    #[arg(default_value = ".", value_name = "TREE")]
    trees: Vec<PathBuf>,
    #[command(flatten)]
    root: RootArgs,
    /// The targets whose files are compared; by default, all
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = Completed(targets), hide_possible_values = true)]
    target: Vec<String>,
    /// The number of shards with which opgen generated the files
    #[arg(long, value_name = "N")]
    shards: Option<Shards>,
    /// The optional features with which opgen generated the files
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    #[arg(value_parser = Completed(completions::features), hide_possible_values = true)]
    feature: Vec<String>,
    /// The same as `--feature distributed`
    #[arg(long, hide = true)]
    distributed: bool,
    /// Show every declaration that differs
    #[arg(long)]
    details: bool,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Text for people
    Human,
    /// A JSON object with every difference
    Json,
}

#[derive(Serialize)]
struct Report<'a> {
    files: Vec<Entry<'a>>,
    /// Steps of the framework's build whose outputs opgen does not generate.
    not_generated: Vec<&'a BuildStep>,
}

/// An output of opgen, compared with the file at the same path in the tree.
#[derive(Serialize)]
struct Entry<'a> {
    path: String,
    origin: Origin,
    /// The framework's scripts that generate this file.
    scripts: &'a [String],
    /// Only for C++ files that differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference>,
}

impl Entry<'_> {
    /// Whether the file is what opgen generates, or that of another generator with the same declarations.
    fn is_equal(&self) -> bool {
        let declares_the_same = || self.difference.as_ref().is_some_and(Difference::is_empty);
        self.origin == Origin::Opgen || self.origin == Origin::Other && declares_the_same()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Origin {
    /// opgen generated it, and it is up to date.
    Opgen,
    /// opgen generated it, but from different operators or settings, or in a different version.
    OutdatedOpgen,
    /// Something else generated it.
    Other,
    Absent,
}

pub fn run(args: &CompareArgs) -> anyhow::Result<Outcome> {
    if let Some(tree) = args.trees.iter().find(|tree| !tree.is_dir()) {
        bail!("there is no folder {}", tree.display());
    }
    let root = root(args)?;
    let mut features = features(&args.feature)?;
    features.extend(args.distributed.then(|| Feature::Distributed.name().to_owned()));
    let options = Options { features, ..args.root.options() };
    let (project, files) = progress::during(Detail::Brief, "generating", || generated(args, &root, &options))?;
    output::refuse_empty(&project)?;
    if project.diagnostics.has_errors() {
        output::print_error(&output::report(&project, Detail::Quiet))?;
        return Ok(Outcome::Findings);
    }
    let profile = &project.profile;
    let files = progress::during(Detail::Brief, "comparing", || entries(args, &steps(profile), &files));
    let report = Report { files, not_generated: not_generated(&project) };
    output::print(&match args.format {
        Format::Human => human(&report, args.details),
        Format::Json => serde_json::to_string_pretty(&report)? + "\n",
    })?;
    Ok(if report.files.iter().all(Entry::is_equal) { Outcome::Fine } else { Outcome::Findings })
}

/// The operators of the first tree that has some, unless the caller chooses others.
fn root(args: &CompareArgs) -> anyhow::Result<Root> {
    let is_named = args.root.root.is_some() || args.root.built_in;
    let of_tree = |tree: &PathBuf| nearest_root(tree, args.root.profile.as_deref()).map(|folder| tree.join(folder));
    match args.trees.iter().find_map(of_tree).filter(|_| !is_named) {
        Some(folder) => Ok(Root::Tree(folder)),
        None => args.root.root(Detail::Brief),
    }
}

/// The outputs of opgen. Empty if the project has errors.
fn generated(args: &CompareArgs, root: &Root, options: &Options) -> anyhow::Result<(Project, Vec<emit::OutputFile>)> {
    let mut project = driver::read(root, options).analyse();
    if project.diagnostics.has_errors() {
        return Ok((project, Vec::new()));
    }
    let recipe = project.recipe.clone();
    let selection = Selection::of(&recipe, &WantedTargets::named(&args.target), args.shards)?;
    match generate::project(&project, &selection) {
        Ok(files) => Ok((project, files)),
        Err(GenerateError::Findings(findings)) => {
            project.diagnostics.append(findings);
            Ok((project, Vec::new()))
        }
        Err(GenerateError::Render(error)) => Err(error.into()),
    }
}

/// Maps paths to the framework's scripts that generate these files.
fn steps(profile: &Profile) -> BTreeMap<&str, &[String]> {
    let steps = profile.build.iter().flat_map(|build| build.steps.values());
    steps.flat_map(|step| step.makes.iter().map(|path| (path.as_str(), step.scripts.as_slice()))).collect()
}

fn not_generated(project: &Project) -> Vec<&BuildStep> {
    let profile = &project.profile;
    let plans = targets::of(profile).flat_map(|target| project.plan(target.name));
    let ours: Vec<String> = plans.map(|plan| plan.path).collect();
    let steps = profile.build.iter().flat_map(|build| build.steps.values());
    steps.filter(|step| !step.makes.iter().any(|path| ours.contains(path))).collect()
}

fn entries<'a>(args: &CompareArgs, steps: &BTreeMap<&str, &'a [String]>, files: &[emit::OutputFile]) -> Vec<Entry<'a>> {
    let declared: Vec<Facts> = files.par_iter().map(|file| facts_of(&file.path, &file.text)).collect();
    let names: BTreeSet<&str> = declared.iter().flatten().map(|(name, _)| name.as_str()).collect();
    let entry = |(file, ours): (&emit::OutputFile, &Facts)| {
        let theirs = args.trees.iter().find_map(|tree| files::read(&tree.join(&file.path)).ok());
        let theirs = theirs.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let origin = origin(theirs.as_deref(), &file.text);
        let theirs = theirs.filter(|_| is_cpp(&file.path) && origin != Origin::Opgen);
        Entry {
            path: file.path.clone(),
            origin,
            scripts: steps.get(file.path.as_str()).copied().unwrap_or_default(),
            difference: theirs.map(|theirs| Difference::between(&facts_of(&file.path, &theirs), ours, &names)),
        }
    };
    files.par_iter().zip(&declared).map(entry).collect()
}

fn origin(theirs: Option<&str>, ours: &str) -> Origin {
    match theirs {
        None => Origin::Absent,
        Some(text) if text == ours => Origin::Opgen,
        Some(text) if text.lines().next().is_some_and(|line| line.contains(render::BANNER)) => Origin::OutdatedOpgen,
        Some(_) => Origin::Other,
    }
}

fn is_cpp(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "cc" || extension == "h")
}

/// The declarations in a file. Empty if it is not C++.
fn facts_of(path: &str, text: &str) -> Facts {
    if is_cpp(path) { facts::of(text) } else { Facts::new() }
}

fn human(report: &Report, details: bool) -> String {
    let mut text = String::new();
    let headings = [
        (Origin::Opgen, "generated by opgen, up to date"),
        (Origin::OutdatedOpgen, "generated by opgen, out of date"),
        (Origin::Other, "not generated by opgen"),
        (Origin::Absent, "not in the tree"),
    ];
    for (origin, heading) in headings {
        let of_origin: Vec<&Entry> = report.files.iter().filter(|entry| entry.origin == origin).collect();
        if of_origin.is_empty() {
            continue;
        }
        text += &format!("{heading}: {}\n", count(of_origin.len(), "file"));
        let (equal, others): (Vec<_>, Vec<_>) = of_origin.into_iter().partition(|entry| entry.is_equal());
        if origin == Origin::Other && !equal.is_empty() {
            text += &format!("  with equal declarations: {}\n", count(equal.len(), "file"));
        }
        text.extend(others.into_iter().map(|entry| lines(entry, details)));
        text.push('\n');
    }
    if !report.not_generated.is_empty() {
        text += "generated by other steps of the framework's build, but not by opgen:\n";
        let line = |step: &&BuildStep| {
            let about = step.about.as_ref().map_or(String::new(), |about| format!(": {about}"));
            let makes = match step.makes.as_slice() {
                [first, .., _] => format!("{first} and {} more", step.makes.len() - 1),
                all => all.concat(),
            };
            format!("  {makes} (in {}){about}\n", step.cmake)
        };
        text.extend(report.not_generated.iter().map(line));
    }
    text
}

fn lines(entry: &Entry, details: bool) -> String {
    let by = match entry.scripts {
        [] => String::new(),
        scripts if entry.origin == Origin::Other => format!(" (by {})", scripts.join(" or ")),
        _ => String::new(),
    };
    let mut text = format!("  {}{by}\n", entry.path);
    let Some(difference) = &entry.difference else { return text };
    let Difference { same, changed, only_theirs, elsewhere, only_ours } = difference;
    let all = same + changed.len() + only_theirs.len() + elsewhere.len();
    text += &format!("    {}: {same} equal", count(all, "declaration"));
    let others = [
        (changed.len(), "different in opgen's file"),
        (elsewhere.len(), "in another of opgen's files"),
        (only_theirs.len(), "only in the tree"),
        (only_ours.len(), "only in opgen's file"),
    ];
    text.extend(others.iter().filter(|(number, _)| *number > 0).map(|(number, place)| format!(", {number} {place}")));
    text.push('\n');
    if details {
        let change = |Changed { name, theirs, ours }: &Changed| {
            let sides = [("-", theirs), ("+", ours)];
            sides
                .iter()
                .flat_map(|(sign, all)| all.iter().map(move |what| format!("    {sign} {name} {what}\n")))
                .collect()
        };
        text.extend(changed.iter().map(change).collect::<Vec<String>>());
        text.extend(only_theirs.iter().map(|name| format!("    - {name}\n")));
        text.extend(only_ours.iter().map(|name| format!("    + {name}\n")));
    }
    text
}
