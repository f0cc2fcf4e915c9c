//! The outcome of a subcommand.

/// How a subcommand ended, if it did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing to report.
    Fine,
    /// There are errors, or files that would change.
    Findings,
}
