//! Functionalization: operators that write to tensors call operators that do not, and views are recorded so that they can be computed again.

mod composite;
mod mutation;
mod view;

use std::collections::BTreeSet;

use indexmap::IndexSet;
use render::torchgen_shards::shard_of;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_cpp::{Parameter, kernel};
use torch_profile::Profile;
use torch_registry::dispatch_keys::COMPOSITE_IMPLICIT;
use torch_registry::{Function, FunctionGroup, FunctionId, Grouped, Registry, ViewGroup, ViewGrouped};

use crate::frame::{File, in_aten};
use crate::runtime;
use mutation::Mutation;
use view::{Inverse, View, ViewClass};

/// The number of sources is that of this key.
const KEY: &str = "Functionalization";

/// A kernel that the dispatcher gets.
#[derive(Debug, Serialize)]
struct Registered {
    name: String,
    /// The type of a kernel that decomposes the operator. `None` for the function of the operator in the same source.
    signature: Option<String>,
    function: String,
}

/// The parts of a source.
#[derive(Debug, Default)]
struct Parts<'a> {
    headers: IndexSet<String>,
    mutations: Vec<(&'a Function, Mutation)>,
    views: Vec<(&'a Function, View)>,
    registered: Vec<Registered>,
}

/// The values of a source.
#[derive(Debug, Serialize)]
struct Source {
    headers: IndexSet<String>,
    has_runtime: bool,
    has_view_classes: bool,
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let settings = &profile.functionalization;
    let mut plans = sources(registry, profile);
    plans.push(inverses(registry, profile));
    if settings.has_view_classes {
        plans.extend(view_classes(registry, profile));
    }
    plans.push(composite::plan(registry, profile));
    plans.extend(runtime::functionalization(profile));
    plans
}

/// True if kernels are generated at all. Selective builds have none.
fn is_complete(registry: &Registry) -> bool {
    let selections = registry.selections();
    selections.is_empty() || selections.iter().any(|selection| selection.include_all_operators)
}

fn sources(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let shards = profile.register_shards(KEY);
    let mut parts: Vec<Parts> = (0..shards).map(|_| Parts::default()).collect();
    let shard = |id: FunctionId| shard_of(registry[id].root_name(), shards).unwrap_or_default();
    let mut grouped: BTreeSet<FunctionId> = BTreeSet::new();
    for group in registry.grouped() {
        if let Grouped::Group(group) = group {
            grouped.extend(group.functions());
            parts[shard(group.functional)].add_group(registry, profile, *group);
        }
    }
    for group in views(registry) {
        grouped.extend(group.functions());
        parts[shard(group.view)].add_view(registry, profile, group);
    }
    for (id, function) in registry.functions().filter(|(id, _)| !grouped.contains(id)) {
        parts[shard(id)].add_single(profile, function);
    }
    let plans = parts.into_iter().enumerate();
    plans.map(|(index, parts)| parts.plan(profile, index, is_complete(registry))).collect()
}

/// The views of all operators.
fn views(registry: &Registry) -> impl Iterator<Item = ViewGroup> + '_ {
    registry.grouped_by_view().iter().filter_map(|grouped| match grouped {
        ViewGrouped::View(group) => Some(*group),
        ViewGrouped::Single(_) => None,
    })
}

impl<'a> Parts<'a> {
    fn add_group(&mut self, registry: &'a Registry, profile: &Profile, group: FunctionGroup) {
        let functional = &registry[group.functional];
        for id in std::iter::once(group.out).chain(group.inplace).chain(group.mutable) {
            let function = &registry[id];
            self.headers.extend([function, functional].map(|function| header(function, "_ops")));
            self.mutations.push((function, Mutation::new(profile, function, functional)));
        }
        let functions: Vec<&Function> = group.functions().map(|id| &registry[id]).collect();
        let is_manual =
            |function: &&Function| profile.names.manual_functionalization.contains(&function.name().to_string());
        if functions.iter().any(is_manual) {
            return;
        }
        self.register(functions.into_iter().filter(|function| modifies(function) && !function.is_composite_implicit()));
    }

    fn add_view(&mut self, registry: &'a Registry, profile: &Profile, group: ViewGroup) {
        let view = &registry[group.view];
        let functions: Vec<&Function> =
            std::iter::once(group.view).chain(group.view_inplace).map(|id| &registry[id]).collect();
        if !view.is_composite_implicit()
            && let Some(copy) = group.view_copy.map(|id| &registry[id])
        {
            for function in &functions {
                self.headers.extend([function, copy].map(|function| header(function, "_ops")));
                self.views.push((function, View::new(function, copy, view, profile)));
            }
        }
        let is_manual = profile.names.manual_functionalization.contains(&view.name().to_string());
        let is_left_to_decompose = view.is_composite_implicit() && !profile.functionalization.registers_decompositions;
        if !is_manual && !is_left_to_decompose {
            self.register(functions.into_iter());
        }
    }

    fn add_single(&mut self, profile: &Profile, function: &'a Function) {
        let names = [&profile.names.mutable_without_functionalization, &profile.names.manual_functionalization];
        let is_left_out = names.iter().any(|names| names.contains(&function.name().to_string()));
        if !is_left_out && !function.is_composite_implicit() && modifies(function) {
            self.register(std::iter::once(function));
        }
    }

    fn register(&mut self, functions: impl Iterator<Item = &'a Function>) {
        for function in functions {
            if function.is_composite_implicit() {
                self.headers.insert(header(function, "_native"));
            }
            self.registered.push(registered(function));
        }
    }

