//! Plans the registration of changes to an operator's saved form.

use serde::Serialize;

use forms::static_graph::StaticOp;
use registry::Registry;
use spec::{Action, ActionKind};

/// Changes that were made at the same time.
#[derive(Debug, Serialize)]
pub struct CheckpointPlan {
    pub note: String,
    pub changes: Vec<ChangePlan>,
}

#[derive(Debug, Serialize)]
pub struct ChangePlan {
    /// The key of the action in the YAML.
    pub action: &'static str,
    /// The input, output or attribute. `None` for a bug fix.
    pub subject: Option<String>,
    pub comment: String,
    /// A C++ expression, if the method takes one.
    pub default: Option<String>,
}

pub fn plan(registry: &Registry, op: &StaticOp) -> Vec<CheckpointPlan> {
    let Some(version) = registry.version(op.id).filter(|_| !op.op.is_backward()) else { return Vec::new() };
    let checkpoints = version.checkpoints.iter().map(|checkpoint| CheckpointPlan {
        note: checkpoint.note.value.trim_end().to_owned(),
        changes: checkpoint.actions.iter().map(change).collect(),
    });
    checkpoints.collect()
}

fn change(action: &Action) -> ChangePlan {
    let names_a_part = action.kind != ActionKind::FixBug;
    let default = action.default.as_ref().filter(|_| action.kind.needs_default());
    ChangePlan {
        action: action.kind.key(),
        subject: names_a_part.then(|| action.subject.value.clone()),
        comment: action.comment.as_ref().map_or(String::new(), |comment| comment.value.clone()),
        default: default.map(|default| default.value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use profile::Profile;

    use super::*;

    #[test]
    fn the_profile_has_a_method_for_every_action() {
        let profile = Profile::default();
        let methods = &profile.cpp.functions["version"];
        assert!(ActionKind::all().all(|kind| methods.contains_key(kind.key())));
    }
}
