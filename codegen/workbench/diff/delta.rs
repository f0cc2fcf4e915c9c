//! A difference between the two forms of an operator in saved programs.

use spec::Op;

use super::change::Kind;
use super::changed_part::ChangedPart;
use super::entry::WantedAction;

/// The note on a change whose effect depends on a hand-written op maker.
pub const HAND_WRITTEN: &str = "its op maker is written by hand, and only that shows whether programs break";

/// The effect of a difference on saved programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    Harmless,
    /// Depends on an op maker that is written by hand.
    DependsOnCpp,
    /// Programs no longer load or change their meaning, for this reason.
    Breaks(String),
}

/// A difference between the two forms.
#[derive(Debug)]
pub struct Delta {
    pub part: ChangedPart,
    pub effect: Effect,
    /// The kind of change that the difference belongs to, in case its argument has several changes.
    pub kind: Option<Kind>,
    pub note: Option<String>,
    /// The action that a checkpoint should have for the difference.
    pub wanted: Option<WantedAction>,
}

impl Delta {
    pub fn new(part: ChangedPart, effect: Effect) -> Self {
        Delta { part, effect, kind: None, note: None, wanted: None }
    }

    pub fn reason(&self) -> Option<&str> {
        match &self.effect {
            Effect::Breaks(why) => Some(why),
            Effect::Harmless | Effect::DependsOnCpp => None,
        }
    }
}

/// The saved programs that can contain an operator.
pub fn programs(op: &Op) -> &'static str {
    if op.is_backward() { "training programs" } else { "programs" }
}
