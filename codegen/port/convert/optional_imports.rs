//! Optional imports: `try: from package import name`, with a handler that does something else if the import fails.

use crate::python::{Kind, NodeId, Role, Tree, dotted_name};
use crate::rules::Mapping;

/// The `raise` that replaces an optional import of something without a counterpart, so that the handler runs. `None` if the
/// import is not optional, or if everything that it imports has a counterpart.
pub fn replacement(tree: &Tree, mapping: &Mapping, import: NodeId, is_local: impl Fn(&str) -> bool) -> Option<String> {
    let missing = missing(tree, mapping, import, is_local)?;
    is_optional(tree, import).then(|| format!("raise ModuleNotFoundError(\"`{missing}` is not converted\")"))
}

/// The first path that an import imports and that has no counterpart.
fn missing(tree: &Tree, mapping: &Mapping, import: NodeId, is_local: impl Fn(&str) -> bool) -> Option<String> {
    let aliases = tree.children(import).filter(|child| tree.kind(*child) == Kind::Alias);
    let mut paths = aliases.filter_map(|alias| {
        let name = dotted_name(tree.text_of(alias));
        if tree.kind(import) == Kind::ImportFrom {
            let module = dotted_name(tree.name_of(import));
            return Some(if name == "*" { module } else { format!("{module}.{name}") });
        }
        (!is_local(&name)).then_some(name)
    });
    paths.find(|path| {
        let is_ours =
            mapping.package_of(path).is_some() && !mapping.modules.keys().any(|module| path.starts_with(module));
        is_ours && !has_counterpart(tree, mapping, import, path)
    })
}

/// Whether an imported path has a counterpart, and everything that the file uses of it has one.
fn has_counterpart(tree: &Tree, mapping: &Mapping, import: NodeId, path: &str) -> bool {
    if !mapping.has_counterpart(path) {
        return false;
    }
    // A module in `namespaces` is replaced as a whole.
    if tree.kind(import) == Kind::ImportFrom || mapping.namespaces.contains_key(path) {
        return true;
    }
    let alias = tree.children(import).find(|child| dotted_name(tree.text_of(*child)) == path);
    let Some(local) = alias.map(|alias| tree.name_of(alias)) else { return true };
    let prefix = format!("{local}.");
    let used = tree.ids().filter(|id| tree.kind(*id) == Kind::Attribute).filter_map(|id| {
        let is_whole = tree.kind(tree.node(id).parent) != Kind::Attribute;
        tree.text_of(id).strip_prefix(&prefix).filter(|_| is_whole)
    });
    used.into_iter().all(|rest| {
        // The path may continue with methods of its value, which are unknown.
        let ends = rest.match_indices('.').map(|(at, _)| at).chain([rest.len()]);
        ends.into_iter().any(|end| mapping.has_counterpart(&format!("{path}.{}", &rest[..end])))
    })
}

/// Whether an import is in a `try` whose handler catches its failure.
fn is_optional(tree: &Tree, import: NodeId) -> bool {
    let mut below = import;
    for parent in tree.ancestors(import) {
        let role = tree.node(below).role;
        match tree.kind(parent) {
            Kind::Function | Kind::Class | Kind::Handler => return false,
            Kind::Try if role == Role::Body => return handlers(tree, parent).any(|handler| goes_on(tree, handler)),
            _ => below = parent,
        }
    }
    false
}

fn handlers<'t>(tree: &'t Tree, statement: NodeId) -> impl Iterator<Item = NodeId> + 't {
    tree.children(statement).filter(|child| tree.kind(*child) == Kind::Handler)
}

/// Whether a handler catches failed imports, and does not raise or exit itself.
fn goes_on(tree: &Tree, handler: NodeId) -> bool {
    let kind = tree.child(handler, Role::Test).map(|test| tree.text_of(test));
    let is_for_imports = kind
        .is_none_or(|kind| kind.contains("Import") || kind.contains("ModuleNotFound") || kind.contains("Exception"));
    let fails = tree.children(handler).any(|statement| {
        let text = tree.text_of(statement);
        text.starts_with("raise") || text.contains("exit(")
    });
    is_for_imports && !fails
}
