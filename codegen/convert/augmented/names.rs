//! Where the names of a file occur.

use std::collections::{BTreeMap, BTreeSet};

use crate::python::{Kind, NodeId, Role, Tree};

/// The names of a file.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    /// Variables, in the order of the text.
    occurrences: BTreeMap<&'a str, Vec<NodeId>>,
    /// The values that attributes of a name are assigned anywhere, and variables in the bodies of classes.
    pub attributes: BTreeMap<&'a str, Vec<NodeId>>,
    /// Names that something else than an assignment defines or shares with other functions.
    pub defined_otherwise: BTreeSet<&'a str>,
    /// The texts of short strings, which may name attributes.
    pub strings: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    pub fn read(tree: &Tree<'a>) -> Names<'a> {
        let mut names = Names::default();
        for id in tree.ids() {
            match tree.kind(id) {
                Kind::Name => names.name(tree, id),
                Kind::Attribute => names.attribute(tree, id, tree.name_of(id)),
                Kind::Function | Kind::Class | Kind::Alias | Kind::Handler => {
                    names.defined_otherwise.insert(tree.name_of(id));
                }
                Kind::Global => {
                    let words = tree.text_of(id).split([' ', ',', '\t', '\\', '\n', '\r']);
                    names.defined_otherwise.extend(words.skip(1));
                }
                Kind::Strings => {
                    names.strings.insert(tree.text_of(id).trim_matches(['\'', '"']));
                }
                _ => {}
            }
        }
        names
    }

    fn name(&mut self, tree: &Tree<'a>, id: NodeId) {
        let name = tree.text_of(id);
        self.occurrences.entry(name).or_default().push(id);
        if tree.kind(tree.node(tree.node(id).parent).parent) == Kind::Class {
            self.attribute(tree, id, name);
        }
    }

    /// Notes what a target is assigned. An unpacked value counts as the whole.
    fn attribute(&mut self, tree: &Tree<'a>, id: NodeId, name: &'a str) {
        let is_part = |id: &NodeId| matches!(tree.kind(*id), Kind::Tuple | Kind::List | Kind::Starred);
        let outer = tree.ancestors(id).take_while(is_part).last().unwrap_or(id);
        let parent = tree.node(outer).parent;
        let is_assigned =
            matches!(tree.kind(parent), Kind::Assign | Kind::AnnotatedAssign | Kind::For | Kind::WithItem);
        if tree.node(outer).role != Role::Target || !is_assigned {
            return;
        }
        let value = tree.child(parent, Role::Value).or_else(|| tree.child(parent, Role::Iterable));
        // Without a value, or as an element of one, nothing is known: the target itself stands for that.
        let value = value.filter(|_| outer == id && tree.kind(parent) != Kind::For).unwrap_or(id);
        self.attributes.entry(name).or_default().push(value);
    }

    pub fn of(&self, name: &str) -> &[NodeId] {
        self.occurrences.get(name).map_or(&[], Vec::as_slice)
    }
}
