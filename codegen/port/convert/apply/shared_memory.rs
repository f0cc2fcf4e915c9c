//! Finds calls whose arguments or results are changed afterwards. There it matters that PyTorch shares the memory of tensors
//! and arrays, and the target copies it.

use super::Converter;
use crate::python::{Kind, NodeId, Role};

impl Converter<'_> {
    /// Whether the same function changes the result of a call in place, or a variable that is the call's object or argument.
    pub(super) fn is_changed_in_place(&self, call: NodeId) -> bool {
        if self.is_written_to(call) {
            return true;
        }
        let names = self.names_around(call);
        if names.is_empty() {
            return false;
        }
        let function =
            self.tree.ancestors(call).find(|id| matches!(self.tree.kind(*id), Kind::Function | Kind::Module));
        function.is_some_and(|function| {
            let mut uses = self.tree.below(function).filter(|id| self.tree.kind(*id) == Kind::Name);
            uses.any(|id| names.contains(&self.tree.text_of(id)) && self.is_written_to(id))
        })
    }

    /// The variable to which the result is assigned, and those that are the call's object or first argument.
    fn names_around(&self, call: NodeId) -> Vec<&str> {
        let tree = self.tree;
        let parent = tree.node(call).parent;
        let is_assigned = tree.kind(parent) == Kind::Assign && tree.node(call).role == Role::Value;
        let assigned = tree.child(parent, Role::Target).filter(|_| is_assigned);
        let receiver = tree.child(call, Role::Callee).and_then(|callee| tree.child(callee, Role::Value));
        let argument = tree.child(call, Role::Argument);
        let names = [assigned, receiver, argument].into_iter().flatten().filter(|id| tree.kind(*id) == Kind::Name);
        names.map(|id| tree.text_of(id)).filter(|name| !self.imports.names.contains_key(*name)).collect()
    }

    /// Whether an expression is changed in place: `x[i] = y`, `x += y`, `x.f_()`.
    fn is_written_to(&self, id: NodeId) -> bool {
        let tree = self.tree;
        let parent = tree.node(id).parent;
        let is_target = |id: NodeId| tree.node(id).role == Role::Target;
        match tree.kind(parent) {
            Kind::Subscript if tree.node(id).role == Role::Value => is_target(parent),
            Kind::AugmentedAssign => is_target(id),
            Kind::Attribute => {
                let name = tree.name_of(parent);
                tree.node(parent).role == Role::Callee && name.ends_with('_') && !name.ends_with("__")
            }
            _ => false,
        }
    }
}
