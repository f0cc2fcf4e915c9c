//! Scopes in which an imported name means something else.

use std::collections::{BTreeMap, BTreeSet};

use crate::imports::Imports;
use crate::python::{Kind, NodeId, Role, Tree};

/// The scopes that hide imported names with parameters and variables of their own.
#[derive(Debug, Default)]
pub struct Shadows {
    /// A scope and an imported name that it defines, with the end of the first definition.
    scopes: BTreeMap<(NodeId, String), u32>,
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
                    global.extend(names.map(|name| (tree.scope_of(id), name.to_owned())));
                    continue;
                }
                _ => continue,
            };
            shadows.names.insert(name.to_owned());
            let defines = match node.kind {
                Kind::Name => tree.is_target(id),
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
                    _ => tree.scope_of(id),
                };
                if scope != Tree::ROOT {
                    let end = tree.node(tree.statement_of(id)).end;
                    shadows.scopes.entry((scope, name.to_owned())).or_insert(end);
                }
            }
        }
        for scope in global {
            shadows.scopes.remove(&scope);
        }
        shadows
    }

    /// Whether a scope around a node hides an imported name.
    pub fn hide(&self, tree: &Tree, node: NodeId, name: &str) -> bool {
        if self.scopes.is_empty() {
            return false;
        }
        let mut below = node;
        tree.ancestors(node).any(|scope| {
            // Decorators, defaults and annotations of a function belong to the scope around it.
            let is_inside = match tree.kind(scope) {
                Kind::Function => tree.node(below).role == Role::Body,
                Kind::Class => false,
                _ => true,
            };
            let is_class_body = tree.kind(scope) == Kind::Class && tree.node(node).parent == below;
            below = scope;
            let defined = self.scopes.get(&(scope, name.to_owned()));
            // The body of a class is run in order, so a name means the import until the class defines it.
            defined.is_some_and(|end| is_inside || is_class_body && *end <= tree.node(node).start)
        })
    }
}
