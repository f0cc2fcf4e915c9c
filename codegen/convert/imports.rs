//! What the names of a file stand for: imports of PyTorch's packages, and everything that is none.

use std::collections::BTreeSet;
use std::ops::Range;

use indexmap::IndexMap;

use crate::python::{Kind, NodeId, Role, Tree};
use crate::rules::Mapping;

/// The imports of a file.
#[derive(Debug, Default)]
pub struct Imports {
    /// A local name, and the path that it stands for.
    pub names: IndexMap<String, String>,
    /// The packages of the mapping that are imported.
    pub packages: BTreeSet<String>,
    /// Names from other packages.
    pub foreign: BTreeSet<String>,
    /// Modules from which everything is imported.
    pub stars: Vec<String>,
    /// Imports to remove: the statement, and the ranges of the names that go. No range means the whole statement.
    pub removed: Vec<Removal>,
    /// Ranges of module names that change, and what they become.
    pub renamed: Vec<(Range<u32>, String)>,
    /// What is imported already.
    pub present: BTreeSet<String>,
}

#[derive(Debug)]
pub struct Removal {
    pub statement: NodeId,
    /// The names that stay; none if the statement goes.
    pub kept: Vec<Range<u32>>,
}

impl Imports {
    /// `is_local` tells whether a module of the project has a dotted name.
    pub fn read(tree: &Tree, mapping: &Mapping, is_local: &dyn Fn(&str) -> bool) -> Imports {
        let mut imports = Imports::default();
        for id in tree.ids() {
            match tree.kind(id) {
                Kind::Import => imports.plain(tree, id, mapping, is_local),
                Kind::ImportFrom => imports.from(tree, id, mapping, is_local),
                _ => {}
            }
        }
        imports
    }

    /// Whether the file uses any of the packages.
    pub fn is_relevant(&self) -> bool {
        !self.packages.is_empty()
    }

    fn plain(&mut self, tree: &Tree, id: NodeId, mapping: &Mapping, is_local: &dyn Fn(&str) -> bool) {
        let mut kept = Vec::new();
        let mut removes = false;
        for alias in tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias) {
            let path = dotted_name(tree.text_of(alias));
            let local = tree.name_of(alias);
            if !is_local(&path) {
                if let Some(package) = mapping.package_of(&path) {
                    self.packages.insert(package.to_owned());
                    self.names.insert(local.to_owned(), path);
                    removes = true;
                    continue;
                }
                if is_kept(mapping, &path) {
                    self.names.insert(local.to_owned(), path);
                    kept.push(tree.node(alias).range());
                    continue;
                }
                self.rename_module(tree, alias, &path, mapping);
            }
            self.present.insert(tree.text_of(alias).to_owned());
            self.foreign.insert(local.split('.').next().unwrap_or(local).to_owned());
            kept.push(tree.node(alias).range());
        }
        if removes {
            self.removed.push(Removal { statement: id, kept });
        }
    }

    fn from(&mut self, tree: &Tree, id: NodeId, mapping: &Mapping, is_local: &dyn Fn(&str) -> bool) {
        let node = tree.node(id);
        let module = dotted_name(tree.name_of(id));
        let aliases: Vec<_> = tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias).collect();
        let is_ours = node.level == 0 && !is_local(&module);
        let package = mapping.package_of(&module).filter(|_| is_ours);
        let renamed = mapping.modules.keys().any(|known| is_below(&module, known)) && is_ours;
        if let Some(package) = package.filter(|_| !renamed) {
            self.packages.insert(package.to_owned());
            self.removed.push(Removal { statement: id, kept: Vec::new() });
        }
        let kept = is_ours && is_kept(mapping, &module);
        for alias in aliases {
            let (local, path) = (tree.name_of(alias), dotted_name(tree.text_of(alias)));
            if renamed || (package.is_none() && !kept) {
                if local != "*" {
                    self.foreign.insert(local.to_owned());
                }
            } else if local == "*" {
                self.stars.push(module.clone());
            } else {
                self.names.insert(local.to_owned(), format!("{module}.{path}"));
            }
        }
        if renamed {
            self.rename_from(tree, id, &module, mapping);
        }
    }

    /// `import a.b` becomes `import c.a.b as a`, so that uses stay as they are.
    fn rename_module(&mut self, tree: &Tree, alias: NodeId, path: &str, mapping: &Mapping) {
        let Some((from, to)) = mapping.modules.iter().find(|(from, _)| is_below(path, from)) else { return };
        let range = tree.node(alias).range();
        let has_alias = tree.node(alias).level == 1;
        let text = match has_alias {
            true => tree.text_of(alias).replacen(from.as_str(), to.as_str(), 1),
            false if !from.contains('.') => format!("{} as {from}", to.as_str()),
            false => return,
        };
        self.renamed.push((range, text));
    }

    fn rename_from(&mut self, tree: &Tree, id: NodeId, module: &str, mapping: &Mapping) {
        let Some((from, to)) = mapping.modules.iter().find(|(from, _)| is_below(module, from)) else { return };
        let (start, end) = tree.node(id).name;
        self.renamed.push((start..end, format!("{}{}", to.as_str(), &module[from.len()..])));
    }
}

