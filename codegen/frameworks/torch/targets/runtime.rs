//! Headers that generated sources share. They are the same for every operator, but for lists of types.

use std::collections::BTreeSet;

use render::FilePlan;
use serde::Serialize;
use torch_cpp::{Signature, dispatcher, kernel, without_reference};
use torch_profile::Profile;
use torch_registry::{Function, Registry};

use crate::frame::in_aten;

/// Begins the names of these headers. They are only for generated sources, so PyTorch's build does not list them.
pub const PREFIX: &str = "opgen_";

/// The types of kernels.
#[derive(Debug, Serialize)]
struct KernelTypes {
    parameters: BTreeSet<String>,
    results: BTreeSet<String>,
}

/// The types of calls.
#[derive(Debug, Serialize)]
struct CallTypes {
    parameters: BTreeSet<String>,
    results: BTreeSet<String>,
    /// The results that are not arguments.
    new_results: BTreeSet<String>,
}

/// The types of recorded calls.
#[derive(Debug, Serialize)]
struct RecordedTypes {
    arguments: BTreeSet<String>,
    results: BTreeSet<String>,
}

/// What differs between versions.
#[derive(Debug, Serialize)]
struct Version {
    has_named_dimensions: bool,
}

fn header(profile: &Profile, name: &str) -> FilePlan {
    header_at(profile, &in_aten(profile, &format!("{PREFIX}{name}.h")), name)
}

fn header_at(profile: &Profile, path: &str, name: &str) -> FilePlan {
    let version = Version { has_named_dimensions: profile.has_named_dimensions };
    FilePlan::new(path, format!("torch/runtime/{name}.h.j2"), version)
}

/// The headers of structured kernels, in the folder of a library outside of PyTorch.
pub fn structured(profile: &Profile, folder: &str) -> [FilePlan; 2] {
    ["structured", "structured_impl"].map(|name| header_at(profile, &format!("{folder}/{PREFIX}{name}.h"), name))
}

/// The headers of kernels.
pub fn kernels(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let (mut parameters, mut results) = (BTreeSet::new(), BTreeSet::new());
    let functions = registry.functions().map(|(_, function)| function);
    let signatures = functions.flat_map(|function| [dispatcher(function), kernel(function, "", false)]);
    for Signature { returns, parameters: added, .. } in signatures {
        parameters.extend(added.into_iter().map(|parameter| parameter.ty));
        results.insert(without_reference(&returns).to_owned());
    }
    results.remove("void");
    let types = KernelTypes { parameters, results };
    let path = in_aten(profile, &format!("{PREFIX}kernel_types.h"));
    let types = FilePlan::new(&path, "torch/runtime/kernel_types.h.j2", types);
    let names = ["dispatcher", "kernels", "kernels_impl", "structured", "structured_impl", "symint"];
    names.into_iter().map(|name| header(profile, name)).chain([types]).collect()
}

/// The headers of calls.
pub fn calls(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let (mut parameters, mut results) = (BTreeSet::new(), BTreeSet::new());
    for Signature { returns, parameters: added, .. } in registry.functions().map(|(_, function)| dispatcher(function)) {
        parameters.extend(added.into_iter().map(|parameter| without_reference(&parameter.ty).to_owned()));
        results.insert(returns);
    }
    results.remove("void");
    let new_results = results.iter().filter(|result| !result.contains('&')).cloned().collect();
    let results = results.iter().map(|result| without_reference(result).to_owned()).collect();
    let types = CallTypes { parameters, results, new_results };
    let path = in_aten(profile, &format!("{PREFIX}call_types.h"));
    let types = FilePlan::new(&path, "torch/runtime/call_types.h.j2", types);
    vec![header(profile, "calls"), header(profile, "calls_impl"), types]
}

/// The headers of kernels that take writes and views out of programs.
pub fn functionalization(profile: &Profile) -> [FilePlan; 2] {
    [header(profile, "functionalization"), header(profile, "functionalization_impl")]
}

/// The headers of kernels for the tracer, which records calls of these functions.
pub fn tracing<'a>(profile: &Profile, recorded: impl Iterator<Item = &'a Function>) -> Vec<FilePlan> {
    let (mut arguments, mut results) = (BTreeSet::new(), BTreeSet::new());
    for Signature { returns, parameters, .. } in recorded.map(dispatcher) {
        arguments.extend(parameters.into_iter().map(|parameter| without_reference(&parameter.ty).to_owned()));
        results.insert(without_reference(&returns).to_owned());
    }
    let types = RecordedTypes { arguments, results };
    let path = in_aten(profile, &format!("{PREFIX}tracing_types.h"));
    let types = FilePlan::new(&path, "torch/runtime/tracing_types.h.j2", types);
    vec![header(profile, "tracing"), header(profile, "tracing_impl"), types]
}
