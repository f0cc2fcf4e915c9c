//! The kinds of action in a checkpoint of `op_version.yaml`.

use serde::{Deserialize, Serialize};

/// The change to an operator's saved form that an action describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// A new attribute. Older programs get its default.
    AddAttr,
    /// A new input, which older programs do not pass.
    AddInput,
    /// A new output, which older programs do not read.
    AddOutput,
    /// An attribute with a new default or meaning.
    ModifyAttr,
    /// An attribute that no longer exists.
    DeleteAttr,
    /// An input that no longer exists.
    DeleteInput,
    /// An output that no longer exists.
    DeleteOutput,
    /// An input with a new meaning.
    ModifyInput,
    /// An output with a new meaning.
    ModifyOutput,
    /// Corrected behaviour with the same interface.
    FixBug,
}

/// The YAML key for each kind of action.
const ACTIONS: &[(&str, ActionKind)] = &[
    ("add_attr", ActionKind::AddAttr),
    ("add_input", ActionKind::AddInput),
    ("add_output", ActionKind::AddOutput),
    ("modify_attr", ActionKind::ModifyAttr),
    ("delete_attr", ActionKind::DeleteAttr),
    ("delete_input", ActionKind::DeleteInput),
    ("delete_output", ActionKind::DeleteOutput),
    ("modify_input", ActionKind::ModifyInput),
    ("modify_output", ActionKind::ModifyOutput),
    ("fix_bug", ActionKind::FixBug),
];

impl ActionKind {
    /// Every kind, in the order of the documentation.
    pub fn all() -> impl Iterator<Item = ActionKind> {
        ACTIONS.iter().map(|(_, kind)| *kind)
    }

    /// True if the action must have a `default`: that of the operator since then.
    pub fn needs_default(self) -> bool {
        matches!(self, ActionKind::AddAttr | ActionKind::ModifyAttr)
    }

    /// The YAML key.
    pub fn key(self) -> &'static str {
        ACTIONS.iter().find(|(_, kind)| *kind == self).map_or("", |(key, _)| key)
    }
}
