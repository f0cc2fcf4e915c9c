//! An operator of Paddle's with everything that is derived from it: signatures in every layer, kernels, gradients, saved form.
//!
//! It uses the same facts and templates as the generated outputs.

#![deny(missing_docs)]

pub mod registrations;
mod shown;
mod words;

use std::collections::BTreeSet;

use indexmap::IndexMap;
use parallel::prelude::*;

use forms::pir::form::OperationForms;
use forms::python::{self, Declarations};
use forms::static_graph::program_form::{ProgramForms, has_entries};
use forms::{dygraph, schema};
use profile::Profile;
use project::NotFound;
use registry::own_facts::Declaration;
use registry::{OpId, Project};
use source::suggest::Known;
use source::{Span, Spanned};
use spec::{
    Action, Addition, Attr, Call, Checkpoint, InferMeta, Input, KernelFn, Mapping, Op, Output, Param, PythonApi,
    TensorKind,
};
use spelling::{KernelSignature, Spelling};

pub use describe::Location;
pub use shown::{
    Added, Attribute, DeclaredKernel, Gradient, Kernel, RegisteredKernel, Related, Shown, Tensor, Version,
};
pub use words::described;

/// Finds operators by name, in the order of definition. The name may be the operator's own, its name in programs, or that of
/// any function, kernel or class that is shown of it.
///
/// # Errors
/// If no operator has that name.
pub fn find(project: &Project, name: &str) -> Result<Vec<Shown>, NotFound> {
    let derived = Derived::new(project);
    let names_of = |(id, op): (OpId, &Op)| -> BTreeSet<String> {
        let legacy = derived.programs.op(id).map(|op| op.ty.clone());
        let functions = op.variants().map(|inplace| op.function_name(inplace));
        let operations = derived.operations.of(id).map(|form| form.operation.clone());
        functions.chain([op.name.value.clone(), op.stem().to_owned()]).chain(legacy).chain(operations).collect()
    };
    let found: Vec<Shown> = project
        .registry
        .ops()
        .filter(|&entry| names_of(entry).contains(name))
        .map(|(id, op)| derived.operator(id, op))
        .collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let found: Vec<Shown> = all(project).into_iter().map(|(_, op)| op).filter(|op| op.mentions(name)).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let known: BTreeSet<String> = project.registry.ops().flat_map(names_of).collect();
    let known = Known::new(known.iter().map(String::as_str));
    Err(NotFound { near: known.nearest(name).map(str::to_owned) })
}

/// Shows a single operator.
pub fn one(project: &Project, id: OpId) -> Shown {
    let (registry, profile) = (&project.registry, &project.profile);
    let op = registry.op(id);
    let operations = || OperationForms::of_ops(registry, profile, |other| other == id);
    let python = || Declarations::of_ops(registry, profile, |other| other.name.value == op.name.value);
    Derived::with(project, operations, python).operator(id, op)
}

/// All operators in the order of definition, with the positions of their names.
pub fn all(project: &Project) -> Vec<(Span, Shown)> {
    let derived = Derived::new(project);
    let ops: Vec<(OpId, &Op)> = project.registry.ops().collect();
    ops.par_iter().map(|&(id, op)| (op.name.span, derived.operator(id, op))).collect()
}

/// Calls a function with each operator in the order of definition. Together, they would take much more memory.
pub fn each(project: &Project, mut take: impl FnMut(&Op, Shown)) {
    let derived = Derived::new(project);
    project.registry.ops().for_each(|(id, op)| take(op, derived.operator(id, op)));
}

/// Facts that are derived once for all operators.
struct Derived<'a> {
    project: &'a Project,
    profile: &'a Profile,
    programs: ProgramForms<'a>,
    operations: OperationForms,
    python: Declarations<'a>,
    spelling: Spelling<'a>,
}

impl<'a> Derived<'a> {
    fn new(project: &'a Project) -> Self {
        let (registry, profile) = (&project.registry, &project.profile);
        let operations = || OperationForms::new(registry, profile);
        Derived::with(project, operations, || Declarations::new(registry, profile))
    }

    fn with(
        project: &'a Project,
        operations: impl FnOnce() -> OperationForms + Send,
        python: impl FnOnce() -> Declarations<'a> + Send,
    ) -> Self {
        let (registry, profile) = (&project.registry, &project.profile);
        let of_python = || (python(), ProgramForms::new(registry, profile), Spelling::of(project));
        let (operations, (python, programs, spelling)) = parallel::join(operations, of_python);
        Derived { project, profile, programs, operations, python, spelling }
    }

