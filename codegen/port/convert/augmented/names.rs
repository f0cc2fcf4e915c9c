//! An index of the names of a file.

use std::collections::{BTreeMap, BTreeSet};

use crate::python::{Kind, NodeId, Role, Tree};

/// Where names occur, and what they are assigned.
#[derive(Debug, Default)]
pub(super) struct NameIndex<'a> {
    /// The occurrences of each variable, in order.
    occurrences: BTreeMap<&'a str, Vec<NodeId>>,
    /// The values assigned to attributes of each name, whatever the object, and to variables in the bodies of classes.
    pub attributes: BTreeMap<&'a str, Vec<NodeId>>,
    /// Names that are defined by something other than an assignment, or shared with other functions (`global`).
    pub defined_otherwise: BTreeSet<&'a str>,
    /// The texts of short strings, which may name attributes.
    pub strings: BTreeSet<&'a str>,
}

impl<'a> NameIndex<'a> {
    pub fn read(tree: &Tree<'a>) -> NameIndex<'a> {
        let mut names = NameIndex::default();
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

    /// Notes the value that is assigned to an attribute.
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
        // If the value is unknown, or unpacked, the target itself is noted: nothing is known about it.
        let value = value.filter(|_| outer == id && tree.kind(parent) != Kind::For).unwrap_or(id);
        self.attributes.entry(name).or_default().push(value);
    }

    /// The occurrences of a variable, in order.
    pub fn of(&self, name: &str) -> &[NodeId] {
        self.occurrences.get(name).map_or(&[], Vec::as_slice)
    }
}
