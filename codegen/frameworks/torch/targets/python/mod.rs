//! Bindings for Python: the functions of `torch` and of its modules, the methods of tensors, and the named tuples that they return.
//!
//! A function is a table of its signatures, each with the function of the dispatcher that is called. How arguments are read and
//! results are wrapped depends only on the C++ types of that function, so it is compiled once for all functions with the same types.

mod callee;
mod function;
mod returns;

use std::collections::{BTreeMap, BTreeSet};

use render::torchgen_shards::shard_of;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_cpp::dispatcher;
use torch_profile::Profile;
use torch_python::SignatureGroup;
use torch_python::group::by_name;
use torch_registry::{Function, FunctionId, Registry};

use crate::frame::{self, File};
use crate::operator::Operator;
use crate::reframed::{FrameKind, Reframed};
use function::{Binding, Scope};

/// The number of sources with the functions of `torch`.
const SHARDS: usize = 3;
/// The declarations that every source includes.
const HEADER: &str = "python_bindings.h";
/// The same, for sources that include nothing else.
const MODULE_HEADER: &str = "python_bindings_module.h";
/// The definitions, which one source includes.
const RUNTIME: &str = "python_bindings_runtime.h";

/// The functions of a scope by name.
type Functions = Vec<(String, Vec<SignatureGroup>)>;

/// A type of functions of the dispatcher.
#[derive(Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct CalledType {
    returns: String,
    types: String,
}

/// What all bindings together need.
#[derive(Debug, Serialize)]
struct Runtime {
    banner: &'static str,
    /// The types of the functions that are called.
    types: BTreeSet<CalledType>,
    /// Functions that are written by hand, so that callers do not call the dispatcher.
    by_hand: Vec<ByHand>,
    has_header_per_operator: bool,
    has_named_dimensions: bool,
    /// The modules below `torch`.
    modules: Vec<String>,
}

/// A function that is written by hand.
#[derive(Debug, Serialize)]
struct ByHand {
    #[serde(flatten)]
    operator: Operator,
    is_method: bool,
    /// The arguments of the method.
    further_arguments: String,
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let functions: Vec<(Scope, Functions)> = scopes(profile)
        .map(|scope| {
            let functions = by_name(registry, profile, scope.module()).into_iter().collect();
            (scope, functions)
        })
        .collect();
    let mut plans = runtime(registry, profile, &functions);
    for (scope, functions) in &functions {
        plans.extend(sources(registry, profile, scope, functions));
    }
    plans.extend(returns::plan(registry, profile));
    plans.push(tags(registry, profile));
    plans
}

fn scopes(profile: &Profile) -> impl Iterator<Item = Scope> {
    let modules = profile.names.python_modules.iter().cloned().map(Scope::Module);
    [Scope::Torch, Scope::Method].into_iter().chain(modules)
}

/// The sources of a scope.
fn sources(registry: &Registry, profile: &Profile, scope: &Scope, functions: &Functions) -> Vec<FilePlan> {
    match scope {
        Scope::Torch => {
            let mut shards: Vec<Vec<&(String, Vec<SignatureGroup>)>> = vec![Vec::new(); SHARDS];
            for function in functions {
                // PyTorch's build lists the files, so each function must be in the one that it expects. Names are ASCII.
                let root = function.1.first().map_or("", |group| registry[group.base].root_name());
                shards[shard_of(root, SHARDS).unwrap_or_default()].push(function);
            }
            let source = |(index, functions): (usize, &Vec<_>)| {
                source(registry, profile, scope, &format!("_{index}"), functions)
            };
            shards.iter().enumerate().map(source).collect()
        }
        Scope::Method | Scope::Module(_) => {
            let mut functions: Vec<_> = functions.iter().collect();
            functions.sort_by(|(left, _), (right, _)| left.cmp(right));
            vec![source(registry, profile, scope, "", &functions)]
        }
    }
}