    fn operator(&self, id: OpId, op: &'a Op) -> Shown {
        let registry = &self.project.registry;
        let compat = self.programs.op(id).and_then(|op| op.compat);
        let Lineage { forward, node, gradients } = self.lineage(id);
        let of_paddle = || self.python.of(op).iter().map(|function| self.spelling.python_function(function)).collect();
        let mut own = self.project.program.framework.own_facts.of(registry, id);
        let (python, kernels) = match &mut own {
            Some(own) => {
                let function = own.function.take().map(|function| self.spelling.declaration(function));
                (
                    function.into_iter().collect(),
                    std::mem::take(&mut own.kernels).into_iter().map(|kernel| self.own_kernel(kernel)).collect(),
                )
            }
            None => (of_paddle(), self.kernels(op)),
        };
        Shown {
            name: op.name.value.clone(),
            family: op.home.family().name(),
            defined: self.place(op.name.span),
            schema: schema::of(op),
            inputs: op.signature.inputs.iter().map(input).collect(),
            attrs: op.signature.attrs.iter().map(attribute).collect(),
            outputs: op.signature.outputs.iter().map(output).collect(),
            cpp_api: self.spelling.api_functions(op),
            dygraph: self.spelling.dygraph_functions(id),
            python,
            python_names: self.python_apis(op).flat_map(|api| &api.names).map(|name| name.value.clone()).collect(),
            keywords: self.keywords(op),
            kernels,
            kernel_key: if own.is_some() { IndexMap::new() } else { kernel_key(op) },
            own,
            infer_meta: op.infer_meta.as_ref().map(|infer_meta| infer_meta_call(infer_meta, op)),
            spmd_rule: of_infer_meta(op, |infer_meta| &infer_meta.spmd_rule),
            local_shape: of_infer_meta(op, |infer_meta| &infer_meta.local_shape),
            global_shape: of_infer_meta(op, |infer_meta| &infer_meta.global_shape),
            invoke: op.invoke.as_ref().map(call),
            composite: op.composite.as_ref().map(call),
            inplace: mappings(&op.inplace),
            view: mappings(&op.view),
            forward,
            node,
            gradients,
            program: self.programs.form(id).form().cloned(),
            operations: self.operations.of(id).cloned().collect(),
            compat: compat.map(|entry| self.place(entry.op.name.span)),
            versions: self.versions(id),
            traits: names(&op.traits),
            interfaces: names(&op.interfaces),
            additions: registry.added_to(op).map(|addition| self.added(addition)).collect(),
            extra: op.extra.clone(),
        }
    }

