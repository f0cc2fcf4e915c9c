//! How a subcommand ends.

/// The result of a subcommand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Fine,
    /// There are errors, or files that would change.
    Findings,
}
