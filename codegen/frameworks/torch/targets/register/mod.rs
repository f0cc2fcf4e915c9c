//! Registrations of kernels: a source for each dispatch key, with the functions that call its kernels without the dispatcher.

mod direct;
pub mod structured;
mod ufunc;
mod unstructured;

use std::collections::BTreeSet;

use indexmap::{IndexMap, IndexSet};
use parallel::prelude::*;
use render::torchgen_shards::shard_of;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_profile::{Allocation, Profile};
use torch_registry::dispatch_keys::{COMPOSITE_EXPLICIT_NON_FUNCTIONAL, COMPOSITE_IMPLICIT};
use torch_registry::{Function, Grouped, Registry};

use crate::frame::in_aten;
use crate::headers::{direct as callable, kernels};
use crate::runtime;
use direct::Direct;
use structured::Structured;
use unstructured::Unstructured;

/// The dispatch key whose source compiles what all of them call.
const WITH_RUNTIME: &str = COMPOSITE_IMPLICIT;
const META: &str = "Meta";
/// The header of lists that structured kernels take by value.
const LISTS: &str = "ATen/core/IListRef.h";

/// What is generated for a function, or for the forms of an operator.
#[derive(Debug, Serialize)]
struct Group {
    /// The namespaces that the namespace of the dispatch key is in, outermost first.
    outer: Vec<String>,
    /// The namespace of the dispatch key, with the functions that call kernels.
    namespace: String,
    /// Functions that stand between the dispatcher and unstructured kernels.
    unstructured: Vec<Unstructured>,
    structured: Vec<Structured>,
    direct: Vec<Direct>,
}

/// A [`Group`] with its name, and with what the dispatcher gets.
struct Generated {
    /// The name of the operator.
    name: String,
    group: Group,
    /// The kernels, each with the namespace of its operator.
    registered: Vec<(String, Registered)>,
}

/// A kernel that the dispatcher gets.
#[derive(Debug, Serialize)]
struct Registered {
    name: String,
    /// The type of the kernel's function. Empty if it has no overloads.
    signature: String,
    /// True if the function takes integers where the operator may have symbolic ones.
    is_concrete: bool,
    function: String,
}

impl Registered {
    /// The function with its namespace.
    fn qualified(&self, outer: &str) -> String {
        if self.signature.is_empty() { format!("{outer}::{}", self.function) } else { self.function.clone() }
    }
}

/// The kernels in a namespace of operators.
#[derive(Debug, Serialize)]
struct Library<'a> {
    namespace: String,
    dispatch_key: &'a str,
    kernels: Vec<Registered>,
}

/// A source.
#[derive(Debug, Serialize)]
struct Source<'a> {
    dispatch_key: &'a str,
    headers: IndexSet<String>,
    /// How tensors are made for structured kernels.
    allocation: Option<&'a Allocation>,
    is_meta: bool,
    is_guarded: bool,
    has_runtime: bool,
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let keys: Vec<&str> = profile.generated_dispatch_keys().collect();
    let of_key = |key: &&str| {
        let shards = profile.register_shards(key);
        let mut divided: Vec<Vec<Grouped>> = vec![Vec::new(); shards];
        for grouped in registry.grouped() {
            let root = grouped.functions().next().map_or("", |id| registry[id].root_name());
            divided[shard_of(root, shards).unwrap_or_default()].push(*grouped);
        }
        let shard = |(index, grouped): (usize, Vec<Grouped>)| Key { registry, profile, key }.source(index, &grouped);
        divided.into_iter().enumerate().map(shard).collect::<Vec<_>>()
    };
    let sources: Vec<Vec<FilePlan>> = keys.par_iter().map(of_key).collect();
    sources
        .into_iter()
        .flatten()
        .chain(ufunc::plan(registry, profile))
        .chain(runtime::kernels(registry, profile))
        .collect()
}

/// The paths of the sources for single operators.
pub fn paths(registry: &Registry, profile: &Profile) -> Vec<String> {
    ufunc::paths(registry, profile)
}

/// A dispatch key for which kernels are registered.
#[derive(Clone, Copy)]
struct Key<'a> {
    registry: &'a Registry,
    profile: &'a Profile,
    key: &'a str,
}

impl<'a> Key<'a> {
    fn source(self, index: usize, grouped: &[Grouped]) -> FilePlan {
        let mut groups = Vec::new();
        let mut libraries: IndexMap<String, Vec<Registered>> = IndexMap::new();
        let mut headers: BTreeSet<String> = BTreeSet::new();
        for grouped in grouped {
            let Some(Generated { name, group, registered }) = self.group(*grouped) else { continue };
            headers.extend(self.headers(&name));
            for (namespace, kernel) in registered {
                libraries.entry(namespace).or_default().push(kernel);
            }
            headers.extend(group.structured.iter().any(Structured::takes_list).then(|| LISTS.to_owned()));
            groups.push(Item::new(&name, [group]));
        }
        let library = |(namespace, kernels)| Library { namespace, dispatch_key: self.key, kernels };
        let libraries: Vec<Library> = libraries.into_iter().map(library).collect();
        let path = in_aten(self.profile, &format!("Register{}_{index}.cpp", self.key));
        FilePlan::new(&path, "torch/register/source.cpp.j2", self.context(index, headers))
            .with_whole("functions", "torch/register/group.j2", groups)
            .with_whole("libraries", "torch/register/library.j2", vec![Item::new("registrations", libraries)])
    }

