//! Containers whose elements are all numbers.

use crate::python::{Kind, NodeId, Role};

use super::analysis::Analysis;
use super::value_kind::ValueKind;

impl Analysis<'_> {
    /// Whether a container is a variable that holds only numbers, as counters do.
    pub(super) fn contains_numbers(&self, container: NodeId) -> bool {
        if self.tree.kind(container) != Kind::Name {
            return false;
        }
        let Some(reaching) = self.reaching(container).filter(|reaching| reaching.parameter.is_none()) else {
            return false;
        };
        let values = reaching.definitions.iter().map(|id| self.tree.child(self.tree.node(*id).parent, Role::Value));
        let mut values = values.peekable();
        values.peek().is_some()
            && values.all(|value| value.is_some_and(|value| self.makes_numbers(value)))
            && reaching.uses.iter().all(|id| self.adds_numbers(*id))
    }

    /// Whether an expression makes a container of numbers.
    fn makes_numbers(&self, value: NodeId) -> bool {
        if !self.take_step() {
            return false;
        }
        let is_number = |id: NodeId| match self.tree.kind(id) {
            Kind::Name => self.is_type_of_numbers(id) || self.value_kind(id, None) == ValueKind::Number,
            _ => self.value_kind(id, None) == ValueKind::Number,
        };
        let mut children = self.tree.children(value);
        match self.tree.kind(value) {
            Kind::List | Kind::Tuple | Kind::Set => children.all(is_number),
            Kind::Dict => children.all(|id| is_number(id) || self.tree.kind(id) == Kind::Strings),
            Kind::Comprehension => children.take_while(|id| self.tree.kind(*id) != Kind::Clause).all(is_number),
            Kind::Binary => children.all(|id| is_number(id) || self.makes_numbers(id)),
            // Such as `defaultdict(int)`.
            Kind::Call => {
                let mut arguments = children.filter(|id| self.tree.node(*id).role == Role::Argument);
                self.value_kind(value, None) == ValueKind::Container && arguments.all(is_number)
            }
            _ => false,
        }
    }

    /// Whether a name is a built-in type of numbers, such as `int`.
    fn is_type_of_numbers(&self, id: NodeId) -> bool {
        let name = self.tree.text_of(id);
        let is_builtin = !self.finder.shadows.defined.contains(name);
        is_builtin && self.finder.mapping.in_place.numbers.contains(&format!("builtins.{name}"))
    }

    /// Whether a use of a container adds only numbers to it, or nothing.
    fn adds_numbers(&self, id: NodeId) -> bool {
        let parent = self.tree.node(id).parent;
        let statement = self.tree.statement_of(id);
        match self.tree.kind(parent) {
            Kind::Subscript if self.tree.node(parent).role == Role::Target => {
                let value = self.tree.child(statement, Role::Value);
                value.is_some_and(|value| self.value_kind(value, None) == ValueKind::Number)
            }
            Kind::Subscript | Kind::Compare | Kind::Binary | Kind::For | Kind::Clause | Kind::Return => true,
            Kind::Attribute => matches!(self.attribute_flow(parent), Some(true)),
            Kind::Call => matches!(self.argument_flow(parent), Some(true)),
            _ => false,
        }
    }
}
