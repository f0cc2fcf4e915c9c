//! `opgen mapping`: checks the documents that map the API of one framework to another's, and expands their index.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use opgen::driver::CATALOGUE;
use opgen::mapping::{self, Mappings};
use opgen::project::baseline::{self, Baseline, Key};
use opgen::project::levels::Levels;
use opgen::project::suppressions::{Outlines, Suppressions, may_be_in_baseline};
use opgen::source::path::{tidy, with_slashes};
use opgen::source::read;
use opgen::source::{Diagnostic, Diagnostics, Level, Sources, count, report};

use super::super::findings::{LevelArgs, Report, ReportArgs};
use super::super::outcome::Outcome;
use super::super::output;

/// Check the documents that map PyTorch's API to Paddle's, and expand their index
#[derive(Args)]
pub struct MappingArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Report all errors and warnings in mapping documents and their index
    Check(CheckArgs),
    /// Expand the commands in the index
    Apply(ApplyArgs),
}

/// The options that both commands share.
#[derive(Args)]
struct FolderArgs {
    /// The folder with the documents (`api_difference`), their index, and the aliases (`tools/api_alias_mapping.json`)
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    levels: LevelArgs,
    /// Do not report the findings listed in this file; by default, `opgen-baseline.toml` in DIR
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
}

#[derive(Args)]
struct CheckArgs {
    #[command(flatten)]
    folder: FolderArgs,
    #[command(flatten)]
    report: ReportArgs,
    /// Write all findings to the baseline, so that they are no longer reported
    #[arg(long, conflicts_with = "format")]
    write_baseline: bool,
    /// Write the contents of the documents to FILE, as JSON
    #[arg(long, value_name = "FILE")]
    metadata: Option<PathBuf>,
    /// Write the commands for all aliases of documented APIs to FILE
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
}

#[derive(Args)]
struct ApplyArgs {
    #[command(flatten)]
    folder: FolderArgs,
    /// Leave the index unchanged, and write the result to `generated.tmp.md` beside it
    #[arg(long)]
    check_only: bool,
}

pub fn run(args: &MappingArgs) -> anyhow::Result<Outcome> {
    match &args.command {
        Command::Check(args) => check(args),
        Command::Apply(args) => apply(args),
    }
}

fn check(args: &CheckArgs) -> anyhow::Result<Outcome> {
    let mut found = CheckedMappings::read(&args.folder, args.write_baseline)?;
    if args.write_baseline {
        let known = found.write_baseline(&args.folder)?;
        found = CheckedMappings::read(&args.folder, false)?;
        output::print(&format!("{}{known}", found.human(Level::Warning)))?;
    } else {
        output::print(&found.text(args))?;
    }
    let mappings = &found.mappings;
    if let Some(path) = &args.metadata {
        output::write_file(path, mappings.metadata().as_bytes())?;
    }
    if let Some(path) = &args.aliases {
        let missing = || format!("there is no {}", tidy(&args.folder.folder.join(mapping::ALIASES)).display());
        output::write_file(path, mappings.alias_commands().with_context(missing)?.as_bytes())?;
    }
    Ok(found.outcome())
}

fn apply(args: &ApplyArgs) -> anyhow::Result<Outcome> {
    let found = CheckedMappings::read(&args.folder, false)?;
    let name = Mappings::output(args.check_only);
    let path = tidy(&args.folder.folder.join(name));
    let Some(expanded) = found.mappings.expanded() else {
        bail!("there is no index {}", tidy(&args.folder.folder.join(Mappings::output(false))).display());
    };
    if found.diagnostics.has_errors() {
        output::print_error(&report::render_to(Level::Error, &found.diagnostics, &found.mappings.sources))?;
        let errors = count(found.diagnostics.count(Level::Error), "error");
        output::print_error(&format!("{errors}; nothing was written\n"))?;
        return Ok(Outcome::Findings);
    }
    output::write_file(&path, expanded.text.as_bytes())?;
    output::print(&format!("{} written to {}\n", count(expanded.rows, "row"), path.display()))?;
    Ok(Outcome::Fine)
}

