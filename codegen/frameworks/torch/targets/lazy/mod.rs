//! The backend that records operators as nodes of a graph, which is compiled as a whole: the nodes, kernels that make them, and the
//! registrations of kernels.

mod argument;
mod function;
mod node;

use render::{FilePlan, Item};
use serde::Serialize;
use source::Spanned;
use torch_profile::{LazyBackend, Profile};
use torch_registry::{Function, Registry};
use torch_schema::OperatorName;
use torch_spec::Backend;

use crate::backend::{Kernels, Registering, SYMINT, header, namespaces, source};
use crate::frame::File;
use function::LazyFunction;
use node::Node;

/// The headers that nodes need.
const NODE_HEADERS: [&str; 7] = [
    "ATen/core/Formatting.h",
    "c10/core/ScalarType.h",
    "torch/csrc/lazy/core/hash.h",
    "torch/csrc/lazy/core/ir.h",
    "torch/csrc/lazy/core/shape.h",
    "optional",
    "vector",
];
/// The headers that nodes without an operator of `ATen` need.
const OTHER_NODE_HEADERS: [&str; 4] = [
    "torch/csrc/lazy/core/ir.h",
    "torch/csrc/lazy/core/ir_builder.h",
    "torch/csrc/lazy/core/internal_ops/ltc_ops.h",
    "torch/csrc/lazy/core/shape_inference.h",
];
/// The headers that kernels need.
const KERNEL_HEADERS: [&str; 14] = [
    "torch/csrc/lazy/core/tensor.h",
    "torch/csrc/lazy/core/shape_inference.h",
    "ATen/Functions.h",
    "ATen/native/TensorConversions.h",
    "ATen/NativeFunctions.h",
    "ATen/CompositeExplicitAutogradNonFunctionalFunctions.h",
    "ATen/MetaFunctions.h",
    "ATen/Operators.h",
    "ATen/native/CPUFallback.h",
    "torch/csrc/lazy/core/ir_builder.h",
    "torch/csrc/lazy/core/lazy_graph_executor.h",
    "torch/csrc/lazy/core/metrics.h",
    "torch/csrc/lazy/core/shape.h",
    "torch/csrc/lazy/ts_backend/ts_eager_fallback.h",
];

/// A header that is included.
#[derive(Debug, Serialize)]
struct Include {
    path: String,
    is_quoted: bool,
}

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(settings) = &profile.lazy else { return Vec::new() };
    let is_lazy = |backend: &&Backend| profile.names.lazy_dispatch_keys.contains(&backend.backend.value);
    let backends = registry.backends().iter().filter(is_lazy);
    backends.flat_map(|backend| Lazy { registry, settings, backend }.plans()).collect()
}

struct Lazy<'a> {
    registry: &'a Registry,
    settings: &'a LazyBackend,
    backend: &'a Backend,
}

