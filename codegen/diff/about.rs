//! What a change is about.

use super::change::Change;

/// What a change is about, with the names on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
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

impl About {
    pub fn part(self, change: Change) -> SignatureChange {
        SignatureChange { about: self, change }
    }

    /// Whether both are about the same argument or output.
    pub fn meets(&self, other: &About) -> bool {
        let same = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
        match (self, other) {
            (About::Argument { base, head }, About::Argument { base: old, head: new })
            | (About::Output { base, head }, About::Output { base: old, head: new }) => {
                same(base, old) || same(head, new)
            }
            _ => false,
        }
    }
}

/// A change of an argument or an output.
#[derive(Debug)]
pub struct SignatureChange {
    pub about: About,
    pub change: Change,
}
