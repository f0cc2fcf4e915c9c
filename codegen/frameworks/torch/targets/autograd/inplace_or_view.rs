//! Kernels that count the versions of tensors which operators change, and that tell results which tensors they are views of.

use std::collections::BTreeMap;

use render::torchgen_shards::shard_of;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_cpp::dispatcher;
use torch_profile::Profile;
use torch_registry::{Function, Registry};

use torch_autograd::{DEFAULT_KEY, Gradients};

use super::differentiable::differentiable_results;
use super::view_functions::{class_name, modifies, viewed};
use crate::frame::{in_autograd, items};
use crate::operator::Operator;

/// The sources into which kernels are divided.
const SHARDS: usize = 2;
/// The header that the sources include.
const RUNTIME: &str = "inplace_or_view.h";

/// A kernel.
#[derive(Debug, Serialize)]
struct VersionKernel {
    #[serde(flatten)]
    operator: Operator,
    full_name: String,
    /// What is done with a view. `None` if the results are arguments that were changed.
    view: Option<View>,
}

#[derive(Debug, Serialize)]
struct View {
    /// The argument that the results are views of.
    of: String,
    /// The class of the view as an object. `None` if the results have no gradients.
    class: Option<String>,
    /// True if the results are a list.
    is_list: bool,
    /// True if more than sizes and strides change.
    changes_metadata: bool,
    /// The arguments but the tensor itself.
    arguments: Vec<ReplayedArgument>,
}

#[derive(Debug, Serialize)]
struct ReplayedArgument {
    name: String,
    form: &'static str,
}

/// The sources, and the header that they share.
pub fn plan(registry: &Registry, profile: &Profile, gradients: &Gradients, functions: &[&Function]) -> Vec<FilePlan> {
    let is_kernel = |function: &&&Function| {
        let changes = modifies(function) && !function.entry.func.returns.is_empty();
        registry.is_selected_for_training(function) && (viewed(function, profile).is_some() || changes)
    };
    let mut shards: Vec<Vec<&Function>> = vec![Vec::new(); SHARDS];
    for function in functions.iter().filter(is_kernel) {
        // PyTorch's build lists the files, so each operator must be in the one that it expects. Names are ASCII.
        shards[shard_of(function.root_name(), SHARDS).unwrap_or_default()].push(function);
    }
    let shards = shards.iter().enumerate().map(|(index, functions)| {
        let headers = functions.iter().map(|function| format!("ops/{}_ops.h", function.root_name()));
        let headers: Vec<String> = match profile.has_header_per_operator() {
            true => headers.collect(),
            false => vec!["Operators.h".to_owned()],
        };
        let path = in_autograd(profile, &format!("ADInplaceOrViewType_{index}.cpp"));
        let kernels = || items(functions, |function| kernel(function, profile, gradients));
        let context = BTreeMap::from([("banner", render::BANNER)]);
        FilePlan::new(&path, "torch/autograd/inplace_or_view.cpp.j2", context)
            .with_whole(
                "headers",
                "torch/includes.j2",
                vec![Item::new("headers", [BTreeMap::from([("headers", headers)])])],
            )
            .with_whole("kernels", "torch/autograd/inplace_or_view.j2", kernels())
            .with_whole("registrations", "torch/autograd/inplace_or_view_registration.j2", kernels())
    });
    let runtime = FilePlan::new(&in_autograd(profile, RUNTIME), "torch/autograd/inplace_or_view.h.j2", ());
    shards.chain([runtime]).collect()
}

fn kernel(function: &Function, profile: &Profile, gradients: &Gradients) -> VersionKernel {
    VersionKernel {
        operator: Operator::new(function),
        full_name: function.name().to_string(),
        view: viewed(function, profile)
            .filter(|_| !modifies(function))
            .map(|of| view(function, of, profile, gradients)),
    }
}

fn view(function: &Function, of: &str, profile: &Profile, gradients: &Gradients) -> View {
    let func = &function.entry.func;
    let parameters = dispatcher(function).parameters.into_iter().filter(|parameter| parameter.name != "self");
    let argument = |parameter: torch_cpp::Parameter| ReplayedArgument {
        form: match parameter.ty.as_str() {
            "at::IntArrayRef" | "c10::SymIntArrayRef" | "at::TensorList" => "list",
            "::std::optional<int64_t>" => "optional",
            _ => "other",
        },
        name: parameter.name,
    };
    let node = gradients.of(function).and_then(|matched| matched.nodes.get(DEFAULT_KEY));
    let has_gradients = !differentiable_results(function, node).is_empty();
    View {
        of: of.to_owned(),
        class: has_gradients.then(|| class_name(function)),
        is_list: func.returns.iter().any(|returned| returned.ty.value.as_list().is_some()),
        changes_metadata: profile.names.views_with_metadata_change.contains(&func.cpp_name()),
        arguments: parameters.map(argument).collect(),
    }
}
