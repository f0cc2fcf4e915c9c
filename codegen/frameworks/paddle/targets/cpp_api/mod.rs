//! Target `cpp_api`: C++ functions that select and call the kernels of operators, and their shared runtime.

mod function;
mod infer_meta;
mod tensors;

use indexmap::{IndexMap, IndexSet};
use serde::Serialize;

use super::{BANNER, FilePlan, Item, items};
use forms::cpp_api::{LayoutRule, distributed, functions_in};
use function::FunctionPlan;
use profile::{
    ApiFile, ApiIncludes, CommunicationLibrary, Communicators, CppApi, CppApiForm, Group, PartShapes, Profile, Stages,
};
use registry::Registry;
use spec::Op;

#[derive(Serialize)]
struct HeaderPlan<'a> {
    banner: &'a str,
    includes: &'a [String],
    /// The namespace of each group of functions.
    namespaces: &'a [Option<&'a str>],
}

#[derive(Serialize)]
struct SourcePlan<'a> {
    banner: &'a str,
    runtime: &'a str,
    header: &'a str,
    includes: &'a [String],
    linked: &'a [String],
    linked_distributed: &'a [String],
}

#[derive(Serialize)]
struct RuntimePlan<'a> {
    banner: &'a str,
    runtime: &'a str,
    source: &'a str,
    /// Whether tensors may be distributed.
    distributed: bool,
    /// A header that an installed framework lacks if its tensors cannot be distributed.
    distributed_marker: &'a str,
    /// Headers that an installed framework lacks.
    internal_headers: &'a IndexMap<String, String>,
    /// Declarations of functions in these headers, for an installed framework.
    internal_functions: &'a [String],
    includes: &'a ApiIncludes,
    low_precision_flag: &'a str,
    benchmark_flag: Option<&'a str>,
    compaction_flag: Option<&'a str>,
    restores_last: bool,
    checks_asked_device: bool,
    copies_overwritten: bool,
    /// Whether outputs of an operator may have local shapes.
    local_shapes: bool,
    several_axes: bool,
    /// Whether the profile lists attributes that are shapes of whole results.
    shape_attrs: bool,
    /// Whether some functions return gradients that other functions fill.
    returns_gradients: bool,
    /// Whether callers may pass tensors for the results.
    predefined_outputs: bool,
    names_arguments: bool,
    keeps_overwritten: bool,
    /// Present if functions of collective operators choose the processes that communicate.
    communicators: Option<CommunicatorsPlan<'a>>,
    /// The layout rules of all operators that have one.
    rules: Vec<LayoutRule>,
    stages: &'a Stages,
    /// The profiler sees the name of the kernel instead of the operator's.
    names_kernel: bool,
}

/// The communicators of collective operators.
#[derive(Serialize)]
struct CommunicatorsPlan<'a> {
    includes: &'a [String],
    /// The condition under which the framework is built with one of the libraries.
    condition: String,
    libraries: Vec<&'a CommunicationLibrary>,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(settings) = &profile.cpp_api else { return Vec::new() };
    let mut plans: Vec<FilePlan> =
        settings.files.values().flat_map(|file| file_pair(registry, settings, file)).collect();
    plans.extend(runtimes(registry, profile, settings));
    plans.extend(infer_meta::plan(registry, settings));
    plans
}

fn file_pair(registry: &Registry, settings: &CppApi, file: &ApiFile) -> [FilePlan; 2] {
    let groups = file.groups.values();
    let items: Vec<Vec<Item>> = groups.clone().map(|group| functions_of(registry, settings, file, group)).collect();
    let namespaces: Vec<Option<&str>> = groups.map(|group| group.namespace.as_deref()).collect();
    let header = HeaderPlan { banner: BANNER, includes: &settings.includes.header, namespaces: &namespaces };
    let source = SourcePlan {
        banner: BANNER,
        runtime: &settings.runtime,
        header: &file.header,
        includes: &file.includes,
        linked: &file.linked,
        linked_distributed: &file.linked_distributed,
    };
    [
        FilePlan::new(&file.header, "cpp_api/header.h.j2", header).with_parts(
            "declarations",
            "cpp_api/declaration.h.j2",
            items.clone(),
        ),
        FilePlan::new(&file.source, "cpp_api/source.cc.j2", source)
            .with_items("cpp_api/function.cc.j2", items.concat()),
    ]
}

