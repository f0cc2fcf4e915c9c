//! Plans the functions of an operator: their parameters and results.

use profile::Profile;
use serde::Serialize;
use spec::{AttrType, Output};

use super::op::{PrimitiveAttr, PrimitiveOp};
use crate::pir::parameter::DefaultValue;

/// An operator's functions: one for each way to pass its attributes.
#[derive(Debug, Serialize)]
pub struct FunctionPlan {
    name: String,
    returns: Vec<ReturnPlan>,
    forms: Vec<FormPlan>,
}

/// A way to pass the attributes.
#[derive(Debug, Serialize)]
struct FormPlan {
    parameters: Vec<Parameter>,
    /// The arguments of the function that adds an operation to a program.
    arguments: Vec<Argument>,
}

/// A function that calls another with the same arguments.
#[derive(Debug, Serialize)]
pub struct ForwardingPlan {
    name: String,
    returns: Vec<ReturnPlan>,
    parameters: Vec<Parameter>,
    /// The name in the dynamic graph.
    eager: String,
}

#[derive(Debug, Serialize)]
struct ReturnPlan {
    list: bool,
    optional: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Parameter {
    Input {
        name: String,
        list: bool,
        optional: bool,
    },
    Attribute {
        name: String,
        #[serde(rename = "type")]
        ty: AttrType,
        default: Option<DefaultValue>,
    },
    /// The place for a result.
    Result {
        name: String,
        list: bool,
    },
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Argument {
    /// A tensor or a list of tensors.
    Operand {
        name: String,
    },
    /// A scalar as a number.
    Number {
        name: String,
        /// The C++ type. `None` for that of the scalar.
        number: Option<String>,
        #[serde(rename = "type")]
        ty: AttrType,
    },
    IntArray {
        name: String,
    },
    Plain {
        name: String,
    },
}

impl FunctionPlan {
    pub fn new(op: &PrimitiveOp, profile: &Profile) -> Self {
        let with_operands = op.mutable().next().map(|_| FormPlan::new(op, true, profile));
        let forms = [FormPlan::new(op, false, profile)].into_iter().chain(with_operands).collect();
        FunctionPlan { name: op.name.clone(), returns: returns(op), forms }
    }
}

impl FormPlan {
    fn new(op: &PrimitiveOp, operands: bool, profile: &Profile) -> Self {
        FormPlan { parameters: parameters(op, operands, profile), arguments: arguments(op, operands) }
    }
}

impl ForwardingPlan {
    pub fn new(op: &PrimitiveOp, profile: &Profile) -> Self {
        ForwardingPlan {
            name: op.name.clone(),
            returns: returns(op),
            parameters: parameters(op, false, profile),
            eager: forms::dygraph::ad_function(&op.name),
        }
    }
}

impl Parameter {
    fn attribute(attr: &PrimitiveAttr, profile: &Profile) -> Self {
        let default = attr.attr.default.as_ref().map(|default| DefaultValue::new(&default.value, attr.ty(), profile));
        Parameter::Attribute { name: attr.name().to_owned(), ty: attr.ty(), default }
    }

    /// The parameter for an attribute that is passed as a tensor.
    fn operand(attr: &PrimitiveAttr) -> Self {
        Parameter::Input { name: operand_name(attr), list: false, optional: false }
    }

    pub fn name(&self) -> &str {
        match self {
            Parameter::Input { name, .. } | Parameter::Attribute { name, .. } | Parameter::Result { name, .. } => name,
        }
    }
}

/// The parameters of a function. With `operands`, mutable attributes are passed as tensors, after the inputs.
pub fn parameters(op: &PrimitiveOp, operands: bool, profile: &Profile) -> Vec<Parameter> {
    let inputs = op.inputs().iter().map(|input| Parameter::Input {
        name: input.name.value.clone(),
        list: input.ty.is_list(),
        optional: input.optional,
    });
    let given = op.attrs.iter().filter(|attr| operands && attr.is_mutable).map(Parameter::operand);
    let values = op.attrs.iter().filter(|attr| !(operands && attr.is_mutable));
    inputs.chain(given).chain(values.map(|attr| Parameter::attribute(attr, profile))).collect()
}

fn arguments(op: &PrimitiveOp, operands: bool) -> Vec<Argument> {
    let inputs = op.inputs().iter().map(|input| Argument::Operand { name: input.name.value.clone() });
    let given = op.attrs.iter().filter(|attr| operands && attr.is_mutable);
    let given = given.map(|attr| Argument::Operand { name: operand_name(attr) });
    let values = op.attrs.iter().filter(|attr| !(operands && attr.is_mutable)).map(|attr| {
        let name = attr.name().to_owned();
        match attr.ty() {
            ty if ty.is_scalar() => Argument::Number { name, number: attr.number.map(str::to_owned), ty },
            _ if attr.is_array() => Argument::IntArray { name },
            _ => Argument::Plain { name },
        }
    });
    inputs.chain(given).chain(values).collect()
}

fn returns(op: &PrimitiveOp) -> Vec<ReturnPlan> {
    let plan = |output: &Output| ReturnPlan { list: output.ty.is_list(), optional: op.is_optional(output) };
    op.returned().map(plan).collect()
}

/// The name of an attribute that is passed as a tensor.
pub fn operand_name(attr: &PrimitiveAttr) -> String {
    format!("{}_", attr.name())
}
