//! Declarations of the functions that support differentiation.

use profile::{ApiForm, CppApi, Dygraph, PredefinedOutputs, Profile};
use registry::{OpId, Registry};
use serde::Serialize;
use spec::{Op, TensorType};

use super::attributes::Attribute;
use super::chain::{Chain, chain_of};
use super::slots::{Pairing, Slot};
use crate::cpp_api::Variant;

/// A function of the dynamic graph.
#[derive(Debug, Serialize)]
pub struct Function {
    /// The namespace, if it is not that of all functions.
    pub namespace: Option<String>,
    /// The operator, with an underscore for the inplace function.
    pub name: String,
    /// Whether it writes to inputs.
    #[serde(skip)]
    pub inplace: bool,
    /// The parameters for inputs.
    pub inputs: Vec<InputParameter>,
    /// The parameters for attributes.
    pub attributes: Vec<Attribute>,
    /// The results.
    pub results: Vec<ReturnedTensor>,
    /// The number of tensors that the caller may pass for the results; `None` if the function takes none.
    pub predefined: Option<usize>,
    /// Whether it calls what a gradient invokes, because no function of the C++ API returns that gradient.
    #[serde(skip)]
    pub invokes: bool,
}

/// A parameter for an input.
#[derive(Debug, Serialize)]
pub struct InputParameter {
    /// The name of the input.
    pub name: String,
    /// The type in the YAML.
    #[serde(rename = "type")]
    pub ty: TensorType,
    /// Whether it is a list.
    pub list: bool,
    /// Whether it may be absent.
    pub optional: bool,
    /// Whether the function may write to it.
    pub mutable: bool,
}

/// A tensor, or a list of tensors, that the function returns.
#[derive(Debug, Serialize)]
pub struct ReturnedTensor {
    /// The type in the YAML.
    #[serde(rename = "type")]
    pub ty: TensorType,
    /// Whether it is a reference to the input that was overwritten.
    pub reference: bool,
    /// The overwritten input.
    pub target: Option<String>,
    /// Whether that input may be absent.
    pub optional: bool,
    /// The position among the outputs of the API function.
    pub output: usize,
}

/// The generated functions of an operator.
pub fn declared(registry: &Registry, id: OpId, profile: &Profile) -> Vec<Function> {
    let Some(section) = &profile.dygraph else { return Vec::new() };
    let chain = chain_of(registry, section, id);
    chain.map_or(Vec::new(), |chain| functions(&chain, section, profile.cpp_api.as_ref()))
}

/// The plain function, the inplace one, or both.
pub fn functions(chain: &Chain, section: &Dygraph, api: Option<&CppApi>) -> Vec<Function> {
    let pairing = chain.pairing();
    chain.variants(section).map(|inplace| function(&pairing, inplace, chain, api)).collect()
}

fn function(pairing: &Pairing, inplace: bool, chain: &Chain, api: Option<&CppApi>) -> Function {
    let op = pairing.forward;
    let is_in_api = |api| Variant { op, inplace, form: ApiForm::ReturningFilled }.exists(api);
    Function {
        namespace: chain.namespace().map(str::to_owned),
        name: pairing.forward.function_name(inplace),
        inplace,
        inputs: pairing.inputs.iter().map(|slot| input(pairing, slot, inplace)).collect(),
        attributes: pairing.attrs.iter().map(Attribute::new).collect(),
        results: pairing.returned_outputs().map(|slot| result(pairing, slot, inplace)).collect(),
        predefined: api.and_then(|api| predefined(op, inplace, chain, api)),
        invokes: op.is_backward() && op.invoke.is_some() && !api.is_some_and(is_in_api),
    }
}

/// The number of tensors that the caller may pass for the results.
fn predefined(op: &Op, inplace: bool, chain: &Chain, api: &CppApi) -> Option<usize> {
    let name = op.function_name(inplace);
    let is_by_hand =
        |predefined: &PredefinedOutputs| chain.namespace().is_none() && predefined.in_place.contains(&name);
    let count = || op.signature.outputs.iter().filter(|output| !output.intermediate).count();
    match &api.predefined_outputs {
        Some(predefined) if is_by_hand(predefined) => Some(count()),
        _ => Variant { op, inplace, form: ApiForm::Returning }.predefined_outputs(api),
    }
}

fn input(pairing: &Pairing, slot: &Slot, inplace: bool) -> InputParameter {
    let writes = inplace && pairing.writes_into(slot);
    let optional = pairing.is_optional_input(slot);
    InputParameter {
        name: slot.name.clone(),
        ty: slot.ty,
        list: slot.ty.is_list(),
        optional,
        // An optional input that may be part of a graph is never overwritten.
        mutable: writes && !(optional && pairing.backward.is_some()),
    }
}

fn result(pairing: &Pairing, slot: &Slot, inplace: bool) -> ReturnedTensor {
    let target = inplace.then(|| pairing.target(slot)).flatten();
    ReturnedTensor {
        ty: slot.ty,
        reference: target.is_some(),
        optional: target.is_some_and(|input| pairing.is_optional_input(input)),
        target: target.map(|input| input.name.clone()),
        output: slot.position,
    }
}
