//! Changes that only C++ shows, added to those of the YAML.

use std::collections::BTreeMap;

use registry::OpId;
use source::Span;

use super::change::Change;
use super::result::{OpDiff, RegistryDiff, Status};
use super::side::Sides;

/// A change of what an operator of both sides uses in C++.
#[derive(Debug)]
pub struct CppChange {
    /// The operator in the base.
    pub base: OpId,
    /// The operator in the head.
    pub head: OpId,
    /// The change.
    pub change: Change,
}

impl RegistryDiff {
    /// Adds changes of C++ to those of their operators.
    pub fn add(&mut self, sides: Sides, changes: Vec<CppChange>) {
        let ops = sides.head.registry.ops();
        let order: BTreeMap<Span, usize> = ops.enumerate().map(|(at, (_, op))| (op.name.span, at)).collect();
        let order_of = |diff: &OpDiff| diff.head.and_then(|name| order.get(&name)).copied().unwrap_or(usize::MAX);
        for CppChange { base, head, change } in changes {
            let at = order[&sides.head.registry.op(head).name.span];
            let before = self.ops.partition_point(|diff| order_of(diff) < at);
            if self.ops.get(before).is_none_or(|diff| order_of(diff) != at) {
                self.ops.insert(before, unchanged(sides, base, head));
            }
            self.ops[before].changes.push(change);
        }
    }
}

/// An operator without changes in the YAML.
fn unchanged(sides: Sides, base: OpId, head: OpId) -> OpDiff {
    let (old, new) = (sides.base.registry.op(base), sides.head.registry.op(head));
    OpDiff {
        name: new.name.value.clone(),
        family: new.home.family(),
        status: Status::Changed,
        old_name: None,
        base: Some(old.name.span),
        head: Some(new.name.span),
        changes: Vec::new(),
        functions: Default::default(),
        missing: None,
    }
}
