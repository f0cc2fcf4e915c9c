//! Arguments of the functions that an API function calls: infer meta, the kernel, and the rule for layouts.

use serde::Serialize;

use super::distributed::ShapePlan;
use super::tensors::PreparedInput;
use spec::{Element, Named, Op, Param};

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Argument {
    Input {
        name: String,
        /// The variable of the prepared tensor, if there is one.
        local: Option<String>,
        list: bool,
        optional: bool,
    },
    Attribute {
        name: String,
        /// The variable to use in place of the attribute itself: it may be this process's part of a shape.
        local: String,
        form: AttributeForm,
    },
    /// A number, a truth value, or a name that only C++ knows.
    Expression { text: String },
    /// A string.
    Text { text: String },
}

/// In which form an attribute is passed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AttributeForm {
    IntArray,
    Scalar,
    /// As it is.
    Plain,
}

impl Argument {
    /// An argument that is passed on as the function was given it. A name that is no argument is a string.
    pub fn unprepared(op: &Op, param: &Param) -> Self {
        let name = match param {
            Param::Name(name) => &name.value,
            Param::Literal(literal) => return Argument::Expression { text: literal.value.clone() },
            Param::Text(text) => return Argument::Text { text: text.value.clone() },
        };
        match (op.signature.input(name), op.signature.attr(name)) {
            (Some(input), _) => {
                Argument::Input { name: name.clone(), local: None, list: input.ty.is_list(), optional: input.optional }
            }
            (None, Some(attr)) => Argument::Attribute {
                name: name.clone(),
                local: name.clone(),
                form: match attr.ty.element {
                    Element::IntArray => AttributeForm::IntArray,
                    Element::Scalar(_) if !attr.ty.list => AttributeForm::Scalar,
                    _ => AttributeForm::Plain,
                },
            },
            (None, None) => Argument::Text { text: name.clone() },
        }
    }

    /// The same argument, in the variables that a call has prepared.
    pub fn prepared<'a>(
        mut self,
        inputs: &Named<&PreparedInput>,
        shapes: impl IntoIterator<Item = &'a ShapePlan>,
    ) -> Self {
        match &mut self {
            Argument::Input { name, local, .. } => {
                *local = inputs.by_name(name).map(|input| input.local.clone());
            }
            Argument::Attribute { name, local, .. } => {
                if let Some(shape) = shapes.into_iter().find(|shape| shape.attr == *name) {
                    local.clone_from(&shape.local);
                }
            }
            Argument::Expression { .. } | Argument::Text { .. } => {}
        }
        self
    }
}