fn source(
    registry: &Registry,
    profile: &Profile,
    scope: &Scope,
    shard: &str,
    functions: &[&(String, Vec<SignatureGroup>)],
) -> FilePlan {
    let headers = match (scope, scope.frame()) {
        (Scope::Method, _) => [RUNTIME],
        (_, FrameKind::AfterHeaders) => [HEADER],
        (_, FrameKind::WithoutIncludes) => [MODULE_HEADER],
    };
    let called = functions.iter().flat_map(|(_, groups)| groups).flat_map(called).map(|id| &registry[id]);
    let called: BTreeSet<&str> = called.map(Function::root_name).collect();
    let operators = match profile.has_header_per_operator() {
        true => called.into_iter().map(|root| format!("ops/{root}_ops.h")).collect(),
        false => vec!["Operators.h".to_owned()],
    };
    let items = || -> Vec<Item> {
        let bindings = functions.iter().map(|(name, groups)| Binding::new(registry, profile, scope, name, groups));
        bindings.map(|binding| Item::new(&binding.name.clone(), [binding])).collect()
    };
    let name = scope.file();
    let source = Reframed {
        file: &format!("{name}{shard}.cpp"),
        frame: &format!("{name}.cpp"),
        kind: scope.frame(),
        headers: &headers,
        operators,
        values: &[("shard_id", shard)],
    };
    source
        .plan(registry, profile)
        .with_whole("py_forwards", "torch/python/forward.j2", items())
        .with_whole("py_method_defs", "torch/python/definition.j2", items())
        .with_whole("py_methods", "torch/python/function.j2", items())
}

/// The functions that a signature calls.
fn called(group: &SignatureGroup) -> impl Iterator<Item = FunctionId> {
    [Some(group.base), group.out].into_iter().flatten()
}

/// The headers that all sources share.
fn runtime(registry: &Registry, profile: &Profile, functions: &[(Scope, Functions)]) -> Vec<FilePlan> {
    let groups = functions.iter().flat_map(|(_, functions)| functions).flat_map(|(_, groups)| groups);
    let called: BTreeSet<FunctionId> = groups.flat_map(called).collect();
    let called_type = |function: &Function| {
        let signature = dispatcher(function);
        CalledType { types: signature.types(), returns: signature.returns }
    };
    let by_hand = called.iter().map(|id| &registry[*id]).filter(|function| function.entry.manual_cpp_binding);
    let by_hand = by_hand.map(|function| {
        let arguments = function.entry.func.arguments.all().map(|argument| argument.name.value.clone());
        ByHand {
            operator: Operator::new(function),
            is_method: function.entry.variants.method,
            further_arguments: torch_cpp::joined(arguments.filter(|name| name != "self")),
        }
    });
    let runtime = Runtime {
        banner: render::BANNER,
        types: called.iter().map(|id| called_type(&registry[*id])).collect(),
        by_hand: by_hand.collect(),
        has_header_per_operator: profile.has_header_per_operator(),
        has_named_dimensions: profile.has_named_dimensions,
        modules: profile.names.python_modules.clone(),
    };
    vec![
        FilePlan::new(&frame::in_autograd(profile, HEADER), "torch/python/bindings.h.j2", &runtime),
        FilePlan::new(&frame::in_autograd(profile, MODULE_HEADER), "torch/python/module.h.j2", &runtime),
        FilePlan::new(&frame::in_autograd(profile, RUNTIME), "torch/python/runtime.h.j2", &runtime),
    ]
}

fn tags(registry: &Registry, profile: &Profile) -> FilePlan {
    let names: BTreeSet<&str> = registry.tags().into_iter().flatten().map(|tag| tag.name.as_str()).collect();
    let item = Item::new("tags", [BTreeMap::from([("names", names)])]);
    let name = "python_enum_tag.cpp";
    File::in_autograd(profile, name, name).plan().with_whole("enum_of_valid_tags", "torch/python/tags.j2", vec![item])
}
