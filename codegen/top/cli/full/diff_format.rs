//! The formats of comparisons.

use clap::ValueEnum;

/// The format of a report.
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// Text for people
    Human,
    /// A comment for a pull request
    Markdown,
    /// A JSON object with every change
    Json,
    /// A SARIF 2.1.0 log, for code scanning services
    Sarif,
    /// Annotations for a pull request, in a GitHub workflow
    Github,
}
