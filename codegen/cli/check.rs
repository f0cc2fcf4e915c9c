//! `opgen check`: reports everything that is wrong with the YAML.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use opgen::driver;
use opgen::project::Project;
use opgen::project::levels::{Levels, Setting};
use opgen::project::settings::{BaselineFrom, Options};
use opgen::source::{Level, count, report};

use super::{Outcome, RootArgs, explain, output, progress};

/// Check operator YAML and report everything that is wrong with it
#[derive(Args)]
pub struct CheckArgs {
    #[command(flatten)]
    root: RootArgs,
    /// The format of the findings
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Also show notes, which are otherwise only counted; the other formats always have them
    #[arg(long)]
    notes: bool,
    /// Report these codes, or all `warnings` or `notes`, as errors
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    deny: Vec<String>,
    /// Report these codes, or all `notes`, as warnings
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    warn: Vec<String>,
    /// Do not report these codes, or all `warnings` or `notes`
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    allow: Vec<String>,
    /// Do not report the findings in this file; `baseline` in opgen.toml does the same
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all findings to the baseline, so that they are no longer reported
    #[arg(long, conflicts_with = "format")]
    write_baseline: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Text with the source lines, underlined
    Human,
    /// A JSON array
    Json,
    /// A SARIF 2.1.0 log, for code scanning services
    Sarif,
    /// Annotations of a pull request, for a GitHub workflow
    Github,
}

pub fn run(args: &CheckArgs) -> anyhow::Result<Outcome> {
    let options = options(args)?;
    let project = progress::during("checking", || driver::read(&args.root.root(), &options).analyse());
    if args.write_baseline {
        return write_baseline(args, &project);
    }
    output::print(&text(args, &project))?;
    Ok(outcome(&project))
}

fn outcome(project: &Project) -> Outcome {
    if project.diagnostics.has_errors() { Outcome::Findings } else { Outcome::Fine }
}

fn options(args: &CheckArgs) -> anyhow::Result<Options> {
    let mut levels = Levels::default();
    let settings = [(Setting::Deny, &args.deny), (Setting::Warn, &args.warn), (Setting::Allow, &args.allow)];
    for (setting, codes) in settings {
        codes.iter().try_for_each(|code| set(&mut levels, code, setting))?;
    }
    let baseline = match &args.baseline {
        _ if args.write_baseline => BaselineFrom::Nowhere,
        Some(path) => BaselineFrom::File(path.clone()),
        None => BaselineFrom::Project,
    };
    Ok(Options { levels, baseline, ..args.root.options() })
}

fn set(levels: &mut Levels, code: &str, setting: Setting) -> anyhow::Result<()> {
    if let Some(level) = Levels::group(code) {
        levels.set_group(level, setting);
        return Ok(());
    }
    let rule = explain::find(code)?;
    if !setting.fits(rule) {
        bail!("{} cannot be allowed ({}): nothing correct could be generated", rule.code(), rule.title());
    }
    if let Some(other) = levels.setting(rule).filter(|other| *other != setting) {
        bail!("{} is given to both --{} and --{}", rule.code(), other.name(), setting.name());
    }
    levels.set(rule, setting);
    Ok(())
}

/// Writes the baseline, and reports the findings that may not be in a baseline.
fn write_baseline(args: &CheckArgs, project: &Project) -> anyhow::Result<Outcome> {
    let path = args.baseline.as_ref().unwrap_or(&project.baseline);
    let (text, written) = project.to_baseline();
    output::write(path, text)?;
    let options = Options { baseline: BaselineFrom::File(path.clone()), ..options(args)? };
    let left = driver::read(&args.root.root(), &options).analyse();
    let findings = count(written, "finding");
    output::print(&format!("{}{findings} written to {}\n", output::findings(&left), path.display()))?;
    Ok(outcome(&left))
}

fn text(args: &CheckArgs, project: &Project) -> String {
    let (diagnostics, sources) = (&project.diagnostics, &project.sources);
    let path = |name: &str| args.root.path(name);
    match args.format {
        Format::Human => human(args, project),
        Format::Json => report::json(diagnostics, sources),
        Format::Sarif => report::sarif(diagnostics, sources, path, |found| project.key(found).fingerprint()),
        Format::Github => report::github(diagnostics, sources, path),
    }
}

fn human(args: &CheckArgs, project: &Project) -> String {
    let findings = output::findings_to(project, if args.notes { Level::Note } else { Level::Warning });
    if findings.is_empty() { output::nothing(project) } else { findings }
}
