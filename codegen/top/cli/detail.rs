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

#[cfg(feature = "full")]
impl Detail {
    /// For commands that only have the option `--quiet`.
    pub fn unless_quiet(is_quiet: bool) -> Detail {
        if is_quiet { Detail::Quiet } else { Detail::Brief }
    }
}
