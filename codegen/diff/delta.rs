//! A difference between the forms that an operator has in programs.

use spec::Op;

use super::about::About;
use super::change::Kind;
use super::entry::Wanted;

/// The note on a change whose effect only C++ can tell.
pub const BY_HAND: &str = "its op maker is written by hand, and only that tells whether programs break";

/// What a difference does to saved programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    Harmless,
    /// Programs have what a hand-written op maker says.
    OnlyCppTells,
    /// Programs no longer load or have another meaning, for this reason.
    Breaks(String),
}

/// One difference between the forms.
#[derive(Debug)]
pub struct Delta {
    pub about: About,
    pub effect: Effect,
    /// The kind of change that it belongs to, if there are several of its argument.
    pub kind: Option<Kind>,
    pub note: Option<String>,
    /// The action for it in a checkpoint.
    pub wanted: Option<Wanted>,
}

impl Delta {
    pub fn new(about: About, effect: Effect) -> Self {
        Delta { about, effect, kind: None, note: None, wanted: None }
    }

    pub fn reason(&self) -> Option<&str> {
        match &self.effect {
            Effect::Breaks(why) => Some(why),
            Effect::Harmless | Effect::OnlyCppTells => None,
        }
    }
}

/// The programs that can contain an operator.
pub fn programs(op: &Op) -> &'static str {
    if op.is_backward() { "training programs" } else { "programs" }
}
