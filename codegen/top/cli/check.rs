//! `opgen check`: reports all errors and warnings in the YAML.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use opgen::driver::frameworks;
use opgen::driver::{self, fix::Wanted};
use opgen::project::any::AnyProject;
use opgen::project::settings::{BaselineFrom, Options};
use opgen::project::{Review, Root, git};
use opgen::source::file::SourceFile;
use opgen::source::{Level, Sources, count};

use super::changed_lines::ChangedLines;
use super::detail::Detail;
use super::findings::{Format, LevelArgs, Report, ReportArgs};
use super::fix;
use super::full;
use super::outcome::Outcome;
use super::output;
use super::paths::{NamedPaths, PathArgs};
use super::progress;
use super::root_args::{RootArgs, path_in};
use super::statistics;

/// Check operator YAML and report all errors and warnings
#[derive(Args)]
pub struct CheckArgs {
    #[command(flatten)]
    paths: PathArgs,
    #[command(flatten)]
    root: RootArgs,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    levels: LevelArgs,
    /// Do not report the findings listed in this file; by default, the file set by `baseline` in opgen.toml, or
    /// `opgen-baseline.toml` beside it
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all findings to the baseline file, so that they are no longer reported
    #[arg(long, conflicts_with = "format")]
    write_baseline: bool,
    /// Report only findings that this git revision does not have, and fail only for errors among them
    #[arg(long, value_name = "REVISION", conflicts_with = "write_baseline")]
    since: Option<String>,
    /// Instead of the findings, report how many each rule has, and how many can be fixed; only in the formats `human` and `json`
    #[arg(long, conflicts_with_all = ["write_baseline", "diff"])]
    statistics: bool,
    /// Report only errors, and nothing if there are none
    #[arg(short, long, conflicts_with = "notes")]
    quiet: bool,
    /// Carry out the fixes of which there is no doubt, and report what is left
    #[arg(long, conflicts_with_all = ["write_baseline", "since"])]
    fix: bool,
    /// Show what `--fix` would change, and write nothing; the exit code is 1 if it would change something
    #[arg(long, conflicts_with_all = ["write_baseline", "since", "format"])]
    diff: bool,
    /// With `--fix` or `--diff`: also fixes that may not be what was meant
    #[arg(long)]
    unsafe_fixes: bool,
    /// Also compare the operators with the C++ in this folder: the headers of an installed framework (`paddle/include`) or, for
    /// PyTorch, the kernels of a backend. The C++ sources of a tree are always compared
    #[arg(long, value_name = "DIR")]
    include: Option<PathBuf>,
    /// Instead of operators, check a mapping for `opgen convert` in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "write_baseline", "baseline", "notes", "since", "quiet", "fix", "diff", "unsafe_fixes", "statistics", "RootArgs",
        "LevelArgs", "PathArgs",
    ])]
    mapping: Option<PathBuf>,
}

pub fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    if let Some(folder) = &args.mapping {
        return full::check_mapping(folder, args.report.format);
    }
    check_arguments(args)?;
    let paths = args.paths.read()?;
    refuse_paths(args, &paths)?;
    let detail = if args.quiet { Detail::Quiet } else { Detail::Brief };
    let root = paths.root(&args.root, detail)?;
    let options = Options { unsaved: paths.unsaved(&root), ..options(args)? };
    if args.fix || args.diff {
        return fix_findings(args, &root, &options, &paths, detail);
    }
    let (mut project, changed) = progress::during(detail, "checking", || analyse(args, &root, &options))?;
    output::refuse_empty(&project)?;
    say_assumption(args, &project)?;
    if args.write_baseline {
        refuse_incomplete(&project)?;
        return write_baseline(args, &root, &*project);
    }
    if let Some(files) = files(&paths, &root, &project.sources)? {
        project.keep_in(&files);
    }
    output::print(&text(args, &root, &*project, changed.as_ref()))?;
    refuse_incomplete(&project)?;
    let outcome = outcome(&project);
    // The process ends next, and takes the memory with it at once.
    std::mem::forget(project);
    Ok(outcome)
}

/// Fails if the C++ could not be read, so that the findings are those of the YAML alone, or if a revision lacks objects.
fn refuse_incomplete(project: &Review) -> anyhow::Result<()> {
    project.incomplete.as_ref().map_or(Ok(()), |reason| bail!("{reason}"))
}

/// Fails if options do not fit together in a way that the parser does not know.
fn check_arguments(args: &CheckArgs) -> anyhow::Result<()> {
    if args.unsafe_fixes && !args.fix && !args.diff {
        bail!("`--unsafe-fixes` needs `--fix` or `--diff`");
    }
    if args.statistics && !matches!(args.report.format, Format::Human | Format::Json) {
        bail!("`--statistics` has only the formats `human` and `json`");
    }
    Ok(())
}

/// Fails if options cannot be used with paths, or with standard input.
fn refuse_paths(args: &CheckArgs, paths: &NamedPaths) -> anyhow::Result<()> {
    if args.write_baseline && !paths.is_empty() {
        bail!("`--write-baseline` writes the findings in all files: name no paths");
    }
    if args.fix && paths.input.is_some() {
        bail!("`--fix` writes files, but the text comes from standard input: use `--diff`");
    }
    Ok(())
}

/// The names of the files that the paths name. `None` if all files are wanted.
fn files(paths: &NamedPaths, root: &Root, sources: &Sources) -> anyhow::Result<Option<BTreeSet<String>>> {
    if paths.is_empty() {
        return Ok(None);
    }
    paths.chosen(root, sources.files(), "files").map(Some)
}

