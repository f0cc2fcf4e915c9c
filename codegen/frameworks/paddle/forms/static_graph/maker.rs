//! Op makers, which declare the inputs, outputs and attributes of operators in programs.

use serde::Serialize;

use super::attr::{Carrier, DefaultValue, StaticAttr};
use super::op_group::StaticOp;
use crate::schema;
use spec::{AttrType, TensorType};

/// The inputs, outputs and attributes of an operator, in the order in which programs list them.
#[derive(Debug, Serialize)]
pub struct OpMaker {
    /// The inputs.
    pub inputs: Vec<MakerTensor>,
    /// The outputs.
    pub outputs: Vec<MakerTensor>,
    /// The attributes.
    pub attrs: Vec<MakerAttr>,
    /// The operator on one line, in the words of its YAML.
    pub comment: String,
}

/// An input or output.
#[derive(Debug, Serialize)]
pub struct MakerTensor {
    /// The name in programs.
    pub name: String,
    /// The name in the YAML.
    pub yaml_name: String,
    /// The type in the YAML.
    #[serde(rename = "type")]
    pub ty: TensorType,
    /// Whether it is a list.
    pub list: bool,
    /// Whether only gradients use it.
    pub intermediate: bool,
    /// Whether it may be absent.
    pub optional: bool,
    /// Whether only programs have it.
    pub extra: bool,
}

/// An attribute.
#[derive(Debug, Serialize)]
pub struct MakerAttr {
    /// The name in programs.
    pub name: String,
    /// The name in the YAML.
    pub yaml_name: String,
    /// The type in the YAML.
    #[serde(rename = "type")]
    pub ty: AttrType,
    /// The C++ type that it is stored as.
    pub stored: String,
    /// The default value, if there is one.
    pub default: Option<DefaultValue>,
    /// The inputs that can carry its value. They are declared before it.
    pub inputs: Vec<CarrierInput>,
    /// Whether it may hold a variable.
    pub support_tensor: bool,
}

/// An input that can carry the value of an attribute.
#[derive(Debug, Serialize)]
pub struct CarrierInput {
    /// The name in programs.
    pub name: String,
    /// Whether it is a list.
    pub list: bool,
}

/// The maker of an operator.
pub fn op_maker(op: &StaticOp) -> OpMaker {
    let signature = &op.op.signature;
    let extra = op.compat.map(|compat| &compat.extra);
    let inputs = signature.inputs.iter().map(|input| MakerTensor {
        name: op.names.input(&input.name.value),
        yaml_name: input.name.value.clone(),
        ty: input.ty,
        list: input.ty.is_list(),
        intermediate: false,
        optional: input.optional,
        extra: extra.is_some_and(|extra| extra.inputs.contains(&input.name)),
    });
    let outputs = signature.outputs.iter().map(|output| MakerTensor {
        name: op.names.output(&output.name.value),
        yaml_name: output.name.value.clone(),
        ty: output.ty,
        list: output.ty.is_list(),
        intermediate: output.intermediate,
        optional: output.optional,
        extra: extra.is_some_and(|extra| extra.outputs.contains(&output.name)),
    });
    OpMaker {
        inputs: inputs.collect(),
        outputs: outputs.collect(),
        attrs: op.attrs.iter().map(attr).collect(),
        comment: schema::of(op.op),
    }
}

fn attr(attr: &StaticAttr) -> MakerAttr {
    MakerAttr {
        name: attr.name.clone(),
        yaml_name: attr.attr.name.value.clone(),
        ty: attr.attr.ty,
        stored: attr.stored.clone(),
        default: attr.default.clone(),
        inputs: carriers(attr),
        support_tensor: attr.carrier == Carrier::Variable,
    }
}

/// The inputs that can carry an attribute's value.
pub fn carriers(attr: &StaticAttr) -> Vec<CarrierInput> {
    attr.inputs().map(|(name, ty)| CarrierInput { name: name.to_owned(), list: ty.is_list() }).collect()
}