    /// How Python calls the functions of an operator.
    fn python_apis(&self, op: &'a Op) -> impl Iterator<Item = &'a PythonApi> {
        let registry = &self.project.registry;
        op.variants().filter_map(move |inplace| registry.python_api(op, &op.function_name(inplace)))
    }

    fn keywords(&self, op: &'a Op) -> IndexMap<String, Vec<String>> {
        let keywords = self.profile.python_c.as_ref().and_then(|python_c| python_c.keywords.as_ref());
        let Some((api, keywords)) = self.python_apis(op).next().zip(keywords) else { return IndexMap::new() };
        let names = |argument: &str| (argument.to_owned(), python::aliases(argument, api, keywords));
        op.signature.arg_names().map(names).filter(|(_, names)| !names.is_empty()).collect()
    }

    fn added(&self, addition: &Addition) -> Added {
        let Addition { op, extra_args, data_format_tensors, dynamic_fallback, traits } = addition;
        Added {
            defined: self.place(op.span),
            extra_args: extra_args.iter().map(attribute).collect(),
            data_format_tensors: names(data_format_tensors),
            dynamic_fallback: *dynamic_fallback,
            traits: names(traits),
        }
    }

    fn place(&self, span: Span) -> Location {
        let region = self.project.sources.region(span);
        let file = self.project.sources.file(span.file).name().to_owned();
        Location { file, line: region.line, column: region.column }
    }

    fn own_kernel(&self, (name, declaration): (String, Declaration)) -> Kernel {
        let signature = self.spelling.declaration(declaration).trim().to_owned();
        Kernel { name, signature, dispatch: None, declared: Vec::new(), registered: Vec::new() }
    }

    fn kernels(&self, op: &Op) -> Vec<Kernel> {
        let functions = op.kernel.iter().flat_map(|kernel| &kernel.functions);
        let signatures = self.spelling.kernels(op);
        let kernel = |(function, signature): (&KernelFn, KernelSignature)| Kernel {
            name: signature.name.clone(),
            signature: signature.shown(),
            dispatch: function.dispatch.as_ref().map(|dispatch| {
                let kinds = |kinds: &[Spanned<TensorKind>]| {
                    kinds.iter().map(|kind| kind.value.name()).collect::<Vec<_>>().join(", ")
                };
                format!("{} -> {}", kinds(&dispatch.inputs), kinds(&dispatch.outputs))
            }),
            declared: Vec::new(),
            registered: Vec::new(),
        };
        functions.zip(signatures).map(kernel).collect()
    }

    fn lineage(&self, id: OpId) -> Lineage {
        let registry = &self.project.registry;
        let root = registry.grad_root(id);
        let has_nodes = dygraph::has_nodes(registry, root, self.profile);
        // The forward operator at the start of the chain has no node.
        let node_of = |id: OpId| {
            let has_node = has_nodes && id != root;
            has_node.then(|| dygraph::node_class(&registry.op(id).name.value))
        };
        let related = |id: OpId| Related {
            name: registry.op(id).name.value.clone(),
            defined: self.place(registry.name_span(id)),
        };
        let gradient = |id: OpId| {
            let Related { name, defined } = related(id);
            Gradient { name, defined, node: node_of(id) }
        };
        let gradients = registry.first_gradients(id, MAX_GRADIENTS).into_iter().map(gradient).collect();
        Lineage { forward: registry.links(id).forward.map(related), node: node_of(id), gradients }
    }

    fn versions(&self, id: OpId) -> Vec<Version> {
        let registry = &self.project.registry;
        let version = registry.version(id).filter(|_| has_entries(registry.op(id)));
        let checkpoints = version.into_iter().flat_map(|version| &version.checkpoints);
        let shown = |checkpoint: &Checkpoint| Version {
            note: checkpoint.note.value.trim().to_owned(),
            defined: self.place(checkpoint.note.span),
            actions: checkpoint.actions.iter().map(action).collect(),
        };
        checkpoints.map(shown).collect()
    }
}

/// The number of gradients that are shown of an operator. Nobody writes so many by hand, and a chain of thousands would be shown of
/// each of them.
const MAX_GRADIENTS: usize = 16;

/// An operator's place among its gradients.
struct Lineage {
    forward: Option<Related>,
    node: Option<String>,
    gradients: Vec<Gradient>,
}

fn input(input: &Input) -> Tensor {
    let Input { name, ty, optional, no_need_buffer, .. } = input;
    Tensor {
        name: name.value.clone(),
        ty: ty.to_string(),
        list: ty.is_list(),
        optional: *optional,
        no_need_buffer: *no_need_buffer,
        intermediate: false,
    }
}

fn output(output: &Output) -> Tensor {
    let Output { name, ty, optional, intermediate, .. } = output;
    Tensor {
        name: name.value.clone(),
        ty: ty.to_string(),
        list: ty.is_list(),
        optional: *optional,
        no_need_buffer: false,
        intermediate: *intermediate,
    }
}

fn attribute(attr: &Attr) -> Attribute {
    let Attr { name, ty, default, support_tensor, .. } = attr;
    let default = default.as_ref().map(|default| default.value.clone());
    Attribute { name: name.value.clone(), ty: ty.to_string(), default, support_tensor: *support_tensor }
}

fn action(action: &Action) -> String {
    let default = action.default.as_ref().map_or(String::new(), |default| format!(" = {}", default.value));
    format!("{} {}{default}", action.kind.key(), action.subject.value)
}

fn kernel_key(op: &Op) -> IndexMap<&'static str, String> {
    let Some(kernel) = &op.kernel else { return IndexMap::new() };
    let parts = [("backend", &kernel.backend), ("layout", &kernel.layout), ("data_type", &kernel.data_type)];
    let written = parts.into_iter().filter_map(|(part, candidates)| Some((part, candidates.as_ref()?.to_string())));
    let forced = kernel.force_backend.iter().map(|backend| ("force_backend", backend.value.clone()));
    written.chain(forced).collect()
}

fn infer_meta_call(infer_meta: &InferMeta, op: &Op) -> String {
    let args: Vec<_> = op.infer_meta_params().iter().map(Param::to_string).collect();
    format!("{}({})", infer_meta.func.value, args.join(", "))
}

fn of_infer_meta(op: &Op, of: fn(&InferMeta) -> &Option<Spanned<String>>) -> Option<String> {
    of(op.infer_meta.as_ref()?).as_ref().map(|name| name.value.clone())
}

fn names(names: &[Spanned<String>]) -> Vec<String> {
    names.iter().map(|name| name.value.clone()).collect()
}

fn call(call: &Call) -> String {
    let args: Vec<_> = call.args.iter().map(|arg| arg.as_str()).collect();
    format!("{}({})", call.func.value, args.join(", "))
}

fn mappings(mappings: &[Mapping]) -> Vec<String> {
    mappings.iter().map(|mapping| format!("{} -> {}", mapping.input.value, mapping.output.value)).collect()
}