fn is_kept(mapping: &Mapping, path: &str) -> bool {
    let first = path.split('.').next().unwrap_or(path);
    mapping.kept.iter().any(|kept| kept.as_str() == first)
}

fn is_below(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The name at the start of an alias, without blanks.
fn dotted_name(text: &str) -> String {
    let end = text.find(" as ").or_else(|| text.find("\tas ")).unwrap_or(text.len());
    text[..end].chars().filter(|c| !c.is_whitespace() && *c != '\\').collect()
}

/// Where names that imports define are something else: parameters and variables of functions.
#[derive(Debug, Default)]
pub struct Shadows {
    /// A function or another scope, and a name that it defines.
    scopes: BTreeSet<(NodeId, String)>,
    /// Every name that the file defines or uses.
    pub names: BTreeSet<String>,
    /// Names that the file defines anywhere.
    pub defined: BTreeSet<String>,
}

impl Shadows {
    pub fn read(tree: &Tree, imports: &Imports) -> Shadows {
        let mut shadows = Shadows::default();
        let mut global: BTreeSet<(NodeId, String)> = BTreeSet::new();
        for id in tree.ids() {
            let node = tree.node(id);
            let name = match node.kind {
                Kind::Name => tree.text_of(id),
                Kind::Parameter | Kind::Function | Kind::Class | Kind::Handler | Kind::Alias => tree.name_of(id),
                Kind::Global => {
                    let names = tree.text_of(id).split(|c: char| !(c.is_alphanumeric() || c == '_')).skip(1);
                    global.extend(names.map(|name| (scope_of(tree, id), name.to_owned())));
                    continue;
                }
                _ => continue,
            };
            shadows.names.insert(name.to_owned());
            let defines = match node.kind {
                Kind::Name => is_target(tree, id),
                Kind::Alias => false,
                _ => true,
            };
            if !defines {
                continue;
            }
            shadows.defined.insert(name.to_owned());
            if imports.names.contains_key(name) || imports.packages.contains(name) {
                let scope = match node.kind {
                    Kind::Parameter => node.parent,
                    _ => scope_of(tree, id),
                };
                if scope != Tree::ROOT {
                    shadows.scopes.insert((scope, name.to_owned()));
                }
            }
        }
        for scope in global {
            shadows.scopes.remove(&scope);
        }
        shadows
    }

    /// Whether a name is something else than what is imported, at a node.
    pub fn hide(&self, tree: &Tree, node: NodeId, name: &str) -> bool {
        if self.scopes.is_empty() {
            return false;
        }
        let mut below = node;
        tree.ancestors(node).any(|scope| {
            // Decorators, defaults and annotations of a function belong to what is around it.
            let is_inside = match tree.kind(scope) {
                Kind::Function => tree.node(below).role == Role::Body,
                Kind::Class => false,
                _ => true,
            };
            let is_class_body = tree.kind(scope) == Kind::Class && tree.node(node).parent == below;
            below = scope;
            (is_inside || is_class_body) && self.scopes.contains(&(scope, name.to_owned()))
        })
    }
}

/// The function, class, lambda or comprehension that a definition belongs to.
fn scope_of(tree: &Tree, id: NodeId) -> NodeId {
    let is_scope =
        |kind| matches!(kind, Kind::Function | Kind::Class | Kind::Lambda | Kind::Comprehension | Kind::Generator);
    tree.ancestors(id).find(|ancestor| is_scope(tree.kind(*ancestor))).unwrap_or(Tree::ROOT)
}

/// Whether a name is assigned to.
fn is_target(tree: &Tree, id: NodeId) -> bool {
    std::iter::once(id)
        .chain(tree.ancestors(id))
        .take_while(|part| matches!(tree.kind(*part), Kind::Name | Kind::Tuple | Kind::List | Kind::Starred))
        .any(|part| tree.node(part).role == Role::Target)
}
