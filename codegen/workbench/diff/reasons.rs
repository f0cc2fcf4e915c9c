//! Why a change breaks a class.

use std::fmt;

/// One or more reasons, in order. They are shown in one line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reasons(Vec<String>);

impl Reasons {
    /// The reasons, one by one.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub(crate) fn push(&mut self, why: impl Into<String>) {
        self.0.push(why.into());
    }
}

impl fmt::Display for Reasons {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&self.0.join("; "))
    }
}

impl From<&str> for Reasons {
    fn from(why: &str) -> Self {
        Reasons(vec![why.to_owned()])
    }
}

impl From<String> for Reasons {
    fn from(why: String) -> Self {
        Reasons(vec![why])
    }
}

impl<T: Into<String>> From<Vec<T>> for Reasons {
    fn from(reasons: Vec<T>) -> Self {
        Reasons(reasons.into_iter().map(Into::into).collect())
    }
}
