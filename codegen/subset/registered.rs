//! Of the operators that the framework has registered, those that belong to a selective build.

use std::collections::BTreeSet;

use registry::{OpId, Registry};
use spec::registered::{Registered, RegisteredOp, Stated};

use crate::names::Names;

/// The registered operators that are wanted: those of kept operators, and those that a caller asks for and that no file of YAML
/// defines. Without `gradients`, only those keep their gradient whose gradient is kept itself.
pub fn rest(
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
    let mut rest = registry.registered()?.clone();
    rest.registry_order.retain(|name| is_kept(&name.value));
    rest.forward_order.retain(|name| is_kept(&name.value));
    rest.operators.retain(|name, _| is_kept(name));
    for op in rest.operators.values_mut() {
        if !has_gradient(op) {
            op.gradient = Stated::Absent;
        }
    }
    Some(rest)
}
