//! `opgen diff`: reports the changes between two versions of the operators, and whom they break.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use clap::Args;
use opgen::describe::Differences;
use opgen::diff::{self, Class, CppChange, FileDiff, report};
use opgen::driver::generate::{self, GenerateError};
use opgen::driver::selection::{Selection, WantedTargets};
use opgen::driver::{frameworks, kernels};
use opgen::project::any::{AnyFramework, AnyProject};
use opgen::project::approval::Approval;
use opgen::project::config::Until;
use opgen::project::framework::Target;
use opgen::project::settings::{Options, Recipe};
use opgen::project::shards::Shards;
use opgen::project::{Root, git};
use opgen::registry::Project;
use opgen::source::report::render_to;
use opgen::source::{Diagnostic, Level, count};

use super::super::changed_lines::ChangedLines;
use super::super::completions::{Completed, targets};
use super::super::detail::Detail;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::progress;
use super::diff_breaks::{self, Compared};
use super::diff_format::Format;
use super::diff_programs;
use super::diff_refused::{self, NamedSide};
use super::diff_side::{self, Side, default_tree, load, path_in_repository, side, working_tree};

/// Report the changes between two versions of the operators, and whom they break
#[derive(Args)]
#[command(after_help = "Exit codes: 0 no denied class breaks, 1 a denied class breaks, 2 the command failed.")]
pub struct DiffArgs {
    /// The old version: a Git revision, a folder, an archive (`.tar`, `.tar.gz`, `.zip`), `URL#REVISION` of another repository, or a
    /// file in normal form
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
    /// The classes that must not break: a list of `api`, `python`, `model`, `kernel` and `pir`, for PyTorch also `forward` and
    /// `shim`, or `none`; by default `api` and `model`, for PyTorch also `shim`
    #[arg(long, value_name = "CLASSES")]
    deny: Option<Denied>,
    /// Also compare the generated files, which is the default for Paddle; for PyTorch, also list those that differ
    #[arg(long)]
    outputs: bool,
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

/// The names in a list of classes. Only the framework of the trees knows which there are.
#[derive(Clone)]
struct Denied(BTreeSet<String>);

impl From<&str> for Denied {
    fn from(text: &str) -> Self {
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "none");
        Denied(names.map(str::to_owned).collect())
    }
}

/// The classes of Paddle's callers that must not break.
fn denied_classes(args: &DiffArgs) -> anyhow::Result<BTreeSet<Class>> {
    match &args.deny {
        None => Ok(BTreeSet::from([Class::Api, Class::Model])),
        Some(Denied(names)) => names.iter().map(|name| name.parse().map_err(anyhow::Error::msg)).collect(),
    }
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
    if let Some(framework) = frameworks::described(&head.root, &Options::default()) {
        return compare_descriptions(args, framework, [&base, &head]);
    }
    let denied = denied_classes(args)?;
    let (mut old, mut new) = rayon::join(|| load(&base), || load(&head));
    let are_broken_alike = are_broken_alike(&old, &new);
    if !are_broken_alike {
        refuse_broken_sides(args, [("base", &base, &old.review), ("head", &head, &new.review)])?;
    }
    let targets = match args.target.as_slice() {
        _ if are_broken_alike => skipped_targets(&new)?,
        [none] if none == "none" => Vec::new(),
        names => chosen_targets(&new.recipe, names)?,
    };
    let of_cpp = cpp_changes((&base, &mut old), (&head, &mut new))?;
    let sides = frameworks::sides(&old, &new);
    progress::stage("comparing");
    let (mut found, texts) =
        rayon::join(|| diff::compare(sides), || rayon::join(|| texts(&old, &targets), || texts(&new, &targets)));
    found.add(sides, of_cpp);
    let mut programs = args.programs.as_ref().map(|folder| diff_programs::compare(folder, &old, &new)).transpose()?;
    let lost = programs.as_mut().map_or(&mut [][..], |(programs, _)| programs.as_mut_slice());
    let allowances = found.approve(lost, &new.recipe.allowances, |until| is_over(until, &base));
    let allowances = new.with_levels(allowances);
    let files = diff::generated(&texts.0?, &texts.1?, args.patch);
    let report = report::Report {
        sides,
        names: [&base.name, &head.name],
        diff: &found,
        files: &files,
        programs: programs.as_ref().map(|(programs, all)| (programs.as_slice(), *all)),
        allowances: &allowances,
        denied: &denied,
        details: args.details,
    };
    let text = match args.format {
        Format::Human => report::human(&report),
        Format::Markdown => report::markdown(&report),
        Format::Json => report::json(&report),
        Format::Github => {
            let changed = ChangedLines::between(&old, &new, [&base.prefix, &head.prefix]);
            report::github(&report, |name| path_in_repository(name, &head), |span| changed.has(&new, span))
        }
        Format::Sarif => {
            report::sarif(&report, |name, is_head| path_in_repository(name, if is_head { &head } else { &base }))
        }
    };
    Ok((text, if report.is_denied() || allowances.has_errors() { Outcome::Findings } else { Outcome::Fine }))
}