/// The functions in one namespace of a file.
fn functions_of(registry: &Registry, settings: &CppApi, file: &ApiFile, group: &Group) -> Vec<Item> {
    let has_functions = |op: &&Op| functions_in(op, file, settings).next().is_some();
    let ops: Vec<&Op> = registry.ops_of(&group.homes).map(|(_, op)| op).filter(has_functions).collect();
    items(&ops, |op| {
        let needs_eager_mode = functions_in(op, file, settings).any(function::needs_eager_mode);
        let plan = |variant| function::plan(variant, group.namespace.as_deref(), settings);
        let functions: Vec<FunctionPlan> = functions_in(op, file, settings).map(plan).collect();
        let includes = needs_eager_mode.then(|| settings.eager_mode.header.clone());
        Item { includes: includes.into_iter().collect(), ..Item::new(&op.name.value, functions) }
    })
}

fn runtimes(registry: &Registry, profile: &Profile, settings: &CppApi) -> [FilePlan; 2] {
    let is_guarded = settings.form == CppApiForm::Guarded;
    let CppApi { runtime, runtime_source, distributed, .. } = settings;
    let plan = RuntimePlan {
        banner: BANNER,
        runtime,
        source: runtime_source,
        distributed: distributed.enabled,
        distributed_marker: &distributed.marker,
        internal_headers: &settings.internal_headers,
        internal_functions: &settings.internal_functions,
        includes: &settings.includes,
        low_precision_flag: &settings.low_precision_flag,
        benchmark_flag: settings.benchmark_flag.as_deref(),
        compaction_flag: settings.compaction_flag.as_deref(),
        restores_last: is_guarded,
        checks_asked_device: settings.checks_asked_device,
        copies_overwritten: is_guarded,
        local_shapes: profile.part_shapes == PartShapes::InferMeta,
        several_axes: distributed.several_axes,
        shape_attrs: !distributed.shape_attrs.is_empty(),
        returns_gradients: settings.files.values().any(ApiFile::returns_gradients),
        predefined_outputs: settings.predefined_outputs.is_some(),
        names_arguments: is_guarded,
        keeps_overwritten: is_guarded,
        communicators: distributed.communicators.as_ref().filter(|_| distributed.enabled).map(communicators),
        rules: rules(registry, settings),
        stages: &settings.stages,
        names_kernel: is_guarded,
    };
    [
        FilePlan::new(runtime, "cpp_api/runtime.h.j2", &plan),
        FilePlan::new(runtime_source, "cpp_api/runtime.cc.j2", &plan),
    ]
}

fn communicators(settings: &Communicators) -> CommunicatorsPlan<'_> {
    let conditions: Vec<&str> = settings.libraries.values().map(|library| library.condition.as_str()).collect();
    CommunicatorsPlan {
        includes: &settings.includes,
        condition: conditions.join(" || "),
        libraries: settings.libraries.values().collect(),
    }
}

/// The layout rules of all operators with functions, without duplicates.
fn rules(registry: &Registry, settings: &CppApi) -> Vec<LayoutRule> {
    let groups = settings.files.values().flat_map(|file| file.groups.values());
    let homes: IndexSet<&String> = groups.flat_map(|group| &group.homes).collect();
    let ops = homes.into_iter().flat_map(|home| registry.ops_of(std::slice::from_ref(home)));
    let ops = ops.map(|(_, op)| op).filter(|op| op.is_in_dygraph());
    ops.filter_map(|op| distributed::rule(op, &settings.distributed)).collect()
}

#[cfg(test)]
mod tests {
    use forms::cpp_api::TensorClass;
    use profile::Profile;
    use spec::AttrType;

    #[test]
    fn every_type_has_a_spelling_in_cpp() {
        for (name, _) in profile::BUILT_IN {
            let profile = profile::built_in(name).cloned().unwrap_or_else(Profile::default);
            if profile.cpp_api.is_none() {
                continue;
            }
            for layer in ["api", "kernel"] {
                let missing = AttrType::names().find(|ty| !profile.cpp.types[layer].contains_key(*ty));
                assert_eq!(missing, None, "[cpp.types.{layer}] of {name}");
            }
            let missing = TensorClass::ALL.iter().find(|class| !profile.cpp.types["tensor"].contains_key(class.name()));
            assert_eq!(missing, None, "[cpp.types.tensor] of {name}");
        }
    }
}
