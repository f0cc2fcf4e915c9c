//! Selects the registered operators that belong to a selective build.

use std::collections::BTreeSet;

use registry::{OpId, Registry};
use spec::registered::{Registered, RegisteredOp, Stated};

use crate::names::Names;

/// The registered operators of the kept ones, and those that the caller asks for and no YAML file defines. Without `gradients`,
/// an operator only keeps its gradient if that is kept, too.
pub fn select(
    registry: &Registry,
    names: &Names,
    kept: &BTreeSet<OpId>,
    without_yaml: &BTreeSet<String>,
    gradients: bool,
) -> Option<Registered> {
    let of_yaml = |name: &str| names.typed(name).iter().any(|id| kept.contains(id));
    let is_kept = |name: &str| of_yaml(name) || without_yaml.contains(name);
    let has_gradient = |op: &RegisteredOp| {
        gradients || op.gradient.get().is_some_and(|makers| makers.iter().any(|gradient| of_yaml(&gradient.op.value)))
    };
    let mut selected = registry.registered()?.clone();
    selected.registry_order.retain(|name| is_kept(&name.value));
    selected.forward_order.retain(|name| is_kept(&name.value));
    selected.operators.retain(|name, _| is_kept(name));
    for op in selected.operators.values_mut() {
        if !has_gradient(op) {
            op.gradient = Stated::Absent;
        }
    }
    Some(selected)
}
