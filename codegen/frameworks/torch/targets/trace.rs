//! Kernels that record calls of operators for the tracer.

use render::torchgen_shards::shard_of;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_profile::Profile;
use torch_registry::{Function, Registry};
use torch_schema::{Argument, BaseType, SchemaKind, Type};

use crate::frame::{headers_of, in_autograd, items};
use crate::runtime;

/// The name of the sources.
const SOURCE: &str = "TraceType";

/// A kernel for the tracer.
#[derive(Debug, Serialize)]
struct TracedOperator {
    name: String,
    operator: String,
    /// `None` if only the operators are recorded that this one calls.
    call: Option<RecordedCall>,
}

/// How calls of an operator are recorded.
#[derive(Debug, Serialize)]
struct RecordedCall {
    name: String,
    /// The name in a graph in which no operator writes to its arguments, if it is another one.
    functional_name: Option<String>,
    arguments: String,
    /// The number of out arguments.
    out: usize,
    /// The position of the argument whose memory nothing else may use.
    written: Option<usize>,
    /// The function that writes to it.
    writing_function: String,
    /// True if the functional operator has tensor options in place of the out arguments.
    is_factory: bool,
    /// True if the functional operator has tensor options, which this one does not have.
    lacks_options: bool,
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let functions = registry.functions().map(|(_, function)| function);
    let functions: Vec<&Function> = functions.filter(|function| !is_manual(function, profile)).collect();
    let count = profile.autograd_shards(SOURCE);
    let mut shards: Vec<Vec<&Function>> = vec![Vec::new(); count];
    for function in &functions {
        // PyTorch's build lists the files, so each operator must be in the one that it expects. Names are ASCII.
        shards[shard_of(function.root_name(), count).unwrap_or_default()].push(function);
    }
    let shards = shards.iter().enumerate().map(|(index, functions)| shard(profile, index, functions));
    let recorded = functions.iter().copied().filter(|function| is_recorded(function, profile));
    shards.chain(runtime::tracing(profile, recorded)).collect()
}

/// True if the kernel is written by hand.
fn is_manual(function: &Function, profile: &Profile) -> bool {
    let name = function.entry.func.cpp_name();
    profile.names.manual_tracer.contains(&name)
}

fn shard(profile: &Profile, index: usize, functions: &[&Function]) -> FilePlan {
    let context = std::collections::BTreeMap::from([("has_runtime", index == 0)]);
    let headers = headers_of(functions, "_ops");
    FilePlan::new(&in_autograd(profile, &format!("{SOURCE}_{index}.cpp")), "torch/trace/source.cpp.j2", context)
        .with_whole("operator_headers", "torch/includes.j2", vec![Item::new("operator_headers", [headers])])
        .with_whole(
            "registrations",
            "torch/trace/registration.j2",
            items(functions, |function| traced(function, profile)),
        )
}

fn traced(function: &Function, profile: &Profile) -> TracedOperator {
    TracedOperator {
        name: function.name().to_string(),
        operator: function.name().unambiguous(),
        call: is_recorded(function, profile).then(|| recorded_call(function, profile)),
    }
}

/// True if the operator itself is recorded.
fn is_recorded(function: &Function, profile: &Profile) -> bool {
    let func = &function.entry.func;
    let storage = Type::Base(BaseType::Storage);
    func.arguments.all().all(|argument| argument.ty.value != storage)
        && func.returns.iter().any(|returned| returned.ty.value.is_tensor_like())
        && !profile.names.dont_record_trace.contains(&function.name().name.base)
}

fn recorded_call(function: &Function, profile: &Profile) -> RecordedCall {
    let func = &function.entry.func;
    let name = &func.name.value.name;
    let renamed = |name: &str| profile.renamed_in_traces.get(name).map_or(name, String::as_str).to_owned();
    let has_one_name = matches!(function.kind, SchemaKind::Functional | SchemaKind::Out) || name.is_dunder;
    let writes = matches!(function.kind, SchemaKind::Inplace | SchemaKind::Out) && !name.is_dunder;
    let written = func.arguments.out.first().map_or("self", |argument| argument.name.as_str());
    let position = func.arguments.all().position(|argument| argument.name.value == written);
    let names: Vec<&str> = func.arguments.all().map(|argument| argument.name.as_str()).collect();
    RecordedCall {
        name: renamed(&if has_one_name { name.to_string() } else { func.cpp_name() }),
        functional_name: (!has_one_name).then(|| renamed(&name.base)),
        arguments: names.join(" "),
        out: func.arguments.out.len(),
        written: position.filter(|_| writes),
        writing_function: func.cpp_name(),
        is_factory: func.is_out() && is_factory(function, profile),
        lacks_options: writes && profile.renamed_in_traces.contains_key(&name.base),
    }
}

/// True if the functional form of an operator with out arguments makes tensors from nothing.
fn is_factory(function: &Function, profile: &Profile) -> bool {
    let entry = &function.entry;
    let is_tensor = |argument: &Argument| argument.ty.value.is_tensor_like();
    entry.category_override.as_ref().is_some_and(|category| category.value == "factory")
        || !entry.func.arguments.without_out().any(is_tensor)
        || profile.names.traced_as_factories.contains(&function.name().name.base)
}
