//! Functions that make tensors, which may require gradients.

use render::FilePlan;
use serde::Serialize;
use torch_cpp::{Api, Role, Signatures};
use torch_profile::Profile;
use torch_registry::{Function, Registry};

use crate::frame::File;

/// Ends the names of functions that make tensors like others.
const LIKE: &str = "_like";
const NAME: &str = "variable_factories.h";

/// The functions that make tensors from the same overload.
#[derive(Debug, Serialize)]
struct Factories {
    functions: Vec<Factory>,
}

#[derive(Debug, Serialize)]
struct Factory {
    name: String,
    parameters: Vec<FactoryParameter>,
}

#[derive(Debug, Serialize)]
struct FactoryParameter {
    #[serde(rename = "type")]
    ty: String,
    name: String,
    default: Option<String>,
    /// True for the tensor options.
    is_options: bool,
}

/// The header.
pub fn plan(registry: &Registry, profile: &Profile) -> FilePlan {
    let functions = registry.functions().map(|(_, function)| function).filter(|function| is_factory(function));
    let functions: Vec<&Function> = functions.collect();
    File::in_autograd(profile, NAME, NAME)
        .with_includes("ops_headers", functions.iter().map(|function| format!("ops/{}.h", function.root_name())))
        .with_functions("function_definitions", "torch/autograd/factory.j2", &functions, factories)
        .plan()
}

fn is_factory(function: &Function) -> bool {
    let func = &function.entry.func;
    let makes = func.arguments.tensor_options().is_some() || func.cpp_name().ends_with(LIKE);
    function.entry.variants.function && makes
}

fn factories(function: &Function) -> Factories {
    let has_options = function.entry.func.arguments.tensor_options().is_some();
    let apis = Signatures { method: false, generated_name: false }.of(function);
    let of_callers =
        |api: &Api| !has_options || api.signature.parameters.iter().any(|parameter| parameter.role == Role::Options);
    Factories { functions: apis.into_iter().filter(of_callers).map(factory).collect() }
}

fn factory(api: Api) -> Factory {
    let parameter = |parameter: torch_cpp::Parameter| FactoryParameter {
        is_options: parameter.role == Role::Options,
        ty: parameter.ty,
        name: parameter.name,
        default: parameter.default,
    };
    Factory { name: api.signature.name, parameters: api.signature.parameters.into_iter().map(parameter).collect() }
}
