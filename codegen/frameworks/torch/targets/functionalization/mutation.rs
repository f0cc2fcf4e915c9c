//! Operators that write to tensors.

use serde::Serialize;
use torch_cpp::dispatcher;
use torch_profile::Profile;
use torch_registry::Function;
use torch_schema::{BaseType, SchemaKind, Type};

use super::{TensorArgument, function_name, with_suffix};
use crate::operator::behind_keys;

/// The kernel of an operator that writes to tensors.
#[derive(Debug, Serialize)]
pub struct Mutation {
    returns: String,
    name: String,
    parameters: String,
    /// The arguments with tensors.
    tensors: Vec<TensorArgument>,
    /// The operator.
    operator: String,
    arguments: String,
    /// The arguments without memory, if the operator first checks its arguments.
    meta_arguments: Option<String>,
    /// The operator that writes to no tensor.
    functional: String,
    functional_arguments: String,
    /// The values that the operator returns if it is called: arguments, and its new results.
    returned: Vec<Returned>,
    /// The new results of the operator that writes to no tensor.
    created: Vec<Created>,
    /// The tensors that are written to, with the results that replace them.
    updates: Vec<Update>,
    has_returns: bool,
}

/// A value that is returned.
#[derive(Debug, Serialize)]
struct Returned {
    /// The argument that it is. `None` for a new result.
    argument: Option<String>,
    /// The position among the results of the operator. `None` if it is the only one.
    at: Option<usize>,
    /// The number of the new result.
    created: usize,
}

#[derive(Debug, Serialize)]
struct Created {
    at: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Update {
    argument: String,
    at: Option<usize>,
}

impl Mutation {
    /// The kernel of a function, with the form that writes to no tensor.
    pub fn new(profile: &Profile, function: &Function, functional: &Function) -> Mutation {
        let func = &function.entry.func;
        let signature = dispatcher(function);
        let storage = Type::Base(BaseType::Storage);
        let has_storage = func.arguments.all().any(|argument| argument.ty.value == storage);
        let is_checked = function.kind == SchemaKind::Inplace && !has_storage;
        let tensors = func.arguments.all().filter(|argument| argument.ty.value.is_tensor_like());
        let returned = returned(function);
        let count = returned.iter().filter(|value| value.argument.is_none()).count();
        let results: Vec<Option<usize>> = new_results(functional);
        let written = func.arguments.all().filter(|argument| argument.is_write());
        let updates = written.zip(results.iter().skip(count));
        Mutation {
            name: function_name(function),
            parameters: behind_keys("c10::DispatchKeySet dispatchKeySet", &signature.defined()),
            tensors: tensors
                .map(|argument| TensorArgument {
                    name: argument.name.value.clone(),
                    is_written: argument.annotation.is_some(),
                })
                .collect(),
            operator: function.name().unambiguous(),
            arguments: with_suffix(function, &signature.parameters, "_"),
            meta_arguments: is_checked.then(|| with_suffix(function, &signature.parameters, "_meta")),
            functional: functional.name().unambiguous(),
            functional_arguments: functional_arguments(profile, function, functional),
            created: results.iter().take(count).map(|at| Created { at: *at }).collect(),
            updates: updates.map(|(argument, at)| Update { argument: argument.name.value.clone(), at: *at }).collect(),
            has_returns: !func.returns.is_empty(),
            returned,
            returns: signature.returns,
        }
    }
}

/// The arguments of the operator that writes to no tensor. If it gets no type, some overloads compute in that of the out argument.
fn functional_arguments(profile: &Profile, function: &Function, functional: &Function) -> String {
    let mut parameters = dispatcher(functional).parameters;
    let out = &function.entry.func.arguments.out;
    let keeps_type = profile.functionalization.keeps_out_type.contains(&function.name().to_string());
    if let [out] = out.as_slice()
        && keeps_type
        && let Some(parameter) = parameters.iter_mut().find(|parameter| parameter.name == "dtype")
    {
        parameter.name = format!("dtype.has_value() ? dtype : ::std::make_optional({}_.scalar_type())", out.name.value);
    }
    with_suffix(function, &parameters, "_")
}

/// The position of a result among others. `None` if it is the only one.
fn position(at: usize, of: usize) -> Option<usize> {
    (of > 1).then_some(at)
}

/// The returned arguments, and then the new results.
fn returned(function: &Function) -> Vec<Returned> {
    let names = function.entry.func.aliased_return_names();
    let of = names.len();
    let arguments =
        names.iter().flatten().map(|name| Returned { argument: Some((*name).to_owned()), at: None, created: 0 });
    let new = names.iter().enumerate().filter(|(_, name)| name.is_none()).map(|(at, _)| position(at, of));
    let new = new.enumerate().map(|(created, at)| Returned { argument: None, at, created });
    arguments.chain(new).collect()
}

/// The results of a function that are no arguments.
fn new_results(function: &Function) -> Vec<Option<usize>> {
    let names = function.entry.func.aliased_return_names();
    let of = names.len();
    names.iter().enumerate().filter(|(_, name)| name.is_none()).map(|(at, _)| position(at, of)).collect()
}
