//! Plans the methods of the Python module, and the tables that describe functions to Python.

use std::borrow::Cow;

use serde::Serialize;

use super::forward::{Function, ParameterKind};
use forms::legacy_dygraph::{Operator, local};

/// A method.
#[derive(Debug, Serialize)]
pub struct MethodPlan<'a> {
    pub op: &'a str,
    /// The name in Python.
    pub name: String,
    pub reads: Vec<ReadPlan<'a>>,
    /// The results that are arguments, because an inplace function overwrites them.
    pub inplace: Vec<ReturnedPlan<'a>>,
}

/// An argument that is read.
#[derive(Debug, Serialize)]
pub struct ReadPlan<'a> {
    /// The name in messages.
    pub name: Cow<'a, str>,
    pub local: Cow<'a, str>,
    pub kind: ReadKind,
    pub optional: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadKind {
    Tensor,
    List,
    /// A tensor or a list that is overwritten.
    PassedTensor,
    PassedList,
    Count,
}

/// An argument that is returned.
#[derive(Debug, Serialize)]
pub struct ReturnedPlan<'a> {
    pub input: &'a str,
    pub output: &'a str,
}

/// The row of a function in one of the tables that Python reads.
#[derive(Debug, Serialize)]
pub struct InfoPlan<'a> {
    pub op: &'a str,
    pub entries: Vec<Cow<'a, str>>,
}

/// The functions of an operator: the plain one, and the inplace one if there is one.
fn functions<'a>(op: &'a Operator<'a>) -> impl Iterator<Item = Function<'a>> {
    let inplace = (!op.inplace.is_empty()).then_some(true);
    [Some(false), inplace].into_iter().flatten().map(move |inplace| Function { op, inplace })
}

/// The methods of an operator.
pub fn methods<'a>(op: &'a Operator<'a>) -> Vec<MethodPlan<'a>> {
    functions(op).map(method).collect()
}

fn method(function: Function<'_>) -> MethodPlan<'_> {
    let op = function.op;
    let returned = op
        .inplace
        .iter()
        .filter(|_| function.inplace)
        .map(|pair| ReturnedPlan { input: pair.input.as_str(), output: pair.output.as_str() });
    MethodPlan { op: op.name, name: function.name(), reads: reads(function), inplace: returned.collect() }
}

fn reads(function: Function<'_>) -> Vec<ReadPlan<'_>> {
    let inputs = function.op.inputs.iter().map(|input| ReadPlan {
        name: input.name.as_str().into(),
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
            _ => (name.as_str().into(), local(name)),
        };
        Some(ReadPlan { name, local, kind, optional: output.dispensable })
    });
    inputs.chain(outputs).collect()
}

/// The row with an operator's arguments. If there are two functions, it describes the inplace one.
pub fn arguments<'a>(op: &'a Operator<'a>) -> InfoPlan<'a> {
    info(op, last_reads(op).into_iter().map(|read| read.name))
}

/// The row with the types of an operator's arguments.
pub fn argument_types<'a>(op: &'a Operator<'a>) -> InfoPlan<'a> {
    let name = |kind| match kind {
        ReadKind::Tensor | ReadKind::PassedTensor => "tensor",
        ReadKind::List | ReadKind::PassedList => "list",
        ReadKind::Count => "int",
    };
    info(op, last_reads(op).into_iter().map(|read| name(read.kind).into()))
}

fn last_reads<'a>(op: &'a Operator<'a>) -> Vec<ReadPlan<'a>> {
    functions(op).last().map_or(Vec::new(), reads)
}

/// The row with an operator's results.
pub fn results<'a>(op: &'a Operator<'a>) -> InfoPlan<'a> {
    info(op, op.outputs.iter().map(|output| local(&output.name.value)))
}

fn info<'a>(op: &Operator<'a>, entries: impl Iterator<Item = Cow<'a, str>>) -> InfoPlan<'a> {
    InfoPlan { op: op.name, entries: entries.collect() }
}
