//! Op makers: the inputs, outputs and attributes that an operator has in programs.

use serde::Serialize;

use crate::schema;
use crate::static_graph::{Carrier, DefaultValue, StaticAttr, StaticOp};
use spec::{AttrType, TensorType};

/// The inputs, outputs and attributes of an operator, in the order in which programs list them.
#[derive(Debug, Serialize)]
pub struct MakerPlan {
    pub inputs: Vec<TensorPlan>,
    pub outputs: Vec<TensorPlan>,
    pub attrs: Vec<AttrPlan>,
    /// The operator in one line.
    pub comment: String,
}

#[derive(Debug, Serialize)]
pub struct TensorPlan {
    /// In programs, and in the YAML.
    pub name: String,
    pub yaml_name: String,
    #[serde(rename = "type")]
    pub ty: TensorType,
    pub list: bool,
    pub intermediate: bool,
    pub optional: bool,
    /// Only programs have it.
    pub extra: bool,
}

#[derive(Debug, Serialize)]
pub struct AttrPlan {
    /// In programs, and in the YAML.
    pub name: String,
    pub yaml_name: String,
    #[serde(rename = "type")]
    pub ty: AttrType,
    /// What it is stored as.
    pub stored: String,
    pub default: Option<DefaultValue>,
    /// The inputs that may carry its value, which come before it.
    pub inputs: Vec<CarrierPlan>,
    /// It may hold a variable.
    pub support_tensor: bool,
}

/// An input that may carry the value of an attribute.
#[derive(Debug, Serialize)]
pub struct CarrierPlan {
    pub name: String,
    pub list: bool,
}

pub fn plan(op: &StaticOp) -> MakerPlan {
    let signature = &op.op.signature;
    let extra = op.compat.map(|compat| &compat.extra);
    let inputs = signature.inputs.iter().map(|input| TensorPlan {
        name: op.names.input(&input.name.value),
        yaml_name: input.name.value.clone(),
        ty: input.ty,
        list: input.ty.is_list(),
        intermediate: false,
        optional: input.optional,
        extra: extra.is_some_and(|extra| extra.inputs.contains(&input.name)),
    });
    let outputs = signature.outputs.iter().map(|output| TensorPlan {
        name: op.names.output(&output.name.value),
        yaml_name: output.name.value.clone(),
        ty: output.ty,
        list: output.ty.is_list(),
        intermediate: output.intermediate,
        optional: output.optional,
        extra: extra.is_some_and(|extra| extra.outputs.contains(&output.name)),
    });
    MakerPlan {
        inputs: inputs.collect(),
        outputs: outputs.collect(),
        attrs: op.attrs.iter().map(attr).collect(),
        comment: schema::of(op.op),
    }
}

fn attr(attr: &StaticAttr) -> AttrPlan {
    AttrPlan {
        name: attr.name.clone(),
        yaml_name: attr.attr.name.value.clone(),
        ty: attr.attr.ty,
        stored: attr.stored.clone(),
        default: attr.default.clone(),
        inputs: carriers(attr),
        support_tensor: attr.carrier == Carrier::Variable,
    }
}

/// The inputs that may carry an attribute's value.
pub fn carriers(attr: &StaticAttr) -> Vec<CarrierPlan> {
    attr.inputs().map(|(name, ty)| CarrierPlan { name: name.to_owned(), list: ty.is_list() }).collect()
}
