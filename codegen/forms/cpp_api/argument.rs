//! The arguments with which an API function calls infer meta, the kernel and the layout rule.

use serde::Serialize;

use super::tensor_class::TensorClass;
use spec::{Attr, AttrType, Element, Op, Param};

/// An argument of one of these calls.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Argument {
    /// A tensor input of the operator.
    Input {
        /// Its name in the YAML.
        name: String,
        /// The index among the inputs of the call.
        slot: usize,
        /// The class of tensor that the kernel takes.
        class: TensorClass,
        /// Whether it is a list of tensors.
        list: bool,
        /// Whether it may be absent.
        optional: bool,
    },
    /// An attribute of the operator.
    Attribute {
        /// Its name in the YAML.
        name: String,
        /// Its type in the YAML.
        #[serde(rename = "type")]
        ty: AttrType,
        /// The form in which it is passed on.
        form: AttributeForm,
        /// The index among the attributes of the call. Only layout rules read attributes from there.
        slot: Option<usize>,
        /// Set if the attribute is the shape of an output, so that each process gets the shape of its own part.
        shape: Option<LocalShape>,
    },
    /// A number, a boolean, or a name that is only defined in C++.
    Expression {
        /// The C++ expression.
        text: String,
    },
    /// A string.
    Text {
        /// The string without quotes.
        text: String,
    },
}

/// The form in which an attribute is passed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AttributeForm {
    /// As an `IntArray`, which may come from tensors.
    IntArray,
    /// As a scalar, which may come from a tensor.
    Scalar,
    /// Unchanged.
    Plain,
}

/// An attribute that is the shape of an output.
#[derive(Debug, Clone, Serialize)]
pub struct LocalShape {
    /// The name of the attribute.
    pub attr: String,
    /// The output whose shape is divided. `None` if the attribute itself is divided, by the layout of the first output.
    pub output: Option<usize>,
    /// Whether the kernel gets the local shape, too. A plain list is passed to the kernel as a whole.
    #[serde(skip)]
    pub to_kernel: bool,
}

impl Argument {
    /// A parameter in the YAML as an argument. A name that is not an argument of the operator is a string.
    pub fn new(op: &Op, param: &Param) -> Self {
        let name = match param {
            Param::Name(name) => &name.value,
            Param::Literal(literal) => return Argument::Expression { text: literal.value.clone() },
            Param::Text(text) => return Argument::Text { text: text.value.clone() },
        };
        let slot = op.signature.inputs.iter().position(|input| input.name.value == *name);
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

/// The attributes that describe a call on dense tensors. Those that the profiler cannot show are only included for a layout
/// rule.
pub fn described_attrs(op: &Op, has_rule: bool) -> Vec<String> {
    let is_shown = |attr: &&Attr| has_rule || !matches!(attr.ty.element, Element::Place | Element::DataType);
    op.signature.attrs.iter().filter(is_shown).map(|attr| attr.name.value.clone()).collect()
}
