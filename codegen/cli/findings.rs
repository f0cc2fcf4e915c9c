//! The arguments that say which findings are reported, and how.

use anyhow::bail;
use clap::{Args, ValueEnum};
use opgen::driver::CATALOGUE;
use opgen::project::levels::{Levels, Setting};

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
