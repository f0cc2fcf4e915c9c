//! Writes augmented assignments as calls that change a tensor in place.

use super::{Converter, Replacement};
use crate::augmented::{self, InPlaceForm};
use crate::edited::Shape;
use crate::expand;
use crate::python::{Kind, NodeId, Role};
use crate::rules;
use crate::uses::Use;

impl Converter<'_> {
    /// `x += y` becomes `x = f(x, y)`, and `c[i] += y` becomes `f_item(c, i, y)`.
    pub(super) fn augmented(&mut self, found: &Use) -> Replacement {
        let Some(function) = self.mapping.in_place.operators.get(&found.api).map(|it| it.as_str()) else {
            return Replacement::Unchanged;
        };
        let helper = self.mapping.helper_of(function);
        let Some(change) = self.in_place.get(&found.node).cloned() else { return Replacement::Unchanged };
        // A parameter has to stay the same tensor, so an update of it needs the function in every style.
        let without = helper.and_then(|helper| self.mapping.styles.without.get(helper));
        if let Some(text) = without.filter(|_| !change.is_without_gradients) {
            self.note_difference(&text.value);
            return Replacement::Unchanged;
        }
        let aliases = self.aliases_of(helper.map(str::to_owned).into_iter().collect());
        let name = expand::with_aliases(function, &aliases);
        let text = match change.form {
            InPlaceForm::Assign => self.assigned_in_place(found.node, &name),
            InPlaceForm::Item => self.item_in_place(found.node, &name),
        };
        match text {
            Ok(text) => {
                self.need_helper_of(function);
                self.warnings.extend(change.warning);
                Replacement::Text { text, shape: Shape::Loose }
            }
            Err(reason) => Replacement::Unsupported(reason.to_owned()),
        }
    }

    fn assigned_in_place(&self, statement: NodeId, function: &str) -> Result<String, &'static str> {
        let target = self.tree.child(statement, Role::Target).ok_or(NOT_READ)?;
        if !self.may_be_repeated(target) {
            return Err("its left side would be evaluated twice");
        }
        let (text, operand) = (self.edited.slice(self.tree.node(target).range()), self.operand(statement)?);
        let name = self.tree.name_of(target);
        let other = self.mapping.in_place.read_as.get(name).filter(|_| self.tree.kind(target) == Kind::Attribute);
        let read = match (other, text.strip_suffix(name)) {
            (Some(other), Some(object)) => format!("{object}{}", other.as_str()),
            _ => text.to_string(),
        };
        Ok(format!("{text} = {function}({read}, {operand})"))
    }

    fn item_in_place(&self, statement: NodeId, function: &str) -> Result<String, &'static str> {
        let target = self.tree.child(statement, Role::Target).ok_or(NOT_READ)?;
        let container = self.tree.child(target, Role::Value).ok_or(NOT_READ)?;
        let index = self.tree.child(target, Role::Index).ok_or(NOT_READ)?;
        let (whole, container) = (self.tree.node(target).range(), self.tree.node(container).range());
        let between = self.tree.slice(container.end..self.tree.node(index).start);
        let open = container.end + between.find('[').ok_or(NOT_READ)? as u32;
        let in_brackets = self.edited.slice(open + 1..whole.end - 1);
        let key = match self.tree.kind(index) {
            Kind::Tuple => format!("({})", in_brackets.trim()),
            _ => in_brackets.trim().to_owned(),
        };
        let container = self.edited.slice(whole.start..open);
        let operand = self.operand(statement)?;
        Ok(format!("{function}{}({}, {key}, {operand})", rules::InPlaceRules::ITEM, container.trim()))
    }

    /// The operand on the right, as an argument.
    fn operand(&self, statement: NodeId) -> Result<String, &'static str> {
        let target = self.tree.child(statement, Role::Target).ok_or(NOT_READ)?;
        let value = self.tree.child(statement, Role::Value).ok_or(NOT_READ)?;
        let operator = augmented::operator(self.tree, statement);
        let start = self.tree.node(target).end;
        let between = self.tree.slice(start..self.tree.node(value).start);
        let behind = start + (between.find(operator).ok_or(NOT_READ)? + operator.len()) as u32;
        let text = self.edited.slice(behind..self.tree.node(statement).end);
        let text = text.trim();
        match self.tree.kind(value) {
            Kind::Yield | Kind::Tuple if !text.starts_with('(') => Ok(format!("({text})")),
            _ => Ok(text.to_owned()),
        }
    }

    /// Whether an expression can be evaluated twice without harm: it consists of names, attributes, subscripts and literals.
    fn may_be_repeated(&self, id: NodeId) -> bool {
        self.tree.below(id).all(|id| {
            let is_plain = matches!(self.tree.kind(id), Kind::Name | Kind::Attribute | Kind::Subscript);
            let is_literal = matches!(self.tree.kind(id), Kind::Number | Kind::Strings | Kind::Unary);
            is_plain || is_literal
        })
    }
}

const NOT_READ: &str = "the statement could not be parsed";
