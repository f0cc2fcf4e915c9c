//! What changed in the saved form of an operator.

use serde::Serialize;

use crate::cpp::{joined, quoted};
use crate::static_graph::StaticOp;
use registry::Registry;
use spec::{Action, ActionKind};

/// Changes that came at once.
#[derive(Debug, Serialize)]
pub struct CheckpointPlan {
    /// A string literal.
    pub note: String,
    pub changes: Vec<ChangePlan>,
}

/// A call of the framework's description of a version.
#[derive(Debug, Serialize)]
pub struct ChangePlan {
    pub method: &'static str,
    pub args: String,
}

pub fn plan(registry: &Registry, op: &StaticOp) -> Vec<CheckpointPlan> {
    let Some(version) = registry.version(op.id).filter(|_| !op.op.is_backward()) else { return Vec::new() };
    let checkpoints = version.checkpoints.iter().map(|checkpoint| CheckpointPlan {
        note: quoted(checkpoint.note.value.trim_end()),
        changes: checkpoint.actions.iter().map(change).collect(),
    });
    checkpoints.collect()
}

fn change(action: &Action) -> ChangePlan {
    let comment = quoted(action.comment.as_ref().map_or("", |comment| &comment.value));
    let subject = quoted(&action.subject.value);
    let default = action.default.iter().map(|default| default.value.clone());
    let args = match action.kind {
        ActionKind::FixBug => comment,
        _ => joined([subject, comment].into_iter().chain(default)),
    };
    ChangePlan { method: method(action.kind), args }
}

fn method(kind: ActionKind) -> &'static str {
    match kind {
        ActionKind::AddAttr => "NewAttr",
        ActionKind::AddInput => "NewInput",
        ActionKind::AddOutput => "NewOutput",
        ActionKind::ModifyAttr => "ModifyAttr",
        ActionKind::ModifyInput => "ModifyInput",
        ActionKind::ModifyOutput => "ModifyOutput",
        ActionKind::DeleteAttr => "DeleteAttr",
        ActionKind::DeleteInput => "DeleteInput",
        ActionKind::DeleteOutput => "DeleteOutput",
        ActionKind::FixBug => "BugfixWithBehaviorChanged",
    }
}
