//! Optional imports: `try: from package import name`, with something else to do if the import fails.

use crate::imports::dotted_name;
use crate::python::{Kind, NodeId, Role, Tree};
use crate::rules::Mapping;

/// The statement that takes the place of an optional import of something that has no counterpart, so that it fails as the
/// import would. `None` if the import is not optional, or if everything that it imports has a counterpart.
pub fn failure(tree: &Tree, mapping: &Mapping, import: NodeId, is_local: impl Fn(&str) -> bool) -> Option<String> {
    let missing = missing(tree, mapping, import, is_local)?;
    is_optional(tree, import).then(|| format!("raise ModuleNotFoundError(\"`{missing}` is not converted\")"))
}

/// The first path without a counterpart that a statement imports.
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

/// Whether what an import defines can be used: all that the file uses of it.
fn has_counterpart(tree: &Tree, mapping: &Mapping, import: NodeId, path: &str) -> bool {
    if !mapping.has_counterpart(path) {
        return false;
    }
    // The package itself takes the place of a package that is a value.
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
        // Methods of what is used are not known.
        let ends = rest.match_indices('.').map(|(at, _)| at).chain([rest.len()]);
        ends.into_iter().any(|end| mapping.has_counterpart(&format!("{path}.{}", &rest[..end])))
    })
}

/// Whether an import stands in a `try`, and the program goes on if it fails.
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

/// Whether a handler is for failed imports, and does not fail itself.
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
