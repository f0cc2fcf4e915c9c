//! C++ of the dynamic graph as text for people, in `opgen show` and in documentation. No generated file uses it.

use super::ad_function;
use super::attributes::Attribute;
use super::chain::all_chains;
use super::function::{Function, InputParameter, ReturnedTensor, functions};
use crate::readable::{cpp_type, optional_type};
use profile::{Cpp, Profile};
use registry::{OpId, Registry};

/// The table of types that the dynamic graph uses.
const LAYER: &str = "eager";

/// The declarations of the functions that the dynamic graph has for an operator, with defaults.
pub fn declarations(registry: &Registry, id: OpId, profile: &Profile) -> Vec<String> {
    let Some(section) = &profile.dygraph else { return Vec::new() };
    let Some(chain) = all_chains(registry, section).find(|chain| chain.id == id) else { return Vec::new() };
    functions(&chain, section).iter().map(|function| declaration(function, &profile.cpp)).collect()
}

fn declaration(function: &Function, cpp: &Cpp) -> String {
    let inputs = function.inputs.iter().map(|input| input_parameter(input, cpp));
    let attributes = function.attributes.iter().map(|attribute| attribute_parameter(attribute, cpp));
    let parameters: Vec<_> = inputs.chain(attributes).collect();
    let scope = function.namespace.as_ref().map_or(String::new(), |namespace| format!("{namespace}::"));
    format!("{} {scope}{}({})", return_type(&function.results, cpp), ad_function(&function.name), parameters.join(", "))
}

fn return_type(results: &[ReturnedTensor], cpp: &Cpp) -> String {
    let types = results.iter().map(|result| {
        let reference = if result.reference { "&" } else { "" };
        format!("{}{reference}", tensor(&result.ty.to_string(), result.optional, cpp))
    });
    match types.collect::<Vec<_>>().as_slice() {
        [one] => one.clone(),
        several => format!("std::tuple<{}>", several.join(", ")),
    }
}

fn input_parameter(input: &InputParameter, cpp: &Cpp) -> String {
    let constant = if input.mutable { "" } else { "const " };
    format!("{constant}{}& {}", tensor(&input.ty.to_string(), input.optional, cpp), input.name)
}

fn attribute_parameter(attribute: &Attribute, cpp: &Cpp) -> String {
    let parameter = format!("{} {}", cpp_type(cpp, LAYER, &attribute.ty.to_string()), attribute.name);
    let Some(default) = &attribute.default else { return parameter };
    let namespace = default.namespace.and_then(|key| cpp.namespaces.get(key));
    let scope = namespace.map_or(String::new(), |namespace| format!("{namespace}::"));
    format!("{parameter} = {scope}{}", default.value)
}

fn tensor(ty: &str, optional: bool, cpp: &Cpp) -> String {
    optional_type(cpp_type(cpp, LAYER, ty), optional, cpp)
}
