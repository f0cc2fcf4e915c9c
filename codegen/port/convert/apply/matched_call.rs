//! A call together with the rule and the case that apply to it.

use std::ops::Range;

use crate::bind::WrittenArgument;
use crate::rules::{Case, Change, Outcome, Piece, Rule, Template};
use crate::uses::Use;

/// A call, its rule, and the case of the rule that applies.
pub(super) struct MatchedCall<'r> {
    pub(super) found: &'r Use,
    pub(super) rule: &'r Rule,
    pub(super) case: &'r Case,
    pub(super) written: Vec<WrittenArgument>,
    /// The range from the opening to the closing parenthesis.
    pub(super) parentheses: Range<u32>,
    pub(super) is_method: bool,
    /// `self`, if a method is called on its class: `Optimizer.step(self)`.
    pub(super) receiver_argument: Option<WrittenArgument>,
}

impl MatchedCall<'_> {
    /// Whether a change of the case sets an argument, or passes another one under its name.
    pub(super) fn sets(&self, name: &str) -> bool {
        self.case.changes.iter().any(|change| match change {
            Change::First(set, _) | Change::Set(set, _) | Change::Default(set, _) => set.as_str() == name,
            Change::Rename(_, to) => to.iter().any(|to| to.as_str() == name),
            Change::Drop(_) => false,
        })
    }

    /// Whether the result calls the target.
    pub(super) fn calls_target(&self) -> bool {
        let has_call = |template: &Template| template.pieces.iter().any(|piece| matches!(piece, Piece::Call));
        match &self.case.result {
            Outcome::Emit(template) => has_call(template) || self.case.before.iter().any(has_call),
            Outcome::Call => true,
            _ => false,
        }
    }
}
