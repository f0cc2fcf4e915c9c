//! The part of an operator that a change concerns.

use super::change::Change;

/// A part of an operator, with its names on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangedPart {
    /// The operator as a whole.
    Operator,
    Argument {
        base: Option<String>,
        head: Option<String>,
    },
    Output {
        base: Option<String>,
        head: Option<String>,
    },
}

impl ChangedPart {
    pub fn with(self, change: Change) -> SignatureChange {
        SignatureChange { part: self, change }
    }

    /// The names of the argument or output. Parts that share one are the same.
    pub fn names(&self) -> impl Iterator<Item = PartName> {
        let (is_output, base, head) = match self {
            ChangedPart::Operator => (false, None, None),
            ChangedPart::Argument { base, head } => (false, base.clone(), head.clone()),
            ChangedPart::Output { base, head } => (true, base.clone(), head.clone()),
        };
        let name = move |(is_in_head, name)| Some(PartName { is_output, is_in_head, name: name? });
        [(false, base), (true, head)].into_iter().filter_map(name)
    }
}

/// The name of an argument or output on one side.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartName {
    is_output: bool,
    is_in_head: bool,
    name: String,
}

/// A change of an argument or an output.
#[derive(Debug)]
pub struct SignatureChange {
    pub part: ChangedPart,
    pub change: Change,
}