    fn context(self, index: usize, operators: BTreeSet<String>) -> Source<'a> {
        let profile = self.profile;
        let allocation = profile.allocations.get(self.key);
        let is_guarded = profile.names.guarded_dispatch_keys.iter().any(|key| key == self.key);
        let of_key = allocation.map_or(&[][..], |allocation| allocation.headers(profile.is_rocm()));
        Source {
            dispatch_key: self.key,
            headers: of_key.iter().cloned().chain(operators).collect(),
            allocation,
            is_meta: self.key == META,
            is_guarded,
            has_runtime: self.key == WITH_RUNTIME && index == 0,
        }
    }

    /// The headers that an operator needs.
    fn headers(self, root: &str) -> Vec<String> {
        if !self.profile.has_header_per_operator() {
            let of_key = format!("ATen/{}Functions.h", self.key);
            let callable = self.profile.callable_dispatch_keys().any(|key| key == self.key);
            let others = ["ATen/NativeFunctions.h".to_owned(), "ATen/Operators.h".to_owned()];
            return others.into_iter().chain(callable.then_some(of_key)).collect();
        }
        let mut headers = vec![format!("ATen/ops/{root}_native.h")];
        if self.key == COMPOSITE_EXPLICIT_NON_FUNCTIONAL {
            headers.push(format!("ATen/ops/{root}_ops.h"));
        }
        if self.profile.callable_dispatch_keys().any(|key| key == self.key) {
            headers.push(format!("ATen/ops/{root}_{}_dispatch.h", self.key.to_lowercase()));
        }
        headers
    }

    /// What is generated for functions. `None` if they have no kernels.
    fn group(self, grouped: Grouped) -> Option<Generated> {
        let (is_structured, functions) = callable::registered(self.registry, grouped, self.key);
        let root = functions.first()?.root_name().to_owned();
        let namespace = kernels::namespace(self.registry, grouped, self.key).replace("::native", "");
        let (outer, namespace) = (namespace, self.key.to_lowercase());
        let qualified = format!("{outer}::{namespace}");
        let mut group = Group {
            outer: outer.split("::").map(str::to_owned).collect(),
            namespace,
            unstructured: Vec::new(),
            structured: Vec::new(),
            direct: Vec::new(),
        };
        let mut registered = Vec::new();
        for function in functions {
            let (kernel, called) = match (is_structured, grouped) {
                (true, Grouped::Group(forms)) => {
                    let kernel = Structured::new(self, function, forms);
                    let (registered, called) = (kernel.registered(function), kernel.called());
                    group.structured.push(kernel);
                    (registered, called)
                }
                _ => {
                    let kernel = Unstructured::new(self, function, &qualified);
                    let (registered, called) = (kernel.registered(function), kernel.called());
                    group.unstructured.extend(kernel.is_wrapped().then_some(kernel));
                    (registered, called)
                }
            };
            group.direct.extend(direct::functions(function, &called));
            if self.registry.is_selected(function) {
                let kernel = Registered { function: kernel.qualified(&outer), ..kernel };
                registered.push((function.entry.namespace().to_owned(), kernel));
            }
        }
        Some(Generated { name: root, group, registered })
    }

    /// The name of the function that stands before a kernel.
    fn wrapper(self, function: &Function, is_structured: bool) -> String {
        let func = &function.entry.func;
        match is_structured {
            true => format!("wrapper_{}_{}", self.key, torch_cpp::native_name(func)),
            false => format!("wrapper_{}_{}_{}", self.key, func.name.value.overload, func.cpp_name()),
        }
    }

    /// True if kernels run on the device of their arguments, which must be the same for all of them.
    fn is_guarded(self) -> bool {
        self.profile.names.guarded_dispatch_keys.iter().any(|key| key == self.key)
    }

    /// The arguments that must be on the same device.
    fn checked(self, function: &Function) -> Vec<String> {
        let entry = &function.entry;
        let is_checked = entry.device_check.as_ref().is_none_or(|check| check.value != "NoCheck");
        let arguments = &entry.func.arguments;
        let tensors = arguments.out.iter().chain(&arguments.positional);
        let tensors = tensors.filter(|argument| argument.ty.value.is_tensor_like());
        tensors.filter(|_| is_checked && self.is_guarded()).map(|argument| argument.name.value.clone()).collect()
    }
}