/// The report for a framework that says whom changes break, and leaves the report to others.
fn compare_descriptions(
    args: &DiffArgs,
    framework: &dyn AnyFramework,
    [base, head]: [&Side; 2],
) -> anyhow::Result<(String, Outcome)> {
    if args.programs.is_some() {
        bail!("programs are only compared for Paddle");
    }
    let mut pair = framework.read_pair(&base.root, &head.root, &Options::default());
    for (side, project) in [base, head].into_iter().zip(pair.sides_mut()) {
        diff_side::rename(side, project);
        output::refuse_empty(project)?;
    }
    let [old, new] = pair.sides();
    refuse_broken_sides(args, [("base", base, old.review()), ("head", head, new.review())])?;
    let wants_files = args.outputs || args.patch || !args.target.is_empty();
    let files = match args.target.as_slice() {
        [none] if none == "none" => None,
        names if wants_files => Some(compare_outputs(pair.sides(), names, args.patch)?),
        _ => None,
    };
    let mut approval = Approval::new(&new.recipe().allowances, |until| is_over(until, base));
    let (breaks, approved) = diff_breaks::approved(pair.breaks(), &mut approval);
    let allowances = new.review().with_levels(approval.findings());
    let described = pair.sides().map(|side| side.describe().into_iter().map(|(_, one)| one).collect::<Vec<_>>());
    let compared = Compared {
        differences: Differences::between(&described[0], &described[1]),
        breaks,
        approved,
        classes: framework.break_classes(),
        denied: args.deny.as_ref().map(|denied| &denied.0),
        files,
    };
    let text = match args.format {
        Format::Human => compared.text(args.details),
        Format::Json => compared.json()?,
        Format::Markdown => compared.markdown([&base.name, &head.name]),
        Format::Github => compared.github(|name| path_in_repository(name, head))?,
        Format::Sarif => compared.sarif(|name, is_head| path_in_repository(name, if is_head { head } else { base }))?,
    };
    output::print_error(&render_to(Level::Warning, &allowances, &new.review().sources))?;
    Ok((text, if compared.is_denied()? || allowances.has_errors() { Outcome::Findings } else { Outcome::Fine }))
}

/// The changes of C++ that the YAML does not show.
fn cpp_changes(base: (&Side, &mut Project), head: (&Side, &mut Project)) -> anyhow::Result<Vec<CppChange>> {
    let [base, head] =
        [base, head].map(|(side, project)| kernels::Version { root: &side.root, prefix: &side.prefix, project });
    kernels::changes(base, head).map_err(anyhow::Error::msg)
}