/// The project with the findings to report. With `--since`, also the changed lines.
fn analyse(
    args: &CheckArgs,
    root: &Root,
    options: &Options,
) -> anyhow::Result<(Box<dyn AnyProject>, Option<ChangedLines>)> {
    let read = |root: &Root| full::analyse(frameworks::read(root, options), root, args.include.as_deref());
    let mut project = read(root)?;
    let Some(revision) = &args.since else { return Ok((project, None)) };
    let Some(folder) = root.folder() else { bail!("`--since` needs a folder in a git repository") };
    if let Err(error) = git::commit(folder, revision) {
        // Before the first commit, everything is new.
        let is_first = revision == "HEAD" && error.is_empty() && git::from_top(folder).is_ok();
        let reason = if error.is_empty() { format!("git does not know the revision `{revision}`") } else { error };
        return if is_first { Ok((project, None)) } else { Err(anyhow!(reason)) };
    }
    let base = Root::Revision { folder: folder.to_owned(), revision: revision.clone() };
    let base = read(&base)?;
    refuse_incomplete(&base)?;
    project.keep_new(&base);
    let changed = ChangedLines::between(&base, &project, ["", ""]);
    Ok((project, Some(changed)))
}

/// Carries out fixes, or only shows them.
fn fix_findings(
    args: &CheckArgs,
    root: &Root,
    options: &Options,
    paths: &NamedPaths,
    detail: Detail,
) -> anyhow::Result<Outcome> {
    if !matches!(root, Root::Tree(_)) {
        bail!("only the files of a folder can be fixed: name it with `--root`");
    }
    let files = match paths.is_empty() {
        true => None,
        false => files(paths, root, frameworks::read(root, options).sources())?,
    };
    let wanted = Wanted { lowest: args.report.lowest(), uncertain: args.unsafe_fixes, files: files.as_ref() };
    let mut fixed = progress::during(detail, "fixing", || driver::fix::fix(root, options, wanted));
    if let Some(files) = &files {
        fixed.project.keep_in(files);
    }
    if args.diff {
        fix::show(&fixed, wanted, root)?;
        return Ok(if fixed.files.is_empty() { outcome(&fixed.project) } else { Outcome::Findings });
    }
    fix::write(&fixed, wanted, root)?;
    say_assumption(args, &fixed.project)?;
    output::print(&text(args, root, &*fixed.project, None))?;
    Ok(outcome(&fixed.project))
}

/// Tells people which profile is used if nothing states it.
fn say_assumption(args: &CheckArgs, project: &Review) -> anyhow::Result<()> {
    match (args.report.format, args.quiet) {
        (Format::Human, false) => output::print_error(&output::assumption(project)),
        _ => Ok(()),
    }
}

fn outcome(project: &Review) -> Outcome {
    if project.diagnostics.has_errors() { Outcome::Findings } else { Outcome::Fine }
}

fn options(args: &CheckArgs) -> anyhow::Result<Options> {
    let baseline = match &args.baseline {
        _ if args.write_baseline => BaselineFrom::Nowhere,
        Some(path) => BaselineFrom::File(path.clone()),
        None => BaselineFrom::Project,
    };
    Ok(Options { levels: args.levels.levels()?, baseline, ..args.root.options() })
}

/// Writes the baseline, and reports the findings that a baseline cannot contain.
fn write_baseline(args: &CheckArgs, root: &Root, project: &dyn AnyProject) -> anyhow::Result<Outcome> {
    if args.baseline.is_none() && project.baseline.is_none() && project.diagnostics.has_errors() {
        output::print(&output::findings(project))?;
        return Ok(Outcome::Findings);
    }
    let path = args.baseline.as_ref().or(project.baseline.as_ref());
    let path =
        path.with_context(|| format!("there is no folder for a baseline of {root}: name a file with `--baseline`"))?;
    let is_baseline = |name: &&str| output::is_same_file(Path::new(&path_in(root, name)), path);
    if let Some(name) = project.sources.files().map(SourceFile::name).find(is_baseline) {
        bail!("{name} is an input: name another file for the baseline");
    }
    let (text, written) = project.to_baseline();
    output::write_baseline(path, &text)?;
    let options = Options { baseline: BaselineFrom::File(path.clone()), ..options(args)? };
    let left = full::analyse(frameworks::read(root, &options), root, args.include.as_deref())?;
    let findings = count(written, "finding");
    output::print(&format!("{}{findings} written to {}\n", output::findings(&left), path.display()))?;
    let is_default = project.baseline.as_ref().is_some_and(|default| output::is_same_file(default, path));
    if !is_default {
        let name = path.display();
        output::print(&format!("to use this file, pass `--baseline {name}`, or set `baseline` in opgen.toml\n"))?;
    }
    Ok(outcome(&left))
}

fn text(args: &CheckArgs, root: &Root, project: &dyn AnyProject, changed: Option<&ChangedLines>) -> String {
    if args.statistics {
        return statistics(args, project);
    }
    let report = Report {
        diagnostics: &project.diagnostics,
        sources: &project.sources,
        path: &|name| path_in(root, name),
        fingerprint: &|found| project.key(found).fingerprint(),
        is_annotated: &|span| changed.is_none_or(|changed| changed.has(project, span)),
    };
    report.text(args.report.format, || human(args, project))
}

fn human(args: &CheckArgs, project: &dyn AnyProject) -> String {
    if args.quiet {
        return output::report(project, Detail::Quiet);
    }
    let findings = output::findings_to(project, args.report.lowest());
    if findings.is_empty() { output::no_findings(project) } else { findings }
}

fn statistics(args: &CheckArgs, project: &dyn AnyProject) -> String {
    let lowest = if args.quiet { Level::Error } else { args.report.lowest() };
    match args.report.format {
        Format::Json => statistics::json(&project.diagnostics),
        _ => statistics::human(project, lowest),
    }
}
