//! Where values go: whether something else refers to the value of a variable afterwards.

use crate::python::{Kind, NodeId, Role};

use super::analysis::Analysis;
use super::value_kind::ValueKind;

impl Analysis<'_> {
    /// Whether something else may refer to the value of a variable when a statement changes it.
    pub(super) fn escapes(&self, name: NodeId) -> bool {
        let Some(reaching) = self.reaching(name) else { return true };
        reaching.uses.iter().any(|id| !self.is_harmless(*id, name))
    }

    /// Whether a use of a variable creates no other reference to its value.
    fn is_harmless(&self, use_: NodeId, name: NodeId) -> bool {
        let mut below = use_;
        while self.take_step() {
            let node = self.tree.node(below);
            let parent = node.parent;
            let answer = match self.tree.kind(parent) {
                Kind::Binary | Kind::Compare | Kind::Unary | Kind::Slice => Some(true),
                Kind::FormattedString | Kind::FormattedStrings => Some(true),
                Kind::Expression | Kind::Command | Kind::OtherStatement | Kind::AugmentedAssign => Some(true),
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

    /// Whether `x.a` creates no reference to `x`. `None` if its value may be such a reference.
    pub(super) fn attribute_flow(&self, attribute: NodeId) -> Option<bool> {
        let kind = match self.call_of(attribute) {
            Some(call) => self.result_kind(call),
            None => self.attribute_kind(attribute),
        };
        match kind {
            ValueKind::Number | ValueKind::Container | ValueKind::New => Some(true),
            ValueKind::View(_) => None,
            ValueKind::Element(_) | ValueKind::Unknown => Some(self.tree.node(attribute).role == Role::Target),
        }
    }

    /// The call whose callee is an attribute.
    fn call_of(&self, attribute: NodeId) -> Option<NodeId> {
        let node = self.tree.node(attribute);
        (node.role == Role::Callee).then_some(node.parent)
    }

    /// Whether a call keeps no reference to its arguments. `None` if its result may be such a reference.
    pub(super) fn argument_flow(&self, call: NodeId) -> Option<bool> {
        match self.result_kind(call) {
            ValueKind::Number | ValueKind::New => Some(true),
            ValueKind::View(_) => None,
            ValueKind::Container | ValueKind::Element(_) | ValueKind::Unknown => Some(false),
        }
    }

    /// Whether an assignment binds only the name itself.
    fn is_assigned_to(&self, assign: NodeId, name: &str) -> bool {
        let mut targets = self.tree.children(assign).filter(|id| self.tree.node(*id).role == Role::Target);
        targets.all(|target| self.tree.text_of(target) == name)
    }
}
