//! The verbosity of reports.

/// How much a command other than `check` reports about the operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Only errors.
    Quiet,
    /// Errors in full, and the number of warnings.
    Brief,
    /// Errors and warnings in full.
    Full,
}
