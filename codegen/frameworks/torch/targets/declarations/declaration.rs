//! An overload in `Declarations.yaml`.

use serde::Serialize;
use torch_cpp::{Signatures, argument_type, returns_type};
use torch_registry::Function;

use super::argument::{DeclaredArgument, DeclaredReturn, Describer};
use super::scalar;

/// An overload. All texts are spelled as YAML.
#[derive(Debug, Serialize)]
pub struct Declaration {
    name: String,
    operator_name: String,
    overload_name: String,
    is_registered_by_hand: bool,
    category_override: String,
    schema: String,
    arguments: Vec<DeclaredArgument>,
    cpp_signature: String,
    schema_order_arguments: Vec<DeclaredArgument>,
    method_of: Vec<&'static str>,
    python_module: String,
    returns: Vec<DeclaredReturn>,
    is_inplace: bool,
    is_factory: bool,
    is_abstract: bool,
    has_device_guard: bool,
    is_composite_implicit: bool,
}

/// The namespace of all overloads.
const NAMESPACE: &str = "aten";

/// Describes an overload.
pub fn of(function: &Function) -> Declaration {
    let (entry, func) = (&function.entry, &function.entry.func);
    let describer = Describer::new(function);
    let api = Signatures { method: false, generated_name: false }.of(function);
    let parameters = api.first().map_or(&[][..], |api| &api.signature.parameters);
    let in_order: Vec<_> = func.arguments.all().collect();
    let types: Vec<String> = in_order.iter().map(|argument| argument_type(argument, describer.style)).collect();
    let optional = |value: Option<&str>| scalar::text(value.unwrap_or_default());
    let returns = returns_type(&func.returns, describer.style);
    Declaration {
        name: scalar::text(&func.cpp_name()),
        operator_name: scalar::text(&func.name.value.name.to_string()),
        overload_name: scalar::text(&func.name.value.overload),
        is_registered_by_hand: entry.manual_kernel_registration,
        category_override: optional(entry.category_override.as_ref().map(|text| text.as_str())),
        schema: scalar::text(&format!("{NAMESPACE}::{func}")),
        arguments: parameters.iter().map(|parameter| describer.parameter(parameter)).collect(),
        cpp_signature: scalar::text(&format!("{returns} ({})", types.join(", "))),
        schema_order_arguments: in_order.iter().map(|argument| describer.argument(argument)).collect(),
        method_of: method_of(function),
        python_module: optional(entry.python_module.as_ref().map(|text| text.as_str())),
        returns: describer.returns(),
        is_inplace: func.name.value.name.is_inplace,
        is_factory: func.arguments.tensor_options().is_some() && !entry.variants.method,
        is_abstract: function.is_abstract,
        has_device_guard: entry.device_guard,
        is_composite_implicit: function.is_composite_implicit(),
    }
}

/// Where C++ has the function.
fn method_of(function: &Function) -> Vec<&'static str> {
    let variants = function.entry.variants;
    let method = variants.method.then_some("Tensor");
    let namespace = variants.function.then_some("namespace");
    ["Type"].into_iter().chain(method).chain(namespace).collect()
}
