//! The arguments with which an API function calls infer meta, the kernel and the layout rule.

use serde::Serialize;

use super::tensor_class::TensorClass;
use spec::{Attr, AttrType, Element, Op, Param};

/// An argument of one of these calls.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Argument {
    /// A tensor, or a list of tensors.
    Input {
        /// The name of the input.
        name: String,
        /// The position among the inputs of the call.
        slot: usize,
        /// The class that the kernel expects.
        class: TensorClass,
        /// Whether it is a list.
        list: bool,
        /// Whether it may be absent.
        optional: bool,
    },
    /// An attribute.
    Attribute {
        /// The name of the attribute.
        name: String,
        /// The type in the YAML.
        #[serde(rename = "type")]
        ty: AttrType,
        /// How it is converted.
        form: AttributeForm,
        /// The position among the attributes of the call. Only rules for layouts read it from there.
        slot: Option<usize>,
        /// Set if the attribute is the shape of an output: each process then gets the shape of its own part.
        shape: Option<LocalShape>,
    },
    /// A number, a boolean, or a name that only C++ knows.
    Expression {
        /// The expression in C++.
        text: String,
    },
    /// A string.
    Text {
        /// The string, without quotes.
        text: String,
    },
}

/// How an attribute is converted before it is passed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AttributeForm {
    /// To an `IntArray`.
    IntArray,
    /// To a `Scalar`.
    Scalar,
    /// Not at all.
    Plain,
}

/// An attribute that is the shape of an output.
#[derive(Debug, Clone, Serialize)]
pub struct LocalShape {
    /// The name of the attribute.
    pub attr: String,
    /// The output whose shape is divided. If it is `None`, the attribute itself is divided, by the layout of the first
    /// output.
    pub output: Option<usize>,
    /// Whether the kernel also gets the divided shape: kernels keep a plain list as a whole.
    #[serde(skip)]
    pub to_kernel: bool,
}

impl Argument {
    /// An argument of the operator. A name that is not an argument is a string.
    pub fn new(op: &Op, param: &Param) -> Self {
        let name = match param {
            Param::Name(name) => &name.value,
            Param::Literal(literal) => return Argument::Expression { text: literal.value.clone() },
            Param::Text(text) => return Argument::Text { text: text.value.clone() },
        };
        let slot = op.signature.inputs.position_of(name);
        match (slot.map(|slot| (slot, &op.signature.inputs[slot])), op.signature.attr(name)) {
            (Some((slot, input)), _) => Argument::Input {
                name: name.clone(),
                slot,
                class: TensorClass::of_input(op, None),
                list: input.ty.is_list(),
                optional: input.optional,
            },
            (None, Some(attr)) => Argument::Attribute {
                name: name.clone(),
                ty: attr.ty,
                form: match attr.ty.element {
                    Element::IntArray => AttributeForm::IntArray,
                    Element::Scalar(_) if !attr.ty.list => AttributeForm::Scalar,
                    _ => AttributeForm::Plain,
                },
                slot: None,
                shape: None,
            },
            (None, None) => Argument::Text { text: name.clone() },
        }
    }

    /// Adds the shape that differs between processes.
    pub fn with_shapes<'a>(mut self, shapes: impl IntoIterator<Item = &'a LocalShape>) -> Self {
        if let Argument::Attribute { name, shape, .. } = &mut self {
            *shape = shapes.into_iter().find(|shape| shape.attr == *name).cloned();
        }
        self
    }

    /// Lets the argument be read from the attributes of the call.
    pub fn with_slot(mut self, attrs: &[String]) -> Self {
        if let Argument::Attribute { name, slot, .. } = &mut self {
            *slot = attrs.iter().position(|attr| attr == name);
        }
        self
    }
}

/// The attributes that are described for the call of an operator over dense tensors. Only a rule for layouts uses those
/// that the profiler cannot show.
pub fn described_attrs(op: &Op, has_rule: bool) -> Vec<String> {
    let is_shown = |attr: &&Attr| has_rule || !matches!(attr.ty.element, Element::Place | Element::DataType);
    op.signature.attrs.iter().filter(is_shown).map(|attr| attr.name.value.clone()).collect()
}
