//! `opgen diff`: reports the changes between two versions of the operators, and whom they break.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use opgen::diff::{self, Class, CppChange, Sides, report};
use opgen::driver::selection::Selection;
use opgen::driver::{self, generate, kernels, templates};
use opgen::project::shards::Shards;
use opgen::project::{Project, Root, git, nearest_root};
use opgen::source::path::with_slashes;
use opgen::source::{Diagnostic, Level, count};
use opgen::targets::Target;

use super::super::changed_lines::ChangedLines;
use super::super::completions::{Completed, targets};
use super::super::detail::Detail;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::progress;
use super::diff_programs;

/// Report the changes between two versions of the operators, and whom they break
#[derive(Args)]
#[command(after_help = "Exit codes: 0 no denied class breaks, 1 a denied class breaks, 2 the command failed.")]
pub struct DiffArgs {
    /// The old version: a Git revision, a folder, or a file in normal form
    base: String,
    /// The new version, in one of the same forms; by default, the working tree
    head: Option<String>,
    /// The folder with the YAML in the working tree and in revisions; by default, the one that `opgen check` finds, or the
    /// root of the repository
    #[arg(long, value_name = "TREE")]
    root: Option<PathBuf>,
    /// Show every change with the lines of both sides, instead of only what breaks and why
    #[arg(long)]
    details: bool,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// The classes that must not break: a list of `api`, `python`, `model`, `kernel` and `pir`, or `none`
    #[arg(long, value_name = "CLASSES", default_value = "api,model", value_parser = denied)]
    deny: Denied,
    /// The targets whose generated files are compared; by default, all; `none` for none
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = Completed(targets), hide_possible_values = true)]
    target: Vec<String>,
    /// Show the unified diff of the generated files
    #[arg(long)]
    patch: bool,
    /// Also translate saved programs with both versions, and report those that translate differently: one file, or all
    /// `*.pdmodel` and `__model__` below a folder
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Text for people
    Human,
    /// A comment for a pull request
    Markdown,
    /// A JSON object with every change
    Json,
    /// Annotations for a pull request, in a GitHub workflow
    Github,
}

#[derive(Clone)]
struct Denied(BTreeSet<Class>);

fn denied(text: &str) -> Result<Denied, String> {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "none");
    names.map(str::parse).collect::<Result<_, _>>().map(Denied)
}

/// One of the two versions.
pub(super) struct Side {
    pub root: Root,
    /// Its name in messages.
    name: String,
    /// The prefix of its files' paths in messages.
    pub prefix: String,
}

pub fn run(args: &DiffArgs) -> anyhow::Result<Outcome> {
    let (text, outcome) = progress::during(Detail::Brief, "reading both versions", || compare(args))?;
    output::print(&text)?;
    Ok(outcome)
}

/// The report, and whether a denied class breaks.
fn compare(args: &DiffArgs) -> anyhow::Result<(String, Outcome)> {
    let tree = args.root.clone().unwrap_or_else(default_tree);
    let base = side(&args.base, &tree)?;
    let head = args.head.as_deref().map_or_else(|| Ok(working_tree(&tree)), |head| side(head, &tree))?;
    let (mut old, mut new) = rayon::join(|| load(&base), || load(&head));
    let are_broken_alike = are_broken_alike(&old, &new);
    if !are_broken_alike {
        refuse_broken([("base", &base, &old), ("head", &head, &new)])?;
    }
    let targets = match args.target.as_slice() {
        _ if are_broken_alike => skipped_targets(&new)?,
        [none] if none == "none" => Vec::new(),
        names => chosen_targets(&new, names)?,
    };
    let of_cpp = cpp_changes((&base, &mut old), (&head, &mut new))?;
    let sides = Sides { base: &old, head: &new };
    progress::stage("comparing");
    let (mut found, texts) =
        rayon::join(|| diff::compare(sides), || rayon::join(|| texts(&old, &targets), || texts(&new, &targets)));
    found.add(sides, of_cpp);
    let files = diff::generated(&texts.0?, &texts.1?, args.patch);
    let programs = args.programs.as_ref().map(|folder| diff_programs::compare(folder, &old, &new)).transpose()?;
    let report = report::Report {
        sides,
        names: [&base.name, &head.name],
        diff: &found,
        files: &files,
        programs: programs.as_ref().map(|(programs, all)| (programs.as_slice(), *all)),
        denied: &args.deny.0,
        details: args.details,
    };
    let text = match args.format {
        Format::Human => report::human(&report),
        Format::Markdown => report::markdown(&report),
        Format::Json => report::json(&report),
        Format::Github => {
            let changed = ChangedLines::between(&old, &new, [&base.prefix, &head.prefix]);
            report::github(&report, |name| path_in_head(name, &head), |span| changed.has(&new, span))
        }
    };
    Ok((text, if report.is_denied() { Outcome::Findings } else { Outcome::Fine }))
}

/// The changes of C++ that the YAML does not show.
fn cpp_changes(base: (&Side, &mut Project), head: (&Side, &mut Project)) -> anyhow::Result<Vec<CppChange>> {
    let [base, head] =
        [base, head].map(|(side, project)| kernels::Version { root: &side.root, prefix: &side.prefix, project });
    kernels::changes(base, head).map_err(anyhow::Error::msg)
}

/// The targets whose outputs are compared.
fn chosen_targets(head: &Project, names: &[String]) -> anyhow::Result<Vec<&'static Target>> {
    let selection = Selection::of(&head.recipe, names, None)?;
    if let Some(custom) = selection.custom.first().filter(|_| !names.is_empty()) {
        bail!("cannot compare the outputs of `{}`, because it is the project's own target", custom.name.value);
    }
    Ok(selection.built_in)
}

