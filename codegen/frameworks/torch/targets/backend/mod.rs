//! Backends outside of PyTorch: the declarations of their kernels, which their authors define, and the registrations of these.

mod structured;
mod wrapper;

use std::collections::BTreeSet;

use render::{FilePlan, Item};
use serde::Serialize;
use source::Spanned;
use torch_cpp::backend_kernel;
use torch_profile::{Allocation, Profile};
use torch_registry::{Function, FunctionId, Registry};
use torch_schema::OperatorName;
use torch_spec::Backend;

use crate::frame::File;
use wrapper::{Wrapper, wrappers};

/// Ends the names of kernels that take symbolic integers.
pub const SYMINT: &str = "_symint";
/// The frame of declarations.
const DECLARATIONS: &str = "DispatchKeyNativeFunctions.h";

/// The kernels of a backend for one dispatch key.
#[derive(Debug)]
pub struct Kernels<'a> {
    pub backend: &'a Backend,
    pub dispatch_key: String,
    pub operators: Vec<&'a Spanned<OperatorName>>,
    /// True if the backend's structured kernels belong to the key.
    pub has_structured: bool,
}

/// A namespace in a template.
#[derive(Debug, Serialize)]
pub struct Namespace<'a> {
    names: Vec<&'a str>,
}

/// A kernel in a template.
#[derive(Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Declaration {
    declaration: String,
}

/// A file with registrations.
#[derive(Debug, Serialize)]
struct Registrations<'a> {
    banner: &'static str,
    /// The header with the declarations.
    header: String,
    dispatch_key: &'a str,
    namespace: String,
    /// The header with the classes of structured kernels. `None` without such kernels.
    structured: Option<String>,
    /// How structured kernels make tensors.
    allocation: Option<Allocation>,
    wrappers: Vec<Wrapper>,
    /// The function that registers kernels. `None` if they are registered when the library is loaded.
    function: Option<&'a str>,
}

/// Where files of registrations are, and when kernels are registered.
#[derive(Debug, Default)]
pub struct Registering {
    /// The folder. Empty for the root of the outputs.
    pub folder: String,
    /// The function that registers kernels. `None` if they are registered when the library is loaded.
    pub function: Option<String>,
}

impl Registering {
    fn path(&self, name: &str) -> String {
        if self.folder.is_empty() { name.to_owned() } else { format!("{}/{name}", self.folder) }
    }
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let is_lazy = |backend: &&Backend| profile.names.lazy_dispatch_keys.contains(&backend.backend.value);
    let backends = registry.backends().iter().filter(|backend| !is_lazy(backend));
    backends.flat_map(|backend| of_backend(registry, backend)).collect()
}

fn of_backend(registry: &Registry, backend: &Backend) -> Vec<FilePlan> {
    let key = &backend.backend.value;
    let supported = backend.supported.iter().chain(&backend.full_codegen).collect();
    let own = Kernels { backend, dispatch_key: key.clone(), operators: supported, has_structured: true };
    if own.operators.is_empty() && backend.structured.is_empty() {
        // The author has just begun.
        return Vec::new();
    }
    let autograd = Kernels::of_autograd(backend);
    let registering = Registering::default();
    let mut plans = vec![header(registry, &own, &autograd, &registering), source(registry, &own, &registering)];
    plans.extend(structured::headers(registry, backend, &registering));
    if !autograd.operators.is_empty() {
        plans.push(source(registry, &autograd, &registering));
    }
    plans
}

impl<'a> Kernels<'a> {
    /// The kernels for a backend's autograd key.
    pub fn of_autograd(backend: &'a Backend) -> Kernels<'a> {
        let dispatch_key = format!("Autograd{}", backend.backend.value);
        Kernels { backend, dispatch_key, operators: backend.autograd.iter().collect(), has_structured: false }
    }
}

impl Kernels<'_> {
    /// The name of the class with the kernels as static functions.
    fn class(&self) -> String {
        let key = &self.backend.backend.value;
        self.backend.class_name.as_ref().map_or_else(|| format!("{key}NativeFunctions"), |name| name.value.clone())
    }

    fn has(&self, function: &Function) -> bool {
        self.operators.iter().any(|operator| operator.value == *function.name())
    }

    /// The kernel of a function, with true if it takes symbolic integers.
    fn kernel(&self, function: &Function) -> (String, bool) {
        let symint = self.backend.symint.iter().any(|operator| operator.value == *function.name());
        let name = function.entry.func.cpp_name();
        (if symint { format!("{name}{SYMINT}") } else { name }, symint)
    }

    fn functions<'a>(&self, registry: &'a Registry) -> impl Iterator<Item = &'a Function> {
        let ids: Vec<FunctionId> =
            self.operators.iter().filter_map(|name| registry.of_name(&name.value.to_string())).collect();
        ids.into_iter().map(|id| &registry[id])
    }

    /// The declarations of the kernels, each once.
    fn declarations(&self, registry: &Registry) -> BTreeSet<Declaration> {
        let declaration = |function: &Function| {
            let (name, symint) = self.kernel(function);
            let signature = backend_kernel(function, symint);
            Declaration { declaration: format!("{} {name}({})", signature.returns, signature.defined()) }
        };
        self.functions(registry).map(declaration).collect()
    }
}

/// The namespaces of a backend's C++, outermost first.
pub fn namespaces(backend: &Backend) -> Namespace<'_> {
    Namespace { names: backend.cpp_namespace.value.split("::").collect() }
}

/// The header with the declarations of kernels.
pub fn header(registry: &Registry, own: &Kernels<'_>, autograd: &Kernels<'_>, registering: &Registering) -> FilePlan {
    let namespace = || [namespaces(own.backend)];
    let declarations = own.declarations(registry).into_iter().chain(autograd.declarations(registry));
    let path = registering.path(&format!("{}NativeFunctions.h", own.dispatch_key));
    let comment = "Autogenerated file by gen_backend_stubs.py. Do not edit directly!".to_owned();
    File::with_comment(&path, format!("aten/{DECLARATIONS}"), comment)
        .with("class_name", own.class())
        .with("BackendName", "")
        .with("DispatchKey", own.dispatch_key.as_str())
        .plan()
        .with_whole("namespace_prologue", "torch/backend/opened.j2", vec![Item::new("namespace", namespace())])
        .with_whole("namespace_epilogue", "torch/backend/closed.j2", vec![Item::new("namespace", namespace())])
        .with_whole("dispatch_declarations", "torch/backend/declaration.j2", vec![Item::new("kernels", declarations)])
}

/// The source that registers kernels.
pub fn source(registry: &Registry, kernels: &Kernels<'_>, registering: &Registering) -> FilePlan {
    let path = registering.path(&format!("Register{}.cpp", kernels.dispatch_key));
    let allocation = structured::allocation(kernels.backend).filter(|_| kernels.has_structured);
    let registrations = Registrations {
        banner: render::BANNER,
        header: registering.path(&format!("{}NativeFunctions.h", kernels.backend.backend.value)),
        dispatch_key: &kernels.dispatch_key,
        namespace: kernels.dispatch_key.to_lowercase(),
        structured: allocation.as_ref().map(|_| registering.path(&structured::header_name(kernels.backend))),
        allocation,
        wrappers: wrappers(registry, kernels),
        function: registering.function.as_deref(),
    };
    FilePlan::new(&path, "torch/backend/register.cpp.j2", registrations)
}
