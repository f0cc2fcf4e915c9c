//! Whom a change of an operator breaks.

use crate::Location;

/// A kind of caller that a change can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BreakClass {
    /// The name on the command line.
    pub name: &'static str,
    /// The callers.
    pub callers: &'static str,
    /// True if a break fails a comparison unless its caller says otherwise.
    pub is_denied: bool,
}

/// A change that breaks callers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Break {
    /// The name of the class.
    pub class: &'static str,
    /// The operator.
    pub operator: String,
    /// What breaks them.
    pub reason: String,
    /// The position of the operator in the new version or, if it is gone, in the old one.
    pub place: Location,
}
