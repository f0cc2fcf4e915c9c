//! The arguments that say which findings are reported, and how.

use anyhow::bail;
use clap::{Args, ValueEnum};
use opgen::driver::CATALOGUE;
use opgen::project::levels::{Levels, Setting};
use opgen::source::{Diagnostic, Diagnostics, Level, Sources, report};

use super::explain;

/// The levels of rules.
#[derive(Args)]
pub struct LevelArgs {
    /// Report these codes, or all `warnings` or `notes`, as errors
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    deny: Vec<String>,
    /// Report these codes, or all `notes`, as warnings
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    warn: Vec<String>,
    /// Do not report these codes, or all `warnings` or `notes`
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    allow: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// Text with the source lines, underlined
    Human,
    /// A JSON array
    Json,
    /// A SARIF 2.1.0 log, for code scanning services
    Sarif,
    /// Annotations of a pull request, for a GitHub workflow
    Github,
}

/// How findings are reported.
#[derive(Args)]
pub struct ReportArgs {
    /// The format of the findings
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Also show notes, which are otherwise only counted; the other formats always have them
    #[arg(long)]
    notes: bool,
}

impl ReportArgs {
    /// The least serious findings that a person is shown.
    pub fn least(&self) -> Level {
        if self.notes { Level::Note } else { Level::Warning }
    }
}

/// Findings, and how reports for other programs name files and tell findings apart.
pub struct Report<'a> {
    pub diagnostics: &'a Diagnostics,
    pub sources: &'a Sources,
    /// The path under which a reader of the report looks for a file.
    pub path: &'a dyn Fn(&str) -> String,
    /// What identifies a finding even if its line has moved.
    pub fingerprint: &'a dyn Fn(&Diagnostic) -> String,
}

impl Report<'_> {
    /// The report; what a person gets differs from one subcommand to the next.
    pub fn text(&self, format: Format, human: impl FnOnce() -> String) -> String {
        match format {
            Format::Human => human(),
            Format::Json => self.json(),
            Format::Sarif => self.sarif(),
            Format::Github => self.github(),
        }
    }

    pub fn json(&self) -> String {
        report::json(self.diagnostics, self.sources)
    }

    pub fn sarif(&self) -> String {
        report::sarif(self.diagnostics, self.sources, self.path, self.fingerprint)
    }

    pub fn github(&self) -> String {
        report::github(self.diagnostics, self.sources, self.path)
    }
}

/// The fingerprint of a finding in files that are not operator YAML and have no baseline.
#[cfg(feature = "full")]
pub fn fingerprint(found: &Diagnostic) -> String {
    format!("{}:{}", found.rule.code(), found.message)
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
