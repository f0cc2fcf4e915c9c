//! C++ of the dynamic graph as text for people, in `opgen show` and in documentation. No generated file uses it.

use super::ad_function;
use super::attributes::AttributePlan;
use super::forward::{ForwardPlan, InputPlan, ResultPlan};
use super::node_names::node_name;
use crate::readable::{cpp_type, optional_type};
use profile::{Cpp, Profile};
use registry::{OpId, Registry};

/// The table of types that the dynamic graph uses.
const LAYER: &str = "eager";

/// The declarations of the functions that the dynamic graph has for an operator, with defaults.
pub fn declarations(registry: &Registry, id: OpId, profile: &Profile) -> Vec<String> {
    let Some(section) = &profile.dygraph else { return Vec::new() };
    let Some(chain) = super::all_chains(registry, section).find(|chain| chain.id == id) else { return Vec::new() };
    super::functions(&chain, section).iter().map(|plan| declaration(plan, &profile.cpp)).collect()
}

/// The classes of an operator's grad nodes, one for each gradient in its chain.
pub fn node_classes(registry: &Registry, id: OpId, profile: &Profile) -> Vec<String> {
    let has_chain = |section| super::all_chains(registry, section).any(|chain| chain.id == id);
    if !profile.dygraph.as_ref().is_some_and(has_chain) {
        return Vec::new();
    }
    let gradients = registry.grad_chain(id).into_iter().skip(1);
    gradients.map(|id| format!("{}GradNode", node_name(&registry.op(id).name.value))).collect()
}

fn declaration(plan: &ForwardPlan, cpp: &Cpp) -> String {
    let inputs = plan.inputs.iter().map(|input| input_parameter(input, cpp));
    let attributes = plan.attributes.iter().map(|attribute| attribute_parameter(attribute, cpp));
    let parameters: Vec<_> = inputs.chain(attributes).collect();
    let scope = plan.namespace.as_ref().map_or(String::new(), |namespace| format!("{namespace}::"));
    format!("{} {scope}{}({})", return_type(&plan.results, cpp), ad_function(&plan.name), parameters.join(", "))
}

fn return_type(results: &[ResultPlan], cpp: &Cpp) -> String {
    let types = results.iter().map(|result| {
        let reference = if result.reference { "&" } else { "" };
        format!("{}{reference}", tensor(&result.ty.to_string(), result.optional, cpp))
    });
    match types.collect::<Vec<_>>().as_slice() {
        [one] => one.clone(),
        several => format!("std::tuple<{}>", several.join(", ")),
    }
}

fn input_parameter(input: &InputPlan, cpp: &Cpp) -> String {
    let constant = if input.mutable { "" } else { "const " };
    format!("{constant}{}& {}", tensor(&input.ty.to_string(), input.optional, cpp), input.name)
}

fn attribute_parameter(attribute: &AttributePlan, cpp: &Cpp) -> String {
    let parameter = format!("{} {}", cpp_type(cpp, LAYER, &attribute.ty.to_string()), attribute.name);
    let Some(default) = &attribute.default else { return parameter };
    let namespace = default.namespace.and_then(|key| cpp.namespaces.get(key));
    let scope = namespace.map_or(String::new(), |namespace| format!("{namespace}::"));
    format!("{parameter} = {scope}{}", default.value)
}

fn tensor(ty: &str, optional: bool, cpp: &Cpp) -> String {
    optional_type(cpp_type(cpp, LAYER, ty), optional, cpp)
}
