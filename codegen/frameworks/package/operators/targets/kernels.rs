//! The kernels that a package declares: functions that its sources define.

use crate::forms::TypeForm;
use serde::Serialize;

use super::op::{OpPlan, TypePlan};

/// The kernels with one name.
#[derive(Debug, Serialize)]
pub struct KernelPlan<'a> {
    name: &'a str,
    overloads: Vec<OverloadPlan<'a>>,
}

/// A kernel, which computes the outputs of one operator, or of several that have the same parameters.
#[derive(Debug, Serialize)]
struct OverloadPlan<'a> {
    /// The position of the first of these operators.
    op: usize,
    /// The devices on which one of them has it.
    backends: Vec<&'a str>,
    /// The types for which one of them needs it.
    data_types: Vec<TypePlan<'a>>,
}

/// The kernels of operators, in their order.
pub fn of<'a>(ops: &[OpPlan<'a>]) -> Vec<KernelPlan<'a>> {
    let mut kernels: Vec<KernelPlan> = Vec::new();
    for (at, op) in ops.iter().enumerate().filter(|(_, op)| op.has_views) {
        let known = kernels.iter().position(|kernel| kernel.name == op.kernel).unwrap_or_else(|| {
            kernels.push(KernelPlan { name: op.kernel, overloads: Vec::new() });
            kernels.len() - 1
        });
        kernels[known].add(at, ops);
    }
    kernels
}

impl<'a> KernelPlan<'a> {
    fn add(&mut self, at: usize, ops: &[OpPlan<'a>]) {
        let op = &ops[at];
        let same = |overload: &&mut OverloadPlan| parameters(&ops[overload.op]).eq(parameters(op));
        match self.overloads.iter_mut().find(same) {
            Some(overload) => overload.extend(op),
            None => {
                let mut overload = OverloadPlan { op: at, backends: Vec::new(), data_types: Vec::new() };
                overload.extend(op);
                self.overloads.push(overload);
            }
        }
    }
}

impl<'a> OverloadPlan<'a> {
    fn extend(&mut self, op: &OpPlan<'a>) {
        for backend in op.backends {
            if !self.backends.contains(&backend.as_str()) {
                self.backends.push(backend);
            }
        }
        for data_type in &op.data_types {
            if !self.data_types.iter().any(|known| known.name == data_type.name) {
                self.data_types.push(*data_type);
            }
        }
    }
}

/// The type of a parameter in C++, without what all kernels share.
#[derive(PartialEq, Eq)]
enum Parameter<'a> {
    Input {
        list: bool,
        of: &'a TypeForm,
    },
    Attr(&'a str),
    Output {
        list: bool,
        /// Whether the kernel makes it.
        is_made: bool,
        of: &'a TypeForm,
    },
    /// Whether it is compiled for several types.
    Template(bool),
}

fn parameters<'p>(op: &'p OpPlan) -> impl Iterator<Item = Parameter<'p>> {
    let inputs = op.inputs.iter().map(|input| Parameter::Input { list: input.form.list, of: &input.form.data_type });
    let attrs = op.attrs.iter().map(|attr| Parameter::Attr(attr.cpp));
    let outputs = op.outputs.iter().map(|output| Parameter::Output {
        list: output.form.list,
        is_made: output.form.unknown_sizes > 0,
        of: &output.form.data_type,
    });
    inputs.chain(attrs).chain(outputs).chain([Parameter::Template(!op.data_types.is_empty())])
}
