//! Augmented assignments: `x += y` changes a tensor in place in PyTorch, but makes a new tensor in the target. This finds the
//! assignments where the difference can be seen, because something else may refer to the old tensor.
//!
//! Types are unknown, so an assignment is left alone only if its target is provably not a tensor, or a tensor that nothing
//! else refers to.

mod analysis;
mod elements;
mod flow;
mod names;
mod reaching;
mod value_kind;
pub mod views;

use std::collections::BTreeMap;

use crate::python::{Kind, NodeId, Role, Tree};
use crate::uses::{Finder, Use, UseKind};

use analysis::Analysis;
use names::NameIndex;
use value_kind::ValueKind;

/// How to write an augmented assignment so that it changes the tensor in place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InPlaceChange {
    pub form: InPlaceForm,
    /// Whether no gradients are recorded there.
    pub is_without_gradients: bool,
    /// How gradients may differ from PyTorch's, if they may.
    pub warning: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InPlaceForm {
    /// `x = f(x, y)`
    Assign,
    /// `f(container, index, y)`
    Item,
}

/// The augmented assignments of a file that must be written in another form.
pub fn find(finder: &Finder) -> BTreeMap<NodeId, InPlaceChange> {
    let tree = finder.tree;
    let statements: Vec<_> = tree.ids().filter(|id| tree.kind(*id) == Kind::AugmentedAssign).collect();
    let is_known = |id: &NodeId| finder.mapping.in_place.operators.contains_key(operator(tree, *id));
    if !statements.iter().any(is_known) {
        return BTreeMap::new();
    }
    let names = NameIndex::read(tree);
    let decide = |id| Some((id, Analysis::new(finder, &names).decide(id)?));
    statements.into_iter().filter(is_known).filter_map(decide).collect()
}

/// The augmented assignments that were found, as uses.
pub fn uses(tree: &Tree, found: &BTreeMap<NodeId, InPlaceChange>) -> Vec<Use> {
    let of = |node: &NodeId| Use { node: *node, api: operator(tree, *node).to_owned(), kind: UseKind::InPlace };
    found.keys().map(of).collect()
}

/// The operator with its equals sign.
pub fn operator<'a>(tree: &Tree<'a>, statement: NodeId) -> &'a str {
    let (target, value) = (tree.child(statement, Role::Target), tree.child(statement, Role::Value));
    let (Some(target), Some(value)) = (target, value) else { return "" };
    let between = tree.slice(tree.node(target).end..tree.node(value).start);
    let text = between.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ')' | '\\'));
    text.find('=').map_or("", |end| &text[..=end])
}

