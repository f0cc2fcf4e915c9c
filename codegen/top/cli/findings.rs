//! The options for which findings are reported, and how.

use anyhow::bail;
use clap::{Args, ValueEnum};
use opgen::driver::CATALOGUE;
use opgen::project::levels::{Levels, Setting};
use opgen::source::{Diagnostic, Diagnostics, Level, Sources, Span, report};

use super::completions::{Completed, codes_and_groups};
use super::explain;

/// Rules and groups of them.
const CODES: Completed = Completed(codes_and_groups);

/// The options for the levels of rules.
#[derive(Args)]
pub struct LevelArgs {
    /// Report these codes, or all `warnings` or `notes`, as errors
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = CODES, hide_possible_values = true)]
    deny: Vec<String>,
    /// Report these codes, or all `notes`, as warnings
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = CODES, hide_possible_values = true)]
    warn: Vec<String>,
    /// Do not report these codes, or all `warnings` or `notes`
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = CODES, hide_possible_values = true)]
    allow: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text with the source lines, underlined
    Human,
    /// A JSON array
    Json,
    /// A SARIF 2.1.0 log, for code scanning services
    Sarif,
    /// Annotations for a pull request, in a GitHub workflow
    Github,
    /// A code quality report for a merge request in GitLab
    Gitlab,
    /// `JUnit` XML, for services that show the results of tests
    Junit,
}

/// The options for the format of findings.
#[derive(Args)]
pub struct ReportArgs {
    /// The format of the findings
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Also show notes, which are otherwise only counted; formats other than `human` always include them
    #[arg(long)]
    notes: bool,
}

impl ReportArgs {
    /// The lowest level that is shown in the format for people.
    pub fn lowest(&self) -> Level {
        if self.notes { Level::Note } else { Level::Warning }
    }
}

/// Findings, with the paths and fingerprints that formats for other programs need.
pub struct Report<'a> {
    pub diagnostics: &'a Diagnostics,
    pub sources: &'a Sources,
    /// Turns the name of a file into its path from the current folder.
    pub path: &'a dyn Fn(&str) -> String,
    /// Identifies a finding even after its line has moved.
    pub fingerprint: &'a dyn Fn(&Diagnostic) -> String,
    /// Whether a place may be annotated in a pull request.
    pub is_annotated: &'a dyn Fn(Span) -> bool,
}

#[cfg(feature = "full")]
impl<'a> Report<'a> {
    /// Findings in files that are not operator YAML: they have no baseline, and are annotated wherever they are.
    pub fn of_other_files(
        diagnostics: &'a Diagnostics,
        sources: &'a Sources,
        path: &'a dyn Fn(&str) -> String,
    ) -> Self {
        let fingerprint = &|found: &Diagnostic| format!("{}:{}", found.rule.code(), found.message);
        Report { diagnostics, sources, path, fingerprint, is_annotated: &|_| true }
    }
}

impl Report<'_> {
    /// The report. Each subcommand has its own `human` format.
    pub fn text(&self, format: Format, human: impl FnOnce() -> String) -> String {
        match format {
            Format::Human => human(),
            Format::Json => self.json(),
            Format::Sarif => self.sarif(),
            Format::Github => self.github(),
            Format::Gitlab => report::gitlab(self.diagnostics, self.sources, self.path, self.fingerprint),
            Format::Junit => report::junit(self.diagnostics, self.sources, self.path),
        }
    }

    pub fn json(&self) -> String {
        report::json(self.diagnostics, self.sources)
    }

    pub fn sarif(&self) -> String {
        report::sarif(self.diagnostics, self.sources, self.path, self.fingerprint)
    }

    pub fn github(&self) -> String {
        report::github(self.diagnostics, self.sources, self.path, self.is_annotated)
    }
}

impl LevelArgs {
    pub fn levels(&self) -> anyhow::Result<Levels> {
        let mut levels = Levels::default();
        let settings = [(Setting::Deny, &self.deny), (Setting::Warn, &self.warn), (Setting::Allow, &self.allow)];
        for (setting, codes) in settings {
            codes.iter().try_for_each(|code| set(&mut levels, code, setting))?;
        }
        Ok(levels)
    }
}

fn set(levels: &mut Levels, code: &str, setting: Setting) -> anyhow::Result<()> {
    if let Some(level) = Levels::group(code) {
        levels.set_group(level, setting);
        return Ok(());
    }
    let rule = explain::find(code, CATALOGUE)?;
    if !setting.fits(rule) {
        bail!("{} cannot be allowed ({}): nothing correct could be generated", rule.code(), rule.title());
    }
    if let Some(other) = levels.setting(rule).filter(|other| *other != setting) {
        bail!("{} is given to both --{} and --{}", rule.code(), other.name(), setting.name());
    }
    levels.set(rule, setting);
    Ok(())
}