    fn plan(self, profile: &Profile, index: usize, is_complete: bool) -> FilePlan {
        let has_view_classes = profile.functionalization.has_view_classes;
        let mut headers = self.headers;
        if !profile.has_header_per_operator() {
            headers = ["Operators.h", "NativeFunctions.h"].map(str::to_owned).into();
        }
        let source = Source { headers, has_runtime: index == 0, has_view_classes };
        let path = in_aten(profile, &format!("Register{KEY}_{index}.cpp"));
        let of = |plan: FilePlan, name, template, items: Vec<Item>| {
            plan.with_whole(name, template, if is_complete { items } else { Vec::new() })
        };
        let plan = FilePlan::new(&path, "torch/functionalization/source.cpp.j2", source);
        let plan = of(plan, "mutations", "torch/functionalization/mutation.j2", named(self.mutations));
        let plan = of(plan, "views", "torch/functionalization/view.j2", named(self.views));
        let registered = vec![Item::new("registrations", self.registered)];
        of(plan, "registrations", "torch/functionalization/registration.j2", registered)
    }
}

fn named<P: Serialize>(parts: Vec<(&Function, P)>) -> Vec<Item> {
    parts.into_iter().map(|(function, part)| Item::new(&function.name().to_string(), [part])).collect()
}

fn header(function: &Function, suffix: &str) -> String {
    format!("ops/{}{suffix}.h", function.root_name())
}

/// The name of the function for an operator.
fn function_name(function: &Function) -> String {
    torch_cpp::native_name(&function.entry.func)
}

fn registered(function: &Function) -> Registered {
    let decomposition = function.kernel(COMPOSITE_IMPLICIT).map(|found| &found.kernel);
    let signature = decomposition.map(|found| {
        let signature = kernel(function, &found.name, found.takes_symint());
        format!("{} ({})", signature.returns, signature.types())
    });
    let name = decomposition.map_or_else(|| function_name(function), |found| found.name.clone());
    Registered { name: function.name().to_string(), signature, function: name }
}

/// True if the operator writes to an argument.
fn modifies(function: &Function) -> bool {
    function.entry.func.is_mutable()
}

/// An argument with tensors, as a template sees it.
#[derive(Debug, Serialize)]
struct TensorArgument {
    name: String,
    is_written: bool,
}

/// A tensor option of a call that does not get any: that of an out argument. `None` for other arguments.
fn option_of_out(function: &Function, wanted: &Parameter, suffix: &str) -> Option<String> {
    let arguments = &function.entry.func.arguments;
    let out = arguments.out.first().filter(|_| arguments.of_name(&wanted.name).is_none())?;
    let out = format!("{}{suffix}", out.name.value);
    Some(match wanted.name.as_str() {
        "dtype" => format!("{out}.scalar_type()"),
        "layout" => format!("{out}.layout()"),
        "device" => format!("{out}.device()"),
        "pin_memory" => "::std::nullopt".to_owned(),
        _ => return None,
    })
}

/// The arguments of a call, in which tensors have a suffix.
fn with_suffix(function: &Function, wanted: &[Parameter], suffix: &str) -> String {
    let is_tensor = |name: &str| {
        function.entry.func.arguments.of_name(name).is_some_and(|argument| argument.ty.value.is_tensor_like())
    };
    let argument = |parameter: &Parameter| match is_tensor(&parameter.name) {
        true => format!("{}{suffix}", parameter.name),
        false => option_of_out(function, parameter, suffix).unwrap_or_else(|| parameter.name.clone()),
    };
    wanted.iter().map(argument).collect::<Vec<_>>().join(", ")
}

fn inverses(registry: &Registry, profile: &Profile) -> FilePlan {
    let name = "FunctionalInverses.h";
    let of_view = |group: ViewGroup| {
        let view = &registry[group.view];
        (!view.is_composite_implicit()).then(|| Inverse::new(view, &profile.functionalization))
    };
    let inverses: Vec<Inverse> = views(registry).filter_map(of_view).collect();
    File::new(&in_aten(profile, name), name)
        .with_texts("view_inverse_declarations", "torch/functionalization/inverse.j2", name, inverses)
        .plan()
}

fn view_classes(registry: &Registry, profile: &Profile) -> [FilePlan; 2] {
    let mut classes = Vec::new();
    let mut headers: IndexSet<String> = IndexSet::new();
    for group in views(registry).filter(|_| is_complete(registry)) {
        let view = &registry[group.view];
        let Some(copy) = group.view_copy.map(|id| &registry[id]).filter(|_| !view.is_composite_implicit()) else {
            continue;
        };
        headers.extend([view, copy].map(|function| header(function, "_ops")));
        for id in std::iter::once(group.view).chain(group.view_inplace) {
            classes.push(ViewClass::new(&registry[id], copy, view, profile));
        }
    }
    let (name, source) = ("ViewMetaClasses.h", "ViewMetaClasses.cpp");
    let declared = File::new(&in_aten(profile, name), name)
        .with_texts("view_meta_declarations", "torch/functionalization/view_class.h.j2", name, &classes)
        .plan();
    let defined = File::new(&in_aten(profile, source), source)
        .with_includes("op_headers", headers)
        .with_texts("view_meta_implementations", "torch/functionalization/view_class.cpp.j2", source, &classes)
        .plan();
    [declared, defined]
}
