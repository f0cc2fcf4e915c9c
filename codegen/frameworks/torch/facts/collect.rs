//! Collects what is known of an operator.

use describe::Location;
use source::{Sources, Span};
use torch_autograd::{Gradients, Node};
use torch_cpp::{CppFunction, dispatcher};
use torch_python::PythonFunction;
use torch_registry::{Function, FunctionId, Project, Registry};
use torch_schema::{FunctionSchema, SchemaKind};
use torch_spec::{Derivative as Entry, Kernel, Variants};

use crate::facts::{Argument, Derivative, Facts, Formula, Group, Return};

/// The value of `device_check` for arguments on several devices.
const NO_CHECK: &str = "NoCheck";

pub fn facts(project: &Project, gradients: &Gradients, id: FunctionId) -> Facts {
    let registry = &project.registry;
    let function = &registry[id];
    let Function { entry, kind, tags, is_generated, kernels, .. } = function;
    let name = &function.name().name;
    let kernel = |(key, implementation): &(String, torch_registry::Implementation)| {
        (key.clone(), qualified(&implementation.kernel))
    };
    Facts {
        namespace: entry.namespace().to_owned(),
        name: name.to_string(),
        overload: function.name().overload.clone(),
        schema: entry.qualified_schema(),
        kind: kind.name(),
        defined: location(registry.span(id), &project.sources),
        generated: *is_generated,
        arguments: arguments(&entry.func),
        returns: returns(&entry.func),
        variants: variants(entry.variants),
        python_module: entry.python_module.as_ref().map(|module| module.value.clone()),
        cpp: CppFunction::of(function).iter().map(CppFunction::declaration).collect(),
        dispatcher: dispatcher_type(function),
        python: PythonFunction::of(registry, id).iter().map(PythonFunction::declaration).collect(),
        dispatch: kernels.iter().map(kernel).collect(),
        structured: entry.structured,
        structured_delegate: entry.structured_delegate.as_ref().map(|delegate| delegate.value.to_string()),
        structured_inherits: entry.structured_inherits.as_ref().map(|class| class.value.clone()),
        device_check: entry.device_check.as_ref().is_none_or(|check| check.value != NO_CHECK),
        device_guard: entry.device_guard,
        tags: tags.iter().cloned().collect(),
        autogen: entry.autogen.iter().map(|overload| overload.value.to_string()).collect(),
        group: group(registry, id),
        view: function.is_view(),
        derivative: registry.derivative_of(id).map(|entry| derivative(entry, &project.sources)),
        nodes: nodes(gradients, function),
    }
}

/// The classes of nodes. Out forms make none.
fn nodes(gradients: &Gradients, function: &Function) -> Vec<String> {
    if function.kind == SchemaKind::Out {
        return Vec::new();
    }
    let nodes = gradients.of(function).into_iter().flat_map(|matched| matched.nodes.values());
    let mut classes: Vec<String> = nodes.filter_map(Node::class).map(str::to_owned).collect();
    classes.dedup();
    classes
}

fn dispatcher_type(function: &Function) -> String {
    let signature = dispatcher(function);
    format!("{} ({})", signature.returns, signature.types())
}

fn location(span: Span, sources: &Sources) -> Location {
    let region = sources.region(span);
    Location { file: sources.file(span.file).name().to_owned(), line: region.line, column: region.column }
}

/// The name of a kernel as the file has it.
fn qualified(kernel: &Kernel) -> String {
    match &kernel.namespace {
        Some(namespace) => format!("{namespace}::{}", kernel.name),
        None => kernel.name.clone(),
    }
}

fn arguments(func: &FunctionSchema) -> Vec<Argument> {
    let of = |keyword_only: bool, out: bool| {
        move |argument: &torch_schema::Argument| Argument {
            name: argument.name.value.clone(),
            ty: argument.ty.value.to_string(),
            default: argument.default.as_ref().map(|default| default.value.clone()),
            alias: argument.annotation.as_ref().map(ToString::to_string),
            keyword_only,
            out,
        }
    };
    let arguments = &func.arguments;
    let positional = arguments.positional.iter().map(of(false, false));
    let keyword_only = arguments.keyword_only.iter().map(of(true, false));
    positional.chain(keyword_only).chain(arguments.out.iter().map(of(true, true))).collect()
}

fn returns(func: &FunctionSchema) -> Vec<Return> {
    let of = |returned: &torch_schema::Return| Return {
        name: returned.name.as_ref().map(|name| name.value.clone()),
        ty: returned.ty.value.to_string(),
        alias: returned.annotation.as_ref().map(ToString::to_string),
    };
    func.returns.iter().map(of).collect()
}

fn variants(variants: Variants) -> Vec<&'static str> {
    let all = [("function", variants.function), ("method", variants.method)];
    all.into_iter().filter(|(_, exists)| *exists).map(|(word, _)| word).collect()
}

fn group(registry: &Registry, id: FunctionId) -> Group {
    let signature = registry.signature_of(id);
    let form = |kind| signature.of_kind(kind).map(|id| registry[id].name().to_string());
    Group {
        functional: form(SchemaKind::Functional),
        inplace: form(SchemaKind::Inplace),
        mutable: form(SchemaKind::Mutable),
        out: form(SchemaKind::Out),
    }
}

fn derivative(entry: &Entry, sources: &Sources) -> Derivative {
    let formula = |key: &str, formula: &torch_spec::Formula| Formula {
        dispatch: key.to_owned(),
        names: formula.names.iter().map(|name| name.value.clone()).collect(),
        formula: formula.text.value.clone(),
    };
    let formulas = entry
        .tables
        .iter()
        .flat_map(|table| table.formulas.iter().map(move |of| formula(table.key.as_str(), of)))
        .collect();
    Derivative { defined: location(entry.name.span, sources), formulas }
}
