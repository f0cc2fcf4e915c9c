//! Methods of the Python module, and what Python is told about functions.

use serde::Serialize;

use super::forward::{Function, ParameterKind};
use super::operator::{Operator, local};

/// A method.
#[derive(Debug, Serialize)]
pub struct MethodPlan {
    pub op: String,
    /// In Python.
    pub name: String,
    pub reads: Vec<ReadPlan>,
    /// The results that are arguments, because the function works in place.
    pub inplace: Vec<ReturnedPlan>,
}

/// An argument that is read.
#[derive(Debug, Serialize)]
pub struct ReadPlan {
    /// In messages, and in C++.
    pub name: String,
    pub local: String,
    pub kind: ReadKind,
    pub optional: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadKind {
    Tensor,
    List,
    /// A tensor or a list that is written into.
    PassedTensor,
    PassedList,
    Count,
}

/// An argument that is returned.
#[derive(Debug, Serialize)]
pub struct ReturnedPlan {
    pub input: String,
    pub output: String,
}

/// A function in one of the tables that Python reads, and what the table says of it.
#[derive(Debug, Serialize)]
pub struct InfoPlan {
    pub op: String,
    pub entries: Vec<String>,
}

/// The functions of an operator, without and with writing in place.
fn functions<'a>(op: &'a Operator<'a>) -> impl Iterator<Item = Function<'a>> {
    let inplace = (!op.inplace.is_empty()).then_some(true);
    [Some(false), inplace].into_iter().flatten().map(move |inplace| Function { op, inplace })
}

/// The methods of an operator.
pub fn methods(op: &Operator) -> Vec<MethodPlan> {
    functions(op).map(method).collect()
}

fn method(function: Function) -> MethodPlan {
    let op = function.op;
    let returned = op
        .inplace
        .iter()
        .filter(|_| function.inplace)
        .map(|pair| ReturnedPlan { input: pair.input.value.clone(), output: pair.output.value.clone() });
    MethodPlan { op: op.name.to_owned(), name: function.name(), reads: reads(function), inplace: returned.collect() }
}

fn reads(function: Function) -> Vec<ReadPlan> {
    let inputs = function.op.inputs.iter().map(|input| ReadPlan {
        name: input.name.value.clone(),
        local: local(&input.name.value),
        kind: if input.duplicable { ReadKind::List } else { ReadKind::Tensor },
        optional: input.dispensable,
    });
    let outputs = function.op.outputs.iter().filter_map(|output| {
        let kind = match function.parameter(output)? {
            ParameterKind::Tensor => ReadKind::PassedTensor,
            ParameterKind::List => ReadKind::PassedList,
            ParameterKind::Count => ReadKind::Count,
        };
        let name = &output.name.value;
        let (name, local) = match kind {
            ReadKind::Count => (local(name) + "Num", local(name) + "Num"),
            _ => (name.clone(), local(name)),
        };
        Some(ReadPlan { name, local, kind, optional: output.dispensable })
    });
    inputs.chain(outputs).collect()
}

/// What Python is told about the arguments of an operator. Of two functions, the one that works in place counts.
pub fn arguments(op: &Operator) -> InfoPlan {
    info(op, last_reads(op).into_iter().map(|read| read.name))
}

/// The same of their types.
pub fn argument_types(op: &Operator) -> InfoPlan {
    let name = |kind| match kind {
        ReadKind::Tensor | ReadKind::PassedTensor => "tensor",
        ReadKind::List | ReadKind::PassedList => "list",
        ReadKind::Count => "int",
    };
    info(op, last_reads(op).into_iter().map(|read| name(read.kind).to_owned()))
}

fn last_reads(op: &Operator) -> Vec<ReadPlan> {
    functions(op).last().map_or(Vec::new(), reads)
}

/// What Python is told about results.
pub fn results(op: &Operator) -> InfoPlan {
    info(op, op.outputs.iter().map(|output| local(&output.name.value)))
}

fn info(op: &Operator, entries: impl Iterator<Item = String>) -> InfoPlan {
    InfoPlan { op: op.name.to_owned(), entries: entries.collect() }
}
