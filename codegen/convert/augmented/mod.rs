//! Augmented assignments: PyTorch changes a tensor where it is, the target binds the name to a new one. Finds those after
//! which something else might still show the old values.
//!
//! Types are unknown, so only what provably is no tensor, or a tensor that nobody else holds, stays as it is.

mod elements;
mod flow;
mod held;
mod names;
mod reach;

use std::collections::BTreeMap;

use crate::python::{Kind, NodeId, Role, Tree};
use crate::uses::Finder;

use held::Held;
use names::Names;

/// How an augmented assignment must be written, and what its author should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InPlace {
    pub form: Form,
    pub warning: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `x = f(x, y)`
    Assign,
    /// `f(container, index, y)`
    Item,
}

/// The augmented assignments of a file that may have to change a tensor in place.
pub fn find(finder: &Finder) -> BTreeMap<NodeId, InPlace> {
    let tree = finder.tree;
    let statements: Vec<_> = tree.ids().filter(|id| tree.kind(*id) == Kind::AugmentedAssign).collect();
    let is_known = |id: &NodeId| finder.mapping.in_place.operators.contains_key(operator(tree, *id));
    if !statements.iter().any(is_known) {
        return BTreeMap::new();
    }
    let names = Names::read(tree);
    let decide = |id| Some((id, Analysis::new(finder, &names).decide(id)?));
    statements.into_iter().filter(is_known).filter_map(decide).collect()
}

/// The operator with its equals sign.
pub fn operator<'a>(tree: &Tree<'a>, statement: NodeId) -> &'a str {
    let (target, value) = (tree.child(statement, Role::Target), tree.child(statement, Role::Value));
    let (Some(target), Some(value)) = (target, value) else { return "" };
    let between = tree.slice(tree.node(target).end..tree.node(value).start);
    let text = between.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ')' | '\\'));
    text.find('=').map_or("", |end| &text[..=end])
}

/// How many names an analysis of one statement looks at before it gives up.
const MOST_STEPS: u32 = 400;

/// Looks at one statement.
pub(crate) struct Analysis<'a> {
    finder: &'a Finder<'a>,
    tree: &'a Tree<'a>,
    names: &'a Names<'a>,
    steps: std::cell::Cell<u32>,
}

impl<'a> Analysis<'a> {
    fn new(finder: &'a Finder<'a>, names: &'a Names<'a>) -> Self {
        Analysis { finder, tree: finder.tree, names, steps: std::cell::Cell::new(0) }
    }

    /// Counts a step, and tells whether there may be more.
    fn may_go_on(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.steps.get() < MOST_STEPS
    }

    fn decide(&self, statement: NodeId) -> Option<InPlace> {
        let target = self.tree.child(statement, Role::Target)?;
        let operand = self.held(self.tree.child(statement, Role::Value)?, None);
        if operand == Held::Container {
            return None;
        }
        match self.tree.kind(target) {
            Kind::Name => self.decide_name(target, statement, &operand),
            Kind::Attribute => self.decide_attribute(target, &operand),
            Kind::Subscript => self.decide_item(target, &operand),
            _ => None,
        }
    }

    fn decide_name(&self, target: NodeId, statement: NodeId, operand: &Held) -> Option<InPlace> {
        let held = self.held_by_name(target);
        let stays = match held {
            Held::Container | Held::New => true,
            Held::Number => *operand == Held::Number || !self.escapes(target),
            Held::Unknown => *operand == Held::Number && self.has_number_as_default(target),
            Held::View(_) | Held::Element(_) => false,
        };
        if stays {
            return None;
        }
        let has_gradient = !self.is_of_integers(statement) && !self.is_without_gradients(statement);
        let warning = has_gradient.then(|| self.warning(target, &held)).flatten();
        Some(InPlace { form: Form::Assign, warning })
    }

    /// Attributes are looked up by name, whatever object has them.
    fn decide_attribute(&self, target: NodeId, operand: &Held) -> Option<InPlace> {
        let name = self.tree.name_of(target);
        let values = self.names.attributes.get(name).filter(|_| !self.names.strings.contains(name));
        let all = |wanted: Held| values.is_some_and(|values| values.iter().all(|it| self.held(*it, None) == wanted));
        if all(Held::Container) || (*operand == Held::Number && all(Held::Number)) {
            return None;
        }
        Some(InPlace { form: Form::Assign, warning: None })
    }

    fn decide_item(&self, target: NodeId, operand: &Held) -> Option<InPlace> {
        let container = self.tree.child(target, Role::Value)?;
        let index = self.tree.child(target, Role::Index)?;
        if self.only_tensors_take(index) {
            return None;
        }
        let held = match self.tree.kind(container) {
            Kind::Name => self.held_by_name(container),
            _ => self.held(container, None),
        };
        let is_tensor_attribute = self.tree.kind(container) == Kind::Attribute
            && self.finder.mapping.attributes_of.names.iter().any(|name| name == self.tree.name_of(container));
        match held {
            Held::New => return None,
            Held::Number => return None,
            Held::Container if *operand == Held::Number && self.contains_numbers(container) => return None,
            _ if is_tensor_attribute => return None,
            _ => {}
        }
        Some(InPlace { form: Form::Item, warning: None })
    }

    /// Whether an index is a slice, a mask or a list, which dictionaries and lists of tensors do not take.
    fn only_tensors_take(&self, index: NodeId) -> bool {
        match self.tree.kind(index) {
            Kind::Slice | Kind::Compare | Kind::List | Kind::None => true,
            Kind::Unary => self.tree.text_of(index).starts_with('~'),
            Kind::Tuple | Kind::Binary => self.tree.children(index).any(|part| self.only_tensors_take(part)),
            Kind::Other => self.tree.text_of(index) == "...",
            Kind::Call => self.held(index, None) == Held::New,
            _ => false,
        }
    }

    /// Whether the default of a parameter is a number.
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

    /// Whether code runs without gradients, in a block or a function for that.
    fn is_without_gradients(&self, statement: NodeId) -> bool {
        let is_switch = |id: NodeId| {
            let path = self.finder.path(id);
            path.is_some_and(|path| self.finder.mapping.in_place.without_gradients.contains(&path))
        };
        self.tree.ancestors(statement).any(|outer| {
            let is_place = |kind| matches!(kind, Kind::WithItem | Kind::Decorator);
            let mut places = self.tree.children(outer).take_while(|child| is_place(self.tree.kind(*child)));
            places.any(|place| self.tree.below(place).any(is_switch))
        })
    }

    /// How gradients differ from PyTorch's.
    fn warning(&self, target: NodeId, held: &Held) -> Option<String> {
        let name = self.tree.text_of(target);
        match held {
            Held::View(Some(base)) if self.is_used_later(*base, target) => {
                let base = self.tree.text_of(*base);
                Some(format!(
                    "`{name}` may be a view of `{base}`: the values of `{base}` change, too, but its gradient stays as it was"
                ))
            }
            Held::Element(iterable) if self.tree.kind(*iterable) != Kind::Call => {
                let iterable = self.tree.text_of(*iterable);
                Some(format!(
                    "`{name}` is a view if `{iterable}` is a tensor: its values change, too, but its gradient stays as it was"
                ))
            }
            _ => None,
        }
    }

    /// Whether a name is used after a statement, or in the next round of a loop around it, or belongs to the caller.
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
