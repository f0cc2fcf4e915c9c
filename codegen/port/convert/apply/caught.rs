//! Finds calls whose errors may be caught. There it matters that PyTorch raises an error, and the target computes something.

use super::Converter;
use crate::python::{Kind, NodeId, Role, Tree};

impl Converter<'_> {
    /// Whether an error of a call may be caught: in the body of a `try`, in a `with` that expects an error, and in a lambda, which
    /// something else calls.
    pub(super) fn may_be_caught(&self, call: NodeId) -> bool {
        let tree = self.tree;
        let mut below = call;
        for parent in tree.ancestors(call) {
            let is_in_body = tree.node(below).role == Role::Body;
            match tree.kind(parent) {
                Kind::Lambda => return true,
                Kind::Function | Kind::Class => return false,
                Kind::Try if is_in_body && has_handler(tree, parent) => return true,
                Kind::With if is_in_body && expects_errors(tree, parent) => return true,
                _ => below = parent,
            }
        }
        false
    }
}

fn has_handler(tree: &Tree, statement: NodeId) -> bool {
    tree.children(statement).any(|child| tree.kind(child) == Kind::Handler)
}

/// Whether a `with` has an item such as `pytest.raises(ValueError)`.
fn expects_errors(tree: &Tree, statement: NodeId) -> bool {
    tree.children(statement).filter(|child| tree.kind(*child) == Kind::WithItem).any(|item| {
        let text = tree.text_of(item);
        ["raises(", "Raises(", "RaisesRegex("].iter().any(|name| text.contains(name))
    })
}
