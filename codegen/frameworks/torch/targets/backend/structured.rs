//! Structured kernels of a backend: classes whose author defines only what computes the results. What the results look like is said by
//! the meta functions of PyTorch.

use indexmap::IndexSet;
use render::FilePlan;
use serde::Serialize;
use torch_cpp::{Parameter, impl_arguments, joined, structured_class};
use torch_profile::{Allocation, Profile};
use torch_registry::{Function, FunctionGroup, Grouped, Registry};
use torch_spec::Backend;

use super::{Namespace, Registering, namespaces};
use crate::register::structured::meta_class;
use crate::runtime;

/// A class with a kernel.
#[derive(Debug, Serialize)]
struct Class {
    schema: String,
    name: String,
    meta: String,
    parameters: String,
}

/// The header with the classes.
#[derive(Debug, Serialize)]
struct Classes<'a> {
    banner: &'static str,
    headers: IndexSet<String>,
    namespace: Namespace<'a>,
    classes: Vec<Class>,
}

/// The forms of an operator, if the backend has a structured kernel for it.
pub fn forms(registry: &Registry, backend: &Backend, grouped: Grouped) -> Option<FunctionGroup> {
    let Grouped::Group(group) = grouped else { return None };
    let out = &registry[group.out];
    let is_listed = backend.structured.iter().any(|operator| operator.value == *out.name());
    (is_listed && out.entry.structured).then_some(group)
}

/// The name of the class with the kernel of an out form.
pub fn class_name(out: &Function) -> String {
    structured_class(&out.name().unambiguous())
}

/// How these kernels make tensors: by operators, for which the backend has kernels.
pub fn allocation(backend: &Backend) -> Option<Allocation> {
    let makes_tensors = !backend.structured.is_empty();
    makes_tensors.then(|| Allocation::new("at::empty", "at::empty_strided", backend.device_guard))
}

/// The name of the header with the classes.
pub fn header_name(backend: &Backend) -> String {
    format!("{}StructuredKernels.h", backend.backend.value)
}

/// The headers: that of the classes, and those of what all structured kernels share. None without such kernels.
pub fn headers(registry: &Registry, backend: &Backend, registering: &Registering) -> Vec<FilePlan> {
    let profile = registry.profile();
    let (mut headers, mut classes) = (IndexSet::new(), Vec::new());
    for group in registry.grouped().iter().filter_map(|grouped| forms(registry, backend, *grouped)) {
        let (functional, out) = (&registry[group.functional], &registry[group.out]);
        headers.insert(meta_header(profile, functional));
        classes.push(Class {
            schema: out.entry.func.to_string(),
            name: class_name(out),
            meta: meta_class(functional),
            parameters: joined(impl_arguments(out).iter().map(Parameter::declared)),
        });
    }
    if classes.is_empty() {
        return Vec::new();
    }
    let context = Classes { banner: render::BANNER, headers, namespace: namespaces(backend), classes };
    let path = registering.path(&header_name(backend));
    let shared = runtime::structured(profile, &registering.path("ATen"));
    [FilePlan::new(&path, "torch/backend/structured.h.j2", context)].into_iter().chain(shared).collect()
}

/// The header with the meta function of an operator.
fn meta_header(profile: &Profile, functional: &Function) -> String {
    match profile.has_header_per_operator() {
        true => format!("ATen/ops/{}_meta.h", functional.root_name()),
        false => "ATen/NativeMetaFunctions.h".to_owned(),
    }
}