/// The outputs of one side, by path.
fn texts(side: &Project, targets: &[&Target]) -> anyhow::Result<BTreeMap<String, String>> {
    let profile = &side.recipe.profile;
    let templates = templates::built_in(profile);
    let files = generate::generate(&side.registry, profile, &templates, targets, Shards::WHOLE)?;
    Ok(files.into_iter().map(|file| (file.path, file.text)).collect())
}

/// The tree that contains the current folder or, if that has no operators now, the root of the repository.
pub(super) fn default_tree() -> PathBuf {
    let here = Path::new(".");
    let top = || git::to_top(here).ok().filter(|top| !top.is_empty()).map(PathBuf::from);
    nearest_root(here, None).or_else(top).unwrap_or_else(|| here.to_owned())
}

pub(super) fn side(text: &str, tree: &Path) -> anyhow::Result<Side> {
    let path = Path::new(text);
    // Neither an absolute path nor one that begins with `.` can be a revision.
    let is_clearly_path = path.is_absolute() || text.starts_with('.');
    let is_revision =
        !(path.exists() && is_clearly_path) && git::has_revision(tree, text).map_err(anyhow::Error::msg)?;
    match (path.exists(), is_revision) {
        (true, true) => {
            bail!("`{text}` is both a path and a git revision: write `./{text}` or `refs/heads/{text}`")
        }
        (true, false) => Ok(on_disk(text, path)),
        (false, true) => {
            let root = Root::Revision { folder: tree.to_owned(), revision: text.to_owned() };
            let prefix = format!("{text}:{}", git::from_top(tree).unwrap_or_default());
            Ok(Side { root, name: text.to_owned(), prefix })
        }
        (false, false) => {
            bail!("`{text}` is neither a path nor a git revision in {}", tree.display())
        }
    }
}

fn on_disk(name: &str, path: &Path) -> Side {
    let root = Root::at(path.to_owned());
    let prefix = if matches!(root, Root::NormalForm(_)) { String::new() } else { below(path) };
    Side { root, name: name.to_owned(), prefix }
}

fn working_tree(tree: &Path) -> Side {
    on_disk("the working tree", tree)
}

/// The prefix for paths below a folder.
fn below(folder: &Path) -> String {
    let folder = with_slashes(folder);
    match folder.trim_end_matches('/') {
        "." => String::new(),
        folder => format!("{}/", folder.trim_start_matches("./")),
    }
}

/// The path in the repository of a file in the head.
fn path_in_head(name: &str, head: &Side) -> String {
    match &head.root {
        Root::Revision { revision, .. } => {
            name.strip_prefix(revision.as_str()).and_then(|name| name.strip_prefix(':')).unwrap_or(name).to_owned()
        }
        Root::BuiltIn | Root::Tree(_) | Root::NormalForm(_) => name.to_owned(),
    }
}

pub(super) fn load(side: &Side) -> Project {
    let mut project = driver::load(&side.root);
    // Findings about the whole side keep its name.
    let whole = side.root.to_string();
    project.sources.rename(|name| if name == whole { whole.clone() } else { format!("{}{name}", side.prefix) });
    project
}

/// How the codes of errors begin that concern whole files, settings or the version of the tree.
const ABOUT_FILES: &str = "E00";

/// Whether both sides have the same errors that no project can allow, and all of them are in entries. Then both lack the same
/// entries, and the others can be compared.
fn are_broken_alike(old: &Project, new: &Project) -> bool {
    let is_in_entry = |error: &&Diagnostic| !error.rule.code().starts_with(ABOUT_FILES);
    let [base, head] = [old, new].map(|side| {
        let line = |finding: &Diagnostic| {
            let text = side.sources.file(finding.span.file).text();
            text.lines().nth(side.sources.region(finding.span).line.saturating_sub(1)).unwrap_or_default()
        };
        let errors = unreadable(side).into_iter().map(|error| (error.rule.code(), error.message.as_str(), line(error)));
        errors.collect::<BTreeSet<_>>()
    });
    !base.is_empty() && base == head && unreadable(old).iter().all(is_in_entry)
}

/// The errors that no project can allow.
fn unreadable(side: &Project) -> Vec<&Diagnostic> {
    side.diagnostics.sorted().into_iter().filter(|finding| !finding.rule.can_be_allowed()).collect()
}

/// The targets to compare if both sides are broken alike: none, because such a side cannot generate anything.
fn skipped_targets(head: &Project) -> anyhow::Result<Vec<&'static Target>> {
    let errors = match unreadable(head).len() {
        1 => "error".to_owned(),
        number => count(number, "error"),
    };
    let skipped = "entries that cannot be read, and generated files, are not compared";
    output::print_error(&format!("both sides have the same {errors}, see `opgen check`: {skipped}\n"))?;
    Ok(Vec::new())
}

/// Fails if a side cannot be compared, after printing its errors. Errors of which the level can be lowered are only
/// counted: the other side may fix them.
pub(super) fn refuse_broken<const N: usize>(sides: [(&str, &Side, &Project); N]) -> anyhow::Result<()> {
    let mut broken = Vec::new();
    for (which, side, project) in sides.into_iter().filter(|(_, _, project)| project.diagnostics.has_errors()) {
        let errors = count(project.diagnostics.count(Level::Error), "error");
        if project.diagnostics.is_sound() {
            output::print_error(&format!("the {which}, {}, has {errors}: see `opgen check`\n", side.name))?;
            continue;
        }
        output::print_error(&format!("the {which}, {}, cannot be compared:\n\n", side.name))?;
        output::print_error(&output::findings_to(project, Level::Error))?;
        broken.push(format!("the {which}, {}, has {errors}", side.name));
    }
    if broken.is_empty() { Ok(()) } else { Err(anyhow!("nothing was compared: {}", broken.join("; "))) }
}
