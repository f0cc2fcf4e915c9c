//! Names of operators.

use std::fmt;

/// The name of an operator without its overload: `add`, `add_`, `__iand__`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BaseOperatorName {
    /// The name without a suffix and without the underscores of a dunder method.
    pub base: String,
    /// True for `add_` and `__iand__`: the operator writes to `self`.
    pub is_inplace: bool,
    /// True for `__and__`: a method of Python's operators.
    pub is_dunder: bool,
    /// True for `NAME_functional`: the functional form of a mutable operator.
    pub is_functional_overload: bool,
}

impl BaseOperatorName {
    /// A name without suffix.
    pub fn plain(base: impl Into<String>) -> Self {
        let (is_inplace, is_dunder, is_functional_overload) = (false, false, false);
        BaseOperatorName { base: base.into(), is_inplace, is_dunder, is_functional_overload }
    }

    /// The name of the operator that writes to no argument: `add` for `add_`.
    pub fn out_of_place(&self) -> Self {
        BaseOperatorName { is_dunder: self.is_dunder, ..BaseOperatorName::plain(self.base.clone()) }
    }
}

impl fmt::Display for BaseOperatorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = &self.base;
        match (self.is_dunder, self.is_inplace) {
            (true, true) => write!(f, "__i{base}__"),
            (true, false) => write!(f, "__{base}__"),
            (false, true) => write!(f, "{base}_"),
            (false, false) if self.is_functional_overload => write!(f, "{base}_functional"),
            (false, false) => f.write_str(base),
        }
    }
}

/// The name of an operator with its overload: `add.Tensor`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperatorName {
    /// The name without its overload.
    pub name: BaseOperatorName,
    /// The overload, which may be empty.
    pub overload: String,
}

impl OperatorName {
    /// The name for C++ that no other overload has: `add_Tensor`.
    pub fn unambiguous(&self) -> String {
        match self.overload.as_str() {
            "" => self.name.to_string(),
            overload => format!("{}_{overload}", self.name),
        }
    }

    /// The name of the operator that writes to no argument, with an overload.
    pub fn with_overload(&self, overload: impl Into<String>) -> OperatorName {
        OperatorName { name: self.name.out_of_place(), overload: overload.into() }
    }
}

impl fmt::Display for OperatorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.overload.as_str() {
            "" => self.name.fmt(f),
            overload => write!(f, "{}.{overload}", self.name),
        }
    }
}
