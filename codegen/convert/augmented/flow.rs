//! Where a value goes: whether something else holds it afterwards.

use crate::python::{Kind, NodeId, Role};

use super::Analysis;
use super::held::Held;

impl Analysis<'_> {
    /// Whether something else may hold the value of a variable when a statement changes it.
    pub(super) fn escapes(&self, name: NodeId) -> bool {
        let Some(reach) = self.reach(name) else { return true };
        reach.uses.iter().any(|id| !self.is_harmless(*id, name))
    }

    /// Whether a use of a variable leaves no other reference to its value.
    fn is_harmless(&self, use_: NodeId, name: NodeId) -> bool {
        let mut below = use_;
        while self.may_go_on() {
            let node = self.tree.node(below);
            let parent = node.parent;
            let answer = match self.tree.kind(parent) {
                Kind::Binary | Kind::Compare | Kind::Unary | Kind::Slice => Some(true),
                Kind::FormattedString | Kind::FormattedStrings => Some(true),
                Kind::Expression | Kind::OtherStatement | Kind::AugmentedAssign => Some(true),
                Kind::If | Kind::While | Kind::ElifOrElse => Some(node.role == Role::Test),
                Kind::Return => Some(self.scope(use_) == self.scope(name)),
                Kind::Conditional if node.role == Role::Test => Some(true),
                Kind::Boolean | Kind::Conditional | Kind::Starred | Kind::Tuple | Kind::List | Kind::Keyword => None,
                Kind::Subscript if node.role == Role::Index => Some(true),
                Kind::Subscript if self.tree.node(parent).role == Role::Target => Some(true),
                Kind::Subscript => None,
                Kind::Attribute => self.attribute_flow(parent),
                Kind::Call if node.role == Role::Callee => Some(false),
                Kind::Call => self.argument_flow(parent),
                Kind::Assign => Some(self.is_assigned_to(parent, self.tree.text_of(name))),
                _ => Some(false),
            };
            if let Some(answer) = answer {
                return answer;
            }
            below = self.call_of(parent).unwrap_or(parent);
        }
        false
    }

    /// Whether `x.a` leaves no reference to `x`; `None` if its value is one itself.
    pub(super) fn attribute_flow(&self, attribute: NodeId) -> Option<bool> {
        let held = match self.call_of(attribute) {
            Some(call) => self.result(call),
            None => self.attribute_value(attribute),
        };
        match held {
            Held::Number | Held::Container | Held::New => Some(true),
            Held::View(_) => None,
            Held::Element(_) | Held::Unknown => Some(self.tree.node(attribute).role == Role::Target),
        }
    }

    /// The call of an attribute.
    fn call_of(&self, attribute: NodeId) -> Option<NodeId> {
        let node = self.tree.node(attribute);
        (node.role == Role::Callee).then_some(node.parent)
    }

    /// Whether a function keeps no reference to its arguments; `None` if its result is one.
    pub(super) fn argument_flow(&self, call: NodeId) -> Option<bool> {
        match self.result(call) {
            Held::Number | Held::New => Some(true),
            Held::View(_) => None,
            Held::Container | Held::Element(_) | Held::Unknown => Some(false),
        }
    }

    /// Whether an assignment binds only the name itself.
    fn is_assigned_to(&self, assign: NodeId, name: &str) -> bool {
        let mut targets = self.tree.children(assign).filter(|id| self.tree.node(*id).role == Role::Target);
        targets.all(|target| self.tree.text_of(target) == name)
    }
}
