//! Op makers: the inputs, outputs and attributes that an operator has in programs.

use serde::Serialize;

use crate::cpp::quoted;
use crate::schema;
use crate::static_graph::{Carrier, StaticAttr, StaticOp};
use spec::TensorType;

/// The statements of a maker, in the order in which programs list the parts.
#[derive(Debug, Serialize)]
pub struct MakerPlan {
    pub parts: Vec<PartPlan>,
    /// A string literal.
    pub comment: String,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PartPlan {
    Tensor {
        /// `Input` or `Output`.
        side: &'static str,
        name: String,
        /// A string literal.
        comment: String,
        /// The properties that it has: `Duplicable`, `Dispensable` and so on.
        properties: Vec<&'static str>,
    },
    Attr {
        ty: String,
        name: String,
        comment: String,
        default: Option<String>,
        support_tensor: bool,
    },
}

pub fn plan(op: &StaticOp) -> MakerPlan {
    let signature = &op.op.signature;
    let extra = op.compat.map(|compat| &compat.extra);
    let inputs = signature.inputs.iter().map(|input| {
        let is_extra = extra.is_some_and(|extra| extra.inputs.contains(&input.name));
        let properties = properties(input.ty, false, input.optional, is_extra);
        tensor("Input", op.parts.input(&input.name.value), format!("{} {}", input.ty, input.name.value), properties)
    });
    let outputs = signature.outputs.iter().map(|output| {
        let is_extra = extra.is_some_and(|extra| extra.outputs.contains(&output.name));
        let properties = properties(output.ty, output.intermediate, output.optional, is_extra);
        tensor(
            "Output",
            op.parts.output(&output.name.value),
            format!("{} {}", output.ty, output.name.value),
            properties,
        )
    });
    let attrs = op.attrs.iter().flat_map(attr);
    MakerPlan { parts: inputs.chain(outputs).chain(attrs).collect(), comment: quoted(&schema::of(op.op)) }
}

fn properties(ty: TensorType, intermediate: bool, optional: bool, extra: bool) -> Vec<&'static str> {
    let all =
        [(ty.is_list(), "Duplicable"), (intermediate, "Intermediate"), (optional, "Dispensable"), (extra, "Extra")];
    all.into_iter().filter_map(|(has, property)| has.then_some(property)).collect()
}

fn tensor(side: &'static str, name: String, comment: String, properties: Vec<&'static str>) -> PartPlan {
    PartPlan::Tensor { side, name, comment: quoted(&comment), properties }
}

/// The attribute, behind the inputs that may carry its value.
fn attr(attr: &StaticAttr) -> Vec<PartPlan> {
    let input = |(name, ty): (&str, TensorType)| {
        let comes = if ty.is_list() { "tensors of one element" } else { "a tensor" };
        let comment = format!("{} as {comes}", attr.attr.name.value);
        tensor("Input", name.to_owned(), comment, properties(ty, false, true, false))
    };
    let mut parts: Vec<_> = attr.inputs().map(input).collect();
    parts.push(PartPlan::Attr {
        ty: attr.ty.clone(),
        name: attr.name.clone(),
        comment: quoted(&format!("{} {}", attr.attr.ty, attr.attr.name.value)),
        default: attr.default.clone(),
        support_tensor: attr.carrier == Carrier::Variable,
    });
    parts
}
