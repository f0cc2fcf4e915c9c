//! Plans how an operation's class verifies its operands, attributes and results.

use profile::PirRules;
use serde::Serialize;
use spec::AttrType;

use forms::pir::{Class, Entry, ValueType};

#[derive(Debug, Serialize)]
pub struct VerifyPlan {
    /// Whether nothing is verified, as for gradients.
    is_empty: bool,
    operands: ValuesPlan,
    attributes: Vec<AttributePlan>,
    results: ValuesPlan,
}

/// The requirements on all operands or all results.
#[derive(Debug, Serialize)]
pub(super) struct ValuesPlan {
    pub(super) count: usize,
    /// Without dense tensors at the end.
    pub(super) demands: Vec<Demand>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(super) struct Demand {
    /// `None` if any type is accepted.
    #[serde(rename = "type")]
    pub(super) ty: Option<ValueType>,
    pub(super) is_optional: bool,
}

#[derive(Debug, Serialize)]
struct AttributePlan {
    name: String,
    #[serde(rename = "type")]
    ty: AttrType,
    is_list: bool,
}

pub fn plan(entry: &Entry, class: &Class, rules: &PirRules) -> VerifyPlan {
    let any = rules.of_any_type.contains(&class.name);
    let demand = |ty: ValueType, is_optional: bool| match any {
        true => Demand { ty: None, is_optional: true },
        false => Demand { ty: Some(ty), is_optional },
    };
    let inputs = entry.inputs().iter().zip(&class.input_types).map(|(input, &ty)| demand(ty, input.optional));
    let mutable = entry.mutable().map(|attr| {
        let is_array = attr.is_array_operand();
        demand(if is_array { ValueType::List } else { ValueType::Dense }, false)
    });
    let outputs = entry.outputs().iter().zip(&class.output_types);
    let attributes = entry.immutable().map(|attr| AttributePlan {
        name: attr.name().to_owned(),
        ty: attr.ty(),
        is_list: attr.ty().list,
    });
    VerifyPlan {
        is_empty: class.is_gradient(),
        operands: ValuesPlan::new(inputs.chain(mutable).collect()),
        attributes: attributes.collect(),
        results: ValuesPlan::new(outputs.map(|(output, &ty)| demand(ty, entry.is_optional(output))).collect()),
    }
}

impl ValuesPlan {
    pub(super) fn new(mut demands: Vec<Demand>) -> Self {
        const USUAL: Demand = Demand { ty: Some(ValueType::Dense), is_optional: false };
        let count = demands.len();
        demands.truncate(demands.iter().rposition(|&demand| demand != USUAL).map_or(0, |last| last + 1));
        ValuesPlan { count, demands }
    }
}
