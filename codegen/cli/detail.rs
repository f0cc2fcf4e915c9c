//! How much a run says.

/// How much is said by a run that is not there to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Nothing but errors.
    Quiet,
    /// Errors in full, and the number of warnings.
    Brief,
    /// Errors and warnings in full.
    Full,
}
