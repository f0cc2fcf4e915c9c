//! Operators: if a file may apply them to tensors, it imports the mapping's helpers for operators.

use super::Converter;
use crate::python::{Kind, NodeId};

impl Converter<'_> {
    /// Adds the helpers for operators if the file uses PyTorch and has an operator whose operands may be tensors.
    pub fn need_operators(&mut self) {
        let tree = self.tree;
        if self.imports.is_relevant() && tree.ids().any(|id| self.may_combine_tensors(id)) {
            let names = self.mapping.operators.iter().map(|name| name.value.clone());
            self.helpers.extend(names.filter(|name| !self.defined.contains(name)));
        }
    }

    fn may_combine_tensors(&self, id: NodeId) -> bool {
        let operands: Vec<NodeId> = match self.tree.kind(id) {
            Kind::Binary | Kind::Compare | Kind::AugmentedAssign => self.tree.children(id).collect(),
            _ => return false,
        };
        let is_literal = |id: &NodeId| matches!(self.tree.kind(*id), Kind::Number | Kind::True | Kind::False);
        let is_other_type = |id: &NodeId| {
            use Kind::{Comprehension, Dict, FormattedStrings, List, None, Set, Strings, Tuple};
            let kind = self.tree.kind(*id);
            matches!(kind, Comprehension | Dict | FormattedStrings | List | None | Set | Strings | Tuple)
        };
        !operands.iter().all(is_literal) && !operands.iter().any(is_other_type) && !self.is_test_of_identity(&operands)
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
