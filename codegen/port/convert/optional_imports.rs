//! Imports that may fail: optional ones (`try: from package import name`, with a handler that does something else), and those of
//! packages that need PyTorch themselves.

use crate::exports::ProjectFile;
use crate::place;
use crate::python::{Kind, NodeId, Role, Tree, dotted_name};
use crate::rules::Mapping;

/// The `raise` that replaces an optional import of something without a counterpart, so that the handler runs. `None` if the
/// import is not optional, or if everything that it imports has a counterpart.
pub fn replacement(tree: &Tree, mapping: &Mapping, import: NodeId, is_local: impl Fn(&str) -> bool) -> Option<String> {
    let missing = missing(tree, mapping, import, is_local)?;
    is_optional(tree, import).then(|| format!("raise ModuleNotFoundError(\"`{missing}` is not converted\")"))
}

/// An import that is allowed to fail: placeholders take the place of what it imports.
pub struct Guarded {
    /// The statements that replace it.
    pub lines: Vec<String>,
    /// The paths that it imports.
    pub paths: Vec<String>,
    /// The local names.
    pub names: Vec<String>,
}

/// The replacement of an import that runs when the file is imported, and imports something of packages that need PyTorch and
/// are not the project's own.
pub fn guarded(tree: &Tree, mapping: &Mapping, import: NodeId, project_file: &ProjectFile) -> Option<Guarded> {
    let is_lazy = tree.ancestors(import).any(|id| matches!(tree.kind(id), Kind::Function | Kind::Class | Kind::Try));
    if is_lazy || !place::begins_line(tree, import) || mapping.placeholder.value.is_empty() {
        return None;
    }
    let is_from = tree.kind(import) == Kind::ImportFrom;
    let module = dotted_name(tree.name_of(import));
    let path = |alias: NodeId| match dotted_name(tree.text_of(alias)) {
        name if is_from => format!("{module}.{name}"),
        name => name,
    };
    let aliases = tree.children(import).filter(|child| tree.kind(*child) == Kind::Alias);
    let is_own = |path: &str| {
        let module = if is_from { &module } else { path };
        project_file.is_local(module) || project_file.has_package(path.split('.').next().unwrap_or(path))
    };
    let is_guarded = |alias: &NodeId| mapping.needs_pytorch(&path(*alias)) && !is_own(&path(*alias));
    let (guarded, others): (Vec<_>, Vec<_>) = aliases.partition(is_guarded);
    if guarded.is_empty() || tree.node(import).level > 0 || guarded.iter().any(|alias| tree.text_of(*alias) == "*") {
        return None;
    }
    let written = |aliases: &[NodeId]| {
        let texts: Vec<_> = aliases.iter().map(|alias| tree.text_of(*alias)).collect();
        let begin = if is_from { format!("from {module} ") } else { String::new() };
        format!("{begin}import {}", texts.join(", "))
    };
    let mut lines: Vec<String> = if others.is_empty() { Vec::new() } else { vec![written(&others)] };
    lines.extend(["try:".to_owned(), format!("    {}", written(&guarded)), "except ImportError:".to_owned()]);
    let mut names = Vec::new();
    for alias in &guarded {
        let local = tree.name_of(*alias);
        // `import package.module` defines `package`.
        let name = local.split('.').next().unwrap_or(local);
        let meant = if name == local { path(*alias) } else { name.to_owned() };
        lines.push(format!("    {name} = {}", mapping.placeholder.value.replace("{text}", &format!("\"{meant}\""))));
        names.push(name.to_owned());
    }
    Some(Guarded { lines, paths: guarded.into_iter().map(path).collect(), names })
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
