//! Plumbing of operators for vmap: tensors are taken out of the batch that they are in, a rule is called with them, and its results
//! are put into a batch again.

use parallel::prelude::*;
use render::{FilePlan, Item};
use serde::Serialize;
use torch_profile::Profile;
use torch_registry::tags::INPLACE_VIEW;
use torch_registry::{Function, Registry};
use torch_schema::{Argument, Return, SchemaKind, Type};

use crate::frame::in_aten;
use crate::operator::Operator;

/// The plumbing of an operator.
#[derive(Debug, Serialize)]
struct Plumbing {
    #[serde(flatten)]
    operator: Operator,
    /// The arguments that may be in a batch.
    batched: Vec<String>,
    inputs: Vec<Input>,
    results: Vec<Output>,
    /// The argument that is returned, if the rule changes it.
    returned: Option<String>,
}

/// An argument of a rule.
#[derive(Debug, Serialize)]
struct Input {
    name: String,
    form: &'static str,
}

/// A result of a rule.
#[derive(Debug, Serialize)]
struct Output {
    form: &'static str,
    /// Its position among the values that the rule returns.
    at: usize,
}

/// A value that is in a batch, with the position of its dimension.
const TENSOR: &str = "tensor";
const OPTIONAL: &str = "optional";
const LIST: &str = "list";
const OTHER: &str = "other";

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let functions: Vec<&Function> = registry.functions().map(|(_, function)| function).collect();
    let item = |function: &&Function| {
        plumbing(function, profile).map(|plumbing| Item::new(&function.name().to_string(), [plumbing]))
    };
    let items = functions.par_iter().filter_map(item).collect();
    let path = in_aten(profile, "VmapGeneratedPlumbing.h");
    let plan = FilePlan::new(&path, "torch/vmap.h.j2", ());
    vec![plan.with_whole("functions", "torch/vmap.j2", items)]
}

fn plumbing(function: &Function, profile: &Profile) -> Option<Plumbing> {
    let func = &function.entry.func;
    let batched = func.arguments.all().filter(|argument| argument.ty.value.is_tensor_like());
    let batched: Vec<String> = batched.map(|argument| argument.name.value.clone()).collect();
    if batched.is_empty() || !(func.returns.is_empty() || is_batched(function, profile)) {
        return None;
    }
    let changed = || func.arguments.all().next().map(|argument| argument.name.value.clone());
    let is_inplace = function.kind == SchemaKind::Inplace && !func.returns.is_empty();
    Some(Plumbing {
        operator: Operator::new(function),
        batched,
        inputs: func.arguments.all().map(input).collect(),
        results: if is_inplace { Vec::new() } else { outputs(&func.returns) },
        returned: is_inplace.then(changed).flatten(),
    })
}

/// True if the results of a function can be put into a batch.
fn is_batched(function: &Function, profile: &Profile) -> bool {
    let func = &function.entry.func;
    let has_other_results =
        || profile.names.vmap_with_other_results.iter().any(|name| *name == function.name().unambiguous());
    let are_tensors = func.returns.iter().all(|returned| returned.ty.value.is_tensor_like());
    if function.has_tag(INPLACE_VIEW) || !(are_tensors || has_other_results()) {
        return false;
    }
    match function.kind {
        SchemaKind::Functional => true,
        SchemaKind::Inplace => {
            let mut arguments = func.arguments.all();
            let is_first = arguments.next().is_some_and(Argument::is_write);
            is_first
                && !arguments.any(Argument::is_write)
                && func.returns.iter().all(|returned| form(&returned.ty.value) != OTHER)
        }
        SchemaKind::Out | SchemaKind::Mutable | SchemaKind::Scratch => false,
    }
}

fn form(ty: &Type) -> &'static str {
    match ty {
        ty if *ty == Type::TENSOR => TENSOR,
        Type::List { element, .. } if **element == Type::TENSOR => LIST,
        _ => OTHER,
    }
}

fn input(argument: &Argument) -> Input {
    let form = match &argument.ty.value {
        ty if *ty == Type::TENSOR => TENSOR,
        Type::Optional(element) if **element == Type::TENSOR => OPTIONAL,
        _ => OTHER,
    };
    Input { name: argument.name.value.clone(), form }
}

fn outputs(returns: &[Return]) -> Vec<Output> {
    let mut next = 0;
    let output = |returned: &Return| {
        let (form, at) = (form(&returned.ty.value), next);
        next += if form == OTHER { 1 } else { 2 };
        Output { form, at }
    };
    returns.iter().map(output).collect()
}
