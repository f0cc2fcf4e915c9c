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

    /// Whether both are the same argument or output, by the name on either side.
    pub fn is_same(&self, other: &ChangedPart) -> bool {
        let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
        match (self, other) {
            (ChangedPart::Argument { base, head }, ChangedPart::Argument { base: old, head: new })
            | (ChangedPart::Output { base, head }, ChangedPart::Output { base: old, head: new }) => {
                same(base, old) || same(head, new)
            }
            _ => false,
        }
    }
}

/// A change of an argument or an output.
#[derive(Debug)]
pub struct SignatureChange {
    pub part: ChangedPart,
    pub change: Change,
}
