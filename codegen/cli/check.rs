//! `opgen check`: reports all errors and warnings in the YAML.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use opgen::driver;
use opgen::project::settings::{BaselineFrom, Options};
use opgen::project::{Project, Root};
use opgen::source::count;

use super::detail::Detail;
use super::findings::{LevelArgs, Report, ReportArgs};
use super::full;
use super::outcome::Outcome;
use super::output;
use super::progress;
use super::root_args::{RootArgs, path_in};

/// Check operator YAML and report all errors and warnings
#[derive(Args)]
pub struct CheckArgs {
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
    /// Instead of operators, check a mapping for `opgen convert` in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["write_baseline", "baseline", "notes", "RootArgs", "LevelArgs"])]
    mapping: Option<PathBuf>,
}

pub fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    if let Some(folder) = &args.mapping {
        return full::check_mapping(folder, args.report.format);
    }
    let options = options(args)?;
    let root = args.root.root(Detail::Brief)?;
    let project = progress::during(Detail::Brief, "checking", || driver::read(&root, &options).analyse());
    output::refuse_empty(&project)?;
    if args.write_baseline {
        return write_baseline(args, &root, &project);
    }
    output::print(&text(args, &root, &project))?;
    Ok(outcome(&project))
}

fn outcome(project: &Project) -> Outcome {
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
fn write_baseline(args: &CheckArgs, root: &Root, project: &Project) -> anyhow::Result<Outcome> {
    let path = args.baseline.as_ref().or(project.baseline.as_ref());
    let path =
        path.with_context(|| format!("there is no folder for a baseline of {root}: name a file with `--baseline`"))?;
    let (text, written) = project.to_baseline();
    output::write_file(path, text.as_bytes())?;
    let options = Options { baseline: BaselineFrom::File(path.clone()), ..options(args)? };
    let left = driver::read(root, &options).analyse();
    let findings = count(written, "finding");
    output::print(&format!("{}{findings} written to {}\n", output::findings(&left), path.display()))?;
    let is_default = project.baseline.as_ref().is_some_and(|default| output::is_same_file(default, path));
    if !is_default {
        let name = path.display();
        output::print(&format!("to use this file, pass `--baseline {name}`, or set `baseline` in opgen.toml\n"))?;
    }
    Ok(outcome(&left))
}

fn text(args: &CheckArgs, root: &Root, project: &Project) -> String {
    let report = Report {
        diagnostics: &project.diagnostics,
        sources: &project.sources,
        path: &|name| path_in(root, name),
        fingerprint: &|found| project.key(found).fingerprint(),
    };
    report.text(args.report.format, || human(args, project))
}

fn human(args: &CheckArgs, project: &Project) -> String {
    let findings = output::findings_to(project, args.report.lowest());
    if findings.is_empty() { output::no_findings(project) } else { findings }
}
