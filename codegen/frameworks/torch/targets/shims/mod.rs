//! Functions in C that compiled models call. Their binary interface must not change, so headers are committed and compared.

mod passed;
mod shim;

use std::collections::{BTreeMap, BTreeSet};

use parallel::prelude::*;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_profile::{Profile, Shims};
use torch_registry::{Function, FunctionId, Registry};

use crate::static_dispatch::COMPOSITE;
use shim::{Bound, shims};

/// The header or source of a device.
#[derive(Debug, Serialize)]
struct File<'a> {
    /// The device, as the names of functions have it.
    device: &'a str,
    /// The dispatch key of the kernels. `None` for the dispatcher.
    dispatch_key: Option<&'a str>,
    /// The name of the list of the operators.
    operators: &'a str,
    /// The folder of the files.
    folder: &'a str,
    /// The headers of operators that the source includes, below `ATen/ops`.
    includes: BTreeSet<String>,
    /// Further headers that it includes.
    device_headers: &'a [String],
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let functions = by_full_name(registry);
    let plan = |(device, shims): (&String, &Shims)| {
        let bound = bound(registry, &functions, shims);
        (!bound.is_empty()).then(|| files(profile, device, shims, &bound))
    };
    profile.shims.iter().filter_map(plan).flatten().collect()
}

/// The declarations of all functions in C, by their names, each with its operator.
pub fn declarations(registry: &Registry) -> BTreeMap<String, (String, FunctionId)> {
    let (profile, functions) = (registry.profile(), by_full_name(registry));
    let mut declarations = BTreeMap::new();
    for (device, of_device) in &profile.shims {
        for bound in bound(registry, &functions, of_device) {
            let of_operator = shims(profile, device, &bound).into_iter();
            declarations.extend(of_operator.map(|shim| (shim.name, (shim.parameters.join(", "), bound.id))));
        }
    }
    declarations
}

fn by_full_name(registry: &Registry) -> BTreeMap<String, (FunctionId, &Function)> {
    registry.functions().map(|(id, function)| (function.full_name(), (id, function))).collect()
}

/// The operators that have functions for a device, in the order of their names.
fn bound<'a>(
    registry: &'a Registry,
    functions: &BTreeMap<String, (FunctionId, &'a Function)>,
    shims: &'a Shims,
) -> Vec<Bound<'a>> {
    let lists = registry.fallbacks().iter().filter(|list| list.name == shims.operators);
    let fallbacks: BTreeMap<&str, _> =
        lists.flat_map(|list| &list.operators).map(|operator| (operator.name.as_str(), operator)).collect();
    let bound = |(name, fallback)| {
        let (id, function) = *functions.get(name)?;
        let kernel_key = match &shims.dispatch_key {
            Some(key) => Some(kernel_key(registry, function, key)?),
            None => None,
        };
        Some(Bound { id, function, fallback, kernel_key })
    };
    fallbacks.into_iter().filter_map(bound).collect()
}

/// The dispatch key of the kernel that is called for a device. `None` if there is none.
fn kernel_key<'a>(registry: &Registry, function: &Function, key: &'a str) -> Option<&'a str> {
    let delegate = function.entry.structured_delegate.as_ref();
    let delegate = || delegate.and_then(|name| registry.of_name(&name.value.to_string()));
    if has_kernel(function, key) || delegate().is_some_and(|out| has_kernel(&registry[out], key)) {
        return Some(key);
    }
    // Nested tensors have no functions in C.
    COMPOSITE.into_iter().take(3).find(|key| function.kernel(key).is_some())
}

/// True if there is a kernel. A device whose dispatch key is not enabled has a header, too.
fn has_kernel(function: &Function, key: &str) -> bool {
    let lines = function.entry.dispatch.iter().flatten();
    function.kernel(key).is_some() || lines.flat_map(|line| &line.keys).any(|known| known.value == key)
}

fn files(profile: &Profile, device: &str, of_device: &Shims, bound: &[Bound]) -> Vec<FilePlan> {
    let dispatch_key = of_device.dispatch_key.as_deref();
    let item = |bound: &Bound| Item::new(bound.fallback.name.as_str(), shims(profile, device, bound));
    let items: Vec<Item> = bound.par_iter().map(item).collect();
    let folder = profile.outputs.shims.as_str();
    let file = File {
        device,
        dispatch_key,
        operators: &of_device.operators,
        folder,
        includes: bound.iter().map(Bound::header).collect(),
        device_headers: if dispatch_key == Some("CUDA") { profile.cuda_headers() } else { &[] },
    };
    let plan = |extension: &str, file_template: &str, template| {
        let path = format!("{folder}/c_shim_{device}.{extension}");
        FilePlan::new(&path, file_template, &file).with_whole("functions", template, items.clone())
    };
    let header = plan("h", "torch/shims/header.h.j2", "torch/shims/declaration.h.j2");
    let is_enabled = dispatch_key.is_none_or(|key| !profile.ignores(key));
    let source = is_enabled.then(|| plan("cpp", "torch/shims/source.cpp.j2", "torch/shims/definition.cpp.j2"));
    std::iter::once(header).chain(source).collect()
}