impl Analysis<'_> {
    /// The form in which a statement must be written. `None` if it can stay as it is.
    fn decide(&self, statement: NodeId) -> Option<InPlaceChange> {
        let target = self.tree.child(statement, Role::Target)?;
        let operand = self.value_kind(self.tree.child(statement, Role::Value)?, None);
        if operand == ValueKind::Container {
            return None;
        }
        match self.tree.kind(target) {
            Kind::Name => self.decide_name(target, statement, &operand),
            Kind::Attribute => self.decide_attribute(target, &operand),
            Kind::Subscript => self.decide_item(target, &operand),
            _ => None,
        }
    }

    fn decide_name(&self, target: NodeId, statement: NodeId, operand: &ValueKind) -> Option<InPlaceChange> {
        let kind = self.unshared_kind(target);
        let stays = match kind {
            ValueKind::Container => true,
            ValueKind::New => !self.may_be_a_leaf(target, statement),
            ValueKind::Number => *operand == ValueKind::Number || !self.escapes(target),
            ValueKind::Unknown => *operand == ValueKind::Number && self.has_number_as_default(target),
            ValueKind::View(_) | ValueKind::Element(_) => false,
        };
        if stays {
            return None;
        }
        let mut change = self.change(InPlaceForm::Assign, target);
        if !change.is_without_gradients && !self.is_of_integers(statement) {
            change.warning = self.warning(target, &kind);
        }
        Some(change)
    }

    fn change(&self, form: InPlaceForm, target: NodeId) -> InPlaceChange {
        InPlaceChange { form, is_without_gradients: self.is_without_gradients(target), warning: None }
    }

    /// Whether a tensor may be one that gradients are computed for, and is changed where none are recorded: a new tensor would
    /// have none. It is made outside of that block.
    fn may_be_a_leaf(&self, target: NodeId, statement: NodeId) -> bool {
        let is_outside = |id: &NodeId| !self.is_without_gradients(self.tree.statement_of(*id));
        self.is_without_gradients(statement)
            && self.reaching(target).is_none_or(|reaching| reaching.definitions.iter().any(is_outside))
    }

    /// Decides by all attributes of the same name, whatever their objects.
    fn decide_attribute(&self, target: NodeId, operand: &ValueKind) -> Option<InPlaceChange> {
        let name = self.tree.name_of(target);
        let values = self.names.attributes.get(name).filter(|_| !self.names.strings.contains(name));
        let all = |wanted: ValueKind| {
            values.is_some_and(|values| values.iter().all(|it| self.value_kind(*it, None) == wanted))
        };
        if all(ValueKind::Container) || (*operand == ValueKind::Number && all(ValueKind::Number)) {
            return None;
        }
        Some(self.change(InPlaceForm::Assign, target))
    }

    fn decide_item(&self, target: NodeId, operand: &ValueKind) -> Option<InPlaceChange> {
        let container = self.tree.child(target, Role::Value)?;
        let index = self.tree.child(target, Role::Index)?;
        if self.only_tensors_take(index) {
            return None;
        }
        let kind = match self.tree.kind(container) {
            Kind::Name => self.unshared_kind(container),
            _ => self.value_kind(container, None),
        };
        let is_tensor_attribute = self.tree.kind(container) == Kind::Attribute
            && self.finder.mapping.attributes_of.names.iter().any(|name| name == self.tree.name_of(container));
        match kind {
            ValueKind::New => return None,
            ValueKind::Number => return None,
            ValueKind::Container if *operand == ValueKind::Number && self.contains_numbers(container) => return None,
            _ if is_tensor_attribute => return None,
            _ => {}
        }
        Some(self.change(InPlaceForm::Item, target))
    }

    /// Whether an index is a slice, a mask or a list. Only tensors take these, not dictionaries or lists.
    fn only_tensors_take(&self, index: NodeId) -> bool {
        match self.tree.kind(index) {
            Kind::Slice | Kind::Compare | Kind::List | Kind::None => true,
            Kind::Unary => self.tree.text_of(index).starts_with('~'),
            Kind::Tuple | Kind::Binary => self.tree.children(index).any(|part| self.only_tensors_take(part)),
            Kind::Other => self.tree.text_of(index) == "...",
            Kind::Call => self.value_kind(index, None) == ValueKind::New,
            _ => false,
        }
    }

    /// Whether a variable is a parameter whose default is a number.
    fn has_number_as_default(&self, target: NodeId) -> bool {
        let Some(parameter) = self.parameter(target) else { return false };
        let end = self.tree.node(parameter).end;
        let mut behind = self.tree.children(self.scope(target)).skip_while(|id| *id != parameter).skip(1);
        let default = behind.next().filter(|id| self.tree.slice(end..self.tree.node(*id).start).trim() == "=");
        default.is_some_and(|default| self.tree.kind(default) == Kind::Number)
    }

    fn is_of_integers(&self, statement: NodeId) -> bool {
        let operator = operator(self.tree, statement);
        self.finder.mapping.in_place.operators_of_integers.iter().any(|known| known == operator)
    }

    /// Whether a statement is in a block or function that records no gradients.
    fn is_without_gradients(&self, statement: NodeId) -> bool {
        let turns_off_gradients = |id: NodeId| {
            let path = self.finder.path(id);
            path.is_some_and(|path| self.finder.mapping.in_place.without_gradients.contains(&path))
        };
        self.tree.ancestors(statement).any(|outer| {
            let is_place = |kind| matches!(kind, Kind::WithItem | Kind::Decorator);
            let mut places = self.tree.children(outer).take_while(|child| is_place(self.tree.kind(*child)));
            places.any(|place| self.tree.below(place).any(turns_off_gradients))
        })
    }

    /// A warning if gradients differ from PyTorch's.
    fn warning(&self, target: NodeId, kind: &ValueKind) -> Option<String> {
        let name = self.tree.text_of(target);
        match kind {
            ValueKind::View(Some(base)) if self.is_used_later(*base, target) => {
                if let Some(copied) = self.copy_warning(target, *base) {
                    return Some(copied);
                }
                let base = self.tree.text_of(*base);
                Some(format!(
                    "`{name}` may be a view of `{base}`: the values of `{base}` change, too, but its gradient stays as it was"
                ))
            }
            ValueKind::Element(iterable) if self.tree.kind(*iterable) != Kind::Call => {
                let iterable = self.tree.text_of(*iterable);
                Some(format!(
                    "`{name}` is a view if `{iterable}` is a tensor: its values change, too, but its gradient stays as it was"
                ))
            }
            _ => None,
        }
    }

    /// Whether a name is used after a statement, including in the next iteration of a loop around it, or is a parameter.
    fn is_used_later(&self, name: NodeId, target: NodeId) -> bool {
        let text = self.tree.text_of(name);
        let end = self.tree.node(target).end;
        let is_loop = |id: &NodeId| matches!(self.tree.kind(*id), Kind::For | Kind::While);
        let scope = self.scope(target);
        let loops = self.tree.ancestors(target).take_while(|id| *id != scope).filter(is_loop).last();
        let start = loops.map_or(end, |outer| self.tree.node(outer).start);
        let occurrences = self.names.of(text).iter().filter(|id| self.is_inside(**id, scope));
        let mut loads = occurrences.filter(|id| self.tree.node(**id).role != Role::Target && **id != name);
        self.parameter(name).is_some() || loads.any(|id| self.tree.node(*id).start > start)
    }
}