impl Lazy<'_> {
    fn plans(&self) -> Vec<FilePlan> {
        let key = &self.backend.backend.value;
        let supported = self.backend.supported.iter().chain(&self.backend.full_codegen).collect();
        let own =
            Kernels { backend: self.backend, dispatch_key: key.clone(), operators: supported, has_structured: false };
        let autograd = Kernels::of_autograd(self.backend);
        let registering = |kernels: &Kernels<'_>| Registering {
            folder: self.settings.folder.clone(),
            function: Some(format!("Register{}{}NativeFunctions", self.settings.name, kernels.dispatch_key)),
        };
        vec![
            header(self.registry, &own, &autograd, &registering(&own)),
            source(self.registry, &own, &registering(&own)),
            source(self.registry, &autograd, &registering(&autograd)),
            self.nodes(),
            self.other_nodes(),
            self.kernels(),
        ]
    }

    fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.settings.folder)
    }

    fn file(&self, name: &str, frame: &str) -> FilePlan {
        let names = namespaces(self.backend);
        File::with_comment(&self.path(name), format!("aten/{frame}"), "Generated nodes and kernels.".to_owned())
            .with("native_functions_include", "")
            .plan()
            .with_whole("namespace_prologue", "torch/backend/opened.j2", vec![Item::new("namespace", [&names])])
            .with_whole("namespace_epilogue", "torch/backend/closed.j2", vec![Item::new("namespace", [&names])])
    }

    /// The operators of a list, those of one name together: functional, inplace, out.
    fn functions<'a>(&'a self, listed: &[&Spanned<OperatorName>]) -> Vec<&'a Function> {
        let mut grouped: Vec<_> = self.registry.grouped().iter().collect();
        let name = |ids: &torch_registry::Grouped| {
            let first = ids.functions().next().map(|id| self.registry[id].name().name.to_string());
            first.unwrap_or_default()
        };
        grouped.sort_by_cached_key(|ids| name(ids));
        let functions = grouped.into_iter().flat_map(|ids| ids.functions()).map(|id| &self.registry[id]);
        functions.filter(|function| listed.iter().any(|name| name.value == *function.name())).collect()
    }

    fn is_symint(&self, function: &Function) -> bool {
        self.backend.symint.iter().any(|name| name.value == *function.name())
    }

    fn nodes(&self) -> FilePlan {
        let listed: Vec<_> = self.backend.full_codegen.iter().chain(&self.backend.ir_gen).collect();
        let node = |function: &Function| {
            let node = Node::of_function(function, self.is_symint(function), self.settings);
            Item::new(&function.name().to_string(), [node])
        };
        let nodes = self.functions(&listed).into_iter().map(node).collect();
        let base = Include { path: self.settings.node_header.clone(), is_quoted: true };
        self.file("LazyIr.h", "LazyIr.h")
            .with_whole("lazy_ir_sysinc", "torch/lazy/include.j2", includes(&NODE_HEADERS, &[]))
            .with_whole("lazy_ir_inc", "torch/lazy/include.j2", vec![Item::new("headers", [base])])
            .with_whole("ir_declarations", "torch/lazy/node.j2", nodes)
    }

    fn other_nodes(&self) -> FilePlan {
        let nodes = self.backend.non_native.iter().map(|operator| {
            let name = operator.func.name.value.to_string();
            Item::new(&name, [Node::of_other(operator, self.settings)])
        });
        let headers = includes(&OTHER_NODE_HEADERS, &[&self.settings.node_header]);
        self.file("LazyNonNativeIr.h", "LazyNonNativeIr.h")
            .with_whole("lazy_non_native_ir_inc", "torch/lazy/include.j2", headers)
            .with_whole("non_native_ir_nodes", "torch/lazy/node.j2", nodes.collect())
    }

    fn kernels(&self) -> FilePlan {
        let key = &self.backend.backend.value;
        let kernel = |function: &Function| {
            let symint = self.is_symint(function);
            let name = format!("{}{}", function.entry.func.cpp_name(), if symint { SYMINT } else { "" });
            let class = format!("{key}NativeFunctions");
            Item::new(&function.name().to_string(), [LazyFunction::new(function, symint, &class, &name)])
        };
        let listed: Vec<_> = self.backend.full_codegen.iter().collect();
        let kernels = self.functions(&listed).into_iter().map(kernel).collect();
        let own = [self.path(&format!("{key}NativeFunctions.h")), self.path("LazyIr.h")];
        let headers = includes(&KERNEL_HEADERS, &own.each_ref().map(String::as_str));
        self.file(&format!("{key}NativeFunctions.cpp"), "DispatchKeyNativeFunctions.cpp")
            .with_whole("includes", "torch/lazy/include.j2", headers)
            .with_whole("helper_fns", "torch/lazy/helpers.j2", vec![Item::new("helper_fns", [()])])
            .with_whole("native_function_definitions", "torch/lazy/function.j2", kernels)
    }
}

fn includes(headers: &[&str], further: &[&str]) -> Vec<Item> {
    let headers = headers.iter().chain(further).map(|path| Include { path: (*path).to_owned(), is_quoted: false });
    vec![Item::new("headers", headers)]
}
