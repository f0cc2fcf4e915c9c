//! Calls of kernels for one backend, without the dispatcher.

use serde::Serialize;
use torch_cpp::{Signatures, converted, dispatcher};
use torch_profile::Profile;
use torch_registry::Function;
use torch_registry::dispatch_keys::{
    COMPOSITE_EXPLICIT, COMPOSITE_EXPLICIT_NON_FUNCTIONAL, COMPOSITE_IMPLICIT, COMPOSITE_IMPLICIT_NESTED,
};

/// A call of a kernel.
#[derive(Debug, Serialize)]
pub struct StaticCall {
    /// The dispatch key of the backend.
    pub backend: &'static str,
    /// The namespace of the function that calls the kernel. `None` if no backend has one.
    pub namespace: Option<String>,
    /// The function.
    pub name: String,
    /// Its arguments.
    pub arguments: String,
}

/// The dispatch keys of kernels for all backends, in the order in which they are preferred.
pub const COMPOSITE: [&str; 4] =
    [COMPOSITE_EXPLICIT, COMPOSITE_EXPLICIT_NON_FUNCTIONAL, COMPOSITE_IMPLICIT, COMPOSITE_IMPLICIT_NESTED];

/// The dispatch keys whose functions such calls may need.
pub fn keys(backend: &'static str) -> impl Iterator<Item = &'static str> {
    [backend, COMPOSITE[2], COMPOSITE[3], COMPOSITE[0], COMPOSITE[1]].into_iter()
}

/// The dispatch key whose kernel is called.
pub fn key(function: &Function, backend: &'static str, profile: &Profile) -> Option<&'static str> {
    let delegates = function.entry.structured_delegate.is_some() && profile.is_structured_key(backend);
    if delegates || function.kernel(backend).is_some() {
        return Some(backend);
    }
    COMPOSITE.into_iter().find(|key| function.kernel(key).is_some())
}

impl StaticCall {
    /// The call of a function's kernel.
    pub fn new(function: &Function, backend: &'static str, profile: &Profile) -> Option<StaticCall> {
        let apis = Signatures { method: false, generated_name: false }.of(function);
        let symint = function.entry.func.has_symint();
        let api = apis.into_iter().find(|api| api.symint == symint)?.signature;
        let given = dispatcher(function).parameters;
        let namespace = |key: &str| {
            let kernel = function.kernel(key).map(|found| found.kernel.cpp_namespace());
            let of_kernels =
                kernel.as_deref().and_then(|name| name.strip_suffix("::native")).unwrap_or("at").to_owned();
            format!("{of_kernels}::{}", key.to_lowercase())
        };
        Some(StaticCall {
            backend,
            namespace: key(function, backend, profile).map(namespace),
            arguments: converted(&given, &api.parameters, false),
            name: api.name,
        })
    }
}