/// The targets whose outputs are compared.
fn chosen_targets(head: &Recipe, names: &[String]) -> anyhow::Result<Vec<Target>> {
    let selection = Selection::of(head, &WantedTargets::named(names), None)?;
    if let Some(custom) = selection.custom.first().filter(|_| !names.is_empty()) {
        bail!("cannot compare the outputs of `{}`, because it is the project's own target", custom.name.value);
    }
    Ok(selection.built_in)
}

/// The outputs of one side, by path. What stops them is printed.
fn texts(side: &dyn AnyProject, targets: &[Target]) -> anyhow::Result<BTreeMap<String, String>> {
    let selection = Selection { built_in: targets.to_vec(), custom: Vec::new(), shards: Shards::WHOLE };
    match generate::project(side, &selection) {
        Ok(files) => Ok(files.into_iter().map(|file| (file.path, file.text)).collect()),
        Err(GenerateError::Findings(findings)) => {
            output::print_error(&render_to(Level::Error, &findings, &side.review().sources))?;
            bail!("the generated files cannot be compared");
        }
        Err(GenerateError::Render(error)) => Err(error.into()),
    }
}

/// The generated files that differ, of targets with these names, or of all.
fn compare_outputs(sides: [&dyn AnyProject; 2], names: &[String], patch: bool) -> anyhow::Result<Vec<FileDiff>> {
    for (side, which) in sides.into_iter().zip(["old", "new"]) {
        let errors = side.review().diagnostics.count(Level::Error);
        if errors > 0 {
            bail!(
                "nothing can be generated from the {which} version, which has {}: see `opgen check`",
                count(errors, "error")
            );
        }
    }
    let targets = chosen_targets(sides[1].recipe(), names)?;
    progress::stage("generating both versions");
    let [old, new] = sides;
    let (old, new) = rayon::join(|| texts(old, &targets), || texts(new, &targets));
    Ok(diff::generated(&old?, &new?, patch))
}

/// Whether an allowance has ended for comparisons with a base.
fn is_over(until: &Until, base: &Side) -> bool {
    match (until, &base.root) {
        (Until::Day(_), _) => until.has_passed(),
        (Until::Revision(end), Root::Revision { folder, revision }) => git::contains(folder, revision, end),
        (Until::Revision(_), _) => false,
    }
}

/// How the codes of errors begin that concern whole files, settings or the version of the tree.
const ABOUT_FILES: &str = "E00";

/// Whether both sides have the same errors that no project can allow, and all of them are in entries. Then both lack the same
/// entries, and the others can be compared.
fn are_broken_alike(old: &Project, new: &Project) -> bool {
    let is_in_entry = |error: &&Diagnostic| !error.rule.code().starts_with(ABOUT_FILES);
    let [base, head] = [old, new].map(|side| {
        let line = |finding: &Diagnostic| {
            let file = side.sources.file(finding.span.file);
            let line = file.line_of(finding.span.start);
            file.text()[file.lines(line, line)].trim_end_matches(['\n', '\r'])
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
fn skipped_targets(head: &Project) -> anyhow::Result<Vec<Target>> {
    let errors = match unreadable(head).len() {
        1 => "error".to_owned(),
        number => count(number, "error"),
    };
    let skipped = "entries that cannot be read, and generated files, are not compared";
    output::print_error(&format!("both sides have the same {errors}, see `opgen check`: {skipped}\n"))?;
    Ok(Vec::new())
}

/// Fails if a side cannot be compared. Other programs get its errors in their format.
fn refuse_broken_sides(args: &DiffArgs, sides: [NamedSide; 2]) -> anyhow::Result<()> {
    let refused = refuse_broken(sides);
    if let Err(reason) = &refused {
        output::print(&diff_refused::report(args.format, sides, &reason.to_string())?)?;
    }
    refused
}

/// Fails if a side cannot be compared, after printing its errors. Errors of which the level can be lowered are only
/// counted: the other side may fix them.
pub fn refuse_broken<const N: usize>(sides: [NamedSide; N]) -> anyhow::Result<()> {
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
