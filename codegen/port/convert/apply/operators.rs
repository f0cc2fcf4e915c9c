//! Operators, subscripts and functions of arrays: if a file may apply them to tensors, it imports the mapping's helpers for
//! them.

use super::Converter;
use crate::python::{Kind, NodeId, Role};
use crate::report::Difference;

impl Converter<'_> {
    /// Adds the helpers for operators, subscripts and functions of arrays if the file uses PyTorch and has some whose operands
    /// may be tensors.
    pub fn need_operators(&mut self) {
        let tree = self.tree;
        if !self.imports.is_relevant() {
            return;
        }
        let mapping = self.mapping;
        let combined = tree.ids().find(|id| self.may_combine_tensors(*id));
        let indexed = tree.ids().find(|id| self.has_unusual_index(*id));
        let called = mapping.array_functions.iter().map(|(package, helper)| {
            (tree.ids().find(|id| self.calls_function_of(*id, package)), std::slice::from_ref(helper))
        });
        let mut needed = vec![(combined, mapping.operators.as_slice()), (indexed, mapping.subscripts.as_slice())];
        needed.extend(called);
        for (place, helpers) in needed {
            let Some(place) = place else { continue };
            for helper in helpers {
                if !self.defined.contains(&helper.value) {
                    self.need_extension(helper.as_str());
                }
            }
            self.note_difference_of_file(place);
        }
    }

    /// What differs in the whole file is listed at the first place.
    fn note_difference_of_file(&mut self, place: NodeId) {
        let range = self.tree.node(place).range();
        let name = match self.tree.kind(place) {
            Kind::Subscript => "x[...]",
            Kind::Call => "functions of arrays",
            _ => "operators",
        };
        let texts = std::mem::take(&mut self.differences_of_use).into_iter();
        self.differences.extend(texts.map(|text| Difference { range: range.clone(), name: name.to_owned(), text }));
    }

    /// Whether a subscript has several indices of which one may be a tensor, or whether several items are assigned.
    fn has_unusual_index(&self, id: NodeId) -> bool {
        use Kind::{None, Number, Slice, Strings, Tuple, Unary};
        let tree = self.tree;
        let Some(index) = tree.child(id, Role::Index).filter(|_| tree.kind(id) == Kind::Subscript) else {
            return false;
        };
        let is_annotation =
            std::iter::once(id).chain(tree.ancestors(id)).any(|id| tree.node(id).role == Role::Annotation);
        let is_plain =
            |item: NodeId| matches!(tree.kind(item), Number | Slice | Strings | Unary) || tree.text_of(item) == "...";
        if is_annotation || self.is_subscripted_type(id) {
            return false;
        }
        let is_assigned = tree.node(id).role == Role::Target;
        match tree.kind(index) {
            Tuple if is_assigned => tree.children(index).any(|item| tree.kind(item) != Strings),
            Tuple => {
                let new_axes = tree.children(index).filter(|item| tree.kind(*item) == None).count();
                let others = tree.children(index).filter(|item| tree.kind(*item) != None).any(|item| !is_plain(item));
                others || new_axes > 1
            }
            Kind::List => tree.children(index).any(|item| !is_plain(item)),
            Slice => is_assigned,
            _ => false,
        }
    }

    /// Whether a subscript is that of a type, such as `Dict[str, int]`: its name begins with a capital letter.
    fn is_subscripted_type(&self, id: NodeId) -> bool {
        let Some(value) = self.tree.child(id, Role::Value) else { return false };
        let name = self.tree.text_of(value).rsplit('.').next().unwrap_or_default();
        name.starts_with(|c: char| c.is_ascii_uppercase()) && name.contains(|c: char| c.is_ascii_lowercase())
    }

    /// Whether a call is that of a function of a package, with arguments.
    fn calls_function_of(&self, id: NodeId, package: &str) -> bool {
        let tree = self.tree;
        let Some(callee) = tree.child(id, Role::Callee).filter(|_| tree.kind(id) == Kind::Call) else { return false };
        let root = tree.text_of(callee).split('.').next().unwrap_or_default();
        tree.kind(callee) == Kind::Attribute
            && tree.child(id, Role::Argument).is_some()
            && self.imports.foreign_modules.get(root).is_some_and(|module| module == package)
    }

    fn may_combine_tensors(&self, id: NodeId) -> bool {
        let operands: Vec<NodeId> = match self.tree.kind(id) {
            Kind::Binary | Kind::Compare | Kind::AugmentedAssign => self.tree.children(id).collect(),
            _ => return false,
        };
        let is_number = |id: NodeId| matches!(self.tree.kind(id), Kind::Number | Kind::True | Kind::False);
        let is_operator = |id: NodeId| matches!(self.tree.kind(id), Kind::Binary | Kind::Unary);
        let is_literal = |id: &NodeId| self.tree.below(*id).all(|part| is_number(part) || is_operator(part));
        let is_other_type = |id: &NodeId| {
            use Kind::{Comprehension, Dict, FormattedStrings, List, None, Set, Strings, Tuple};
            let kind = self.tree.kind(*id);
            matches!(kind, Comprehension | Dict | FormattedStrings | List | None | Set | Strings | Tuple)
        };
        if self.is_test_of_membership(&operands) {
            return operands.last().is_some_and(|last| !is_other_type(last) && !is_literal(last));
        }
        !operands.iter().all(is_literal) && !operands.iter().any(is_other_type) && !self.is_test_of_identity(&operands)
    }

    /// Whether the only operator is `in` or `not in`.
    fn is_test_of_membership(&self, operands: &[NodeId]) -> bool {
        let &[first, last] = operands else { return false };
        let between = self.tree.slice(self.tree.node(first).end..self.tree.node(last).start);
        between.split_whitespace().any(|word| word.trim_matches(['(', ')']) == "in")
    }

    /// Whether all operators between operands are words: `is`, `in`, `not`.
    fn is_test_of_identity(&self, operands: &[NodeId]) -> bool {
        operands.windows(2).all(|pair| {
            let between = self.tree.node(pair[0]).end..self.tree.node(pair[1]).start;
            let symbols = self.tree.slice(between).trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
            symbols.starts_with(|c: char| c.is_ascii_alphabetic())
        })
    }
}
