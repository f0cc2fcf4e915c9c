//! Names that a conditional import defines, and that stand for something else in another branch: `if TYPE_CHECKING: from torch
//! import x`, with `else: x = optional_import("x")`.

use crate::python::{Kind, NodeId, Role, Tree, dotted_name};

/// Whether the name of an alias in a conditional import has another meaning elsewhere in the file. `is_torch` tells whether a
/// module is one of PyTorch's. Handlers, and branches that define constants, only replace an import that failed.
pub fn has_another_meaning(tree: &Tree, alias: NodeId, is_torch: impl Fn(&str) -> bool) -> bool {
    let statement = tree.node(alias).parent;
    let is_conditional = tree.node(statement).parent != Tree::ROOT && tree.scope_of(statement) == Tree::ROOT;
    let local = tree.name_of(alias);
    is_conditional && tree.ids().any(|id| id != alias && defines(tree, id, local, &is_torch))
}

/// Whether a node at the top of the file defines a name, and not by an import of PyTorch.
fn defines(tree: &Tree, id: NodeId, name: &str, is_torch: impl Fn(&str) -> bool) -> bool {
    let is_other = match tree.kind(id) {
        Kind::Name => tree.text_of(id) == name && tree.is_target(id) && is_computed(tree, id),
        Kind::Function | Kind::Class => tree.name_of(id) == name,
        Kind::Alias => tree.name_of(id) == name && !is_torch(&module_of(tree, id)),
        _ => false,
    };
    is_other && tree.scope_of(id) == Tree::ROOT && !is_in_handler(tree, id)
}

/// Whether the statement that assigns a name calls something.
fn is_computed(tree: &Tree, target: NodeId) -> bool {
    let statement = tree.statement_of(target);
    tree.child(statement, Role::Value).is_some_and(|value| tree.kind(value) == Kind::Call)
}

/// The module that an alias is imported from, or the imported module.
fn module_of(tree: &Tree, alias: NodeId) -> String {
    let statement = tree.node(alias).parent;
    match tree.kind(statement) {
        Kind::ImportFrom if tree.node(statement).level > 0 => ".".to_owned(),
        Kind::ImportFrom => dotted_name(tree.name_of(statement)),
        _ => dotted_name(tree.text_of(alias)),
    }
}

/// Whether a node is in the handler of a `try`.
pub fn is_in_handler(tree: &Tree, id: NodeId) -> bool {
    tree.ancestors(id).any(|ancestor| tree.kind(ancestor) == Kind::Handler)
}
