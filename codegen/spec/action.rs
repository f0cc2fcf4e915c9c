//! The kinds of actions in a checkpoint of `op_version`.

use serde::{Deserialize, Serialize};

/// What an action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    AddAttr,
    AddInput,
    AddOutput,
    ModifyAttr,
    DeleteAttr,
    DeleteInput,
    DeleteOutput,
    ModifyInput,
    ModifyOutput,
    FixBug,
}

/// The key for each kind of action.
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
    /// Every kind.
    pub fn all() -> impl Iterator<Item = ActionKind> {
        ACTIONS.iter().map(|(_, kind)| *kind)
    }

    /// Whether the action needs a default, which is the attribute's value in programs without it.
    pub fn needs_default(self) -> bool {
        matches!(self, ActionKind::AddAttr | ActionKind::ModifyAttr)
    }

    /// The key for this kind of action.
    pub fn key(self) -> &'static str {
        ACTIONS.iter().find(|(_, kind)| *kind == self).map_or("", |(key, _)| key)
    }
}