/// Mapping documents, and the findings to report.
struct CheckedMappings {
    folder: PathBuf,
    mappings: Mappings,
    diagnostics: Diagnostics,
    /// The number of findings in the baseline.
    known: usize,
}

impl CheckedMappings {
    fn read(args: &FolderArgs, ignores_baseline: bool) -> anyhow::Result<CheckedMappings> {
        let levels = args.levels.levels()?;
        let mut mappings = Mappings::read(&args.folder)?;
        let baseline = if ignores_baseline { Baseline::default() } else { baseline_of(args, &mut mappings)? };
        let suppressions = Suppressions {
            levels: [Levels::default(), Levels::default(), levels],
            baseline,
            unchecked: &[],
            outlines: &Outlines::default(),
            sources: &mappings.sources,
        };
        let (diagnostics, known) = suppressions.apply(std::mem::take(&mut mappings.diagnostics));
        Ok(CheckedMappings { folder: args.folder.clone(), mappings, diagnostics, known })
    }

    fn outcome(&self) -> Outcome {
        if self.diagnostics.has_errors() { Outcome::Findings } else { Outcome::Fine }
    }

    fn text(&self, args: &CheckArgs) -> String {
        let sources = &self.mappings.sources;
        let report = Report {
            diagnostics: &self.diagnostics,
            sources,
            path: &|name| with_slashes(&tidy(&self.folder.join(name))),
            fingerprint: &|found| key(found, sources).fingerprint(),
            is_annotated: &|_| true,
        };
        report.text(args.report.format, || self.human(args.report.lowest()))
    }

    /// The findings from `lowest` up, and a count of all.
    fn human(&self, lowest: Level) -> String {
        let details = report::render_to(lowest, &self.diagnostics, &self.mappings.sources);
        let notes = self.diagnostics.count(Level::Note);
        let hidden = match notes {
            0 => String::new(),
            _ if lowest == Level::Note => String::new(),
            _ => format!(", {} (`opgen mapping check --notes` shows them)", count(notes, "note")),
        };
        let known = match self.known {
            0 => String::new(),
            number => format!("; the baseline has {}", count(number, "known finding")),
        };
        let (documents, complete) = self.mappings.counts();
        let incomplete = match documents - complete {
            0 => String::new(),
            number => format!(" ({number} cannot be used)"),
        };
        let documents = format!("{}{incomplete}", count(documents, "document"));
        format!("{details}{documents}, {}{hidden}{known}\n", report::summary(&self.diagnostics, lowest))
    }

    /// Writes the baseline. Returns a message with the number of findings in it.
    fn write_baseline(&self, args: &FolderArgs) -> anyhow::Result<String> {
        let path = baseline_path(args);
        let kept: Vec<&Diagnostic> =
            self.diagnostics.sorted().into_iter().filter(|found| may_be_in_baseline(found)).collect();
        let keys = kept.iter().map(|found| key(found, &self.mappings.sources));
        output::write_baseline(&path, &baseline::write(keys))?;
        Ok(format!("{} written to {}\n", count(kept.len(), "finding"), path.display()))
    }
}

fn key(found: &Diagnostic, sources: &Sources) -> Key {
    Outlines::default().key(found, sources)
}

fn baseline_path(args: &FolderArgs) -> PathBuf {
    args.baseline.clone().unwrap_or_else(|| tidy(&args.folder.join(baseline::NAME)))
}

/// Reads the baseline that the caller chose, or that of the folder if it exists.
fn baseline_of(args: &FolderArgs, mappings: &mut Mappings) -> anyhow::Result<Baseline> {
    let path = baseline_path(args);
    let name = match args.baseline {
        Some(_) => path.clone(),
        None => PathBuf::from(baseline::NAME),
    };
    let Mappings { sources, diagnostics, .. } = mappings;
    match read::read(&path, &name.to_string_lossy(), sources, diagnostics) {
        Ok(Some(id)) => Ok(Baseline::read(id, sources, CATALOGUE, diagnostics)),
        Ok(None) if args.baseline.is_some() => bail!("there is no baseline {}", Path::display(&path)),
        Ok(None) | Err(read::Reported) => Ok(Baseline::default()),
    }
}
