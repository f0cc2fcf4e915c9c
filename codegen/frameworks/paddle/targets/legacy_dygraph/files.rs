//! Assigns operators to files.

use profile::{Division, LegacyDygraph};

use forms::legacy_dygraph::Operator;

/// The index of each operator's file, in the order of the operators.
pub fn file_of_each(ops: &[Operator], section: &LegacyDygraph) -> Vec<usize> {
    let files = section.files.max(1);
    match section.division {
        Division::BySize => by_size(ops, files),
        Division::ByCount => {
            let each = ops.len().div_ceil(files).max(1);
            (0..ops.len()).map(|i| i / each).collect()
        }
    }
}

/// Divides the operators, in their order, into files of about equal size.
fn by_size(ops: &[Operator], files: usize) -> Vec<usize> {
    let total: usize = ops.iter().map(size).sum();
    let mut before = 0;
    let file = |op| {
        let size = size(op);
        let middle = 2 * before + size;
        before += size;
        (middle * files / (2 * total)).min(files - 1)
    };
    ops.iter().map(file).collect()
}

/// The approximate number of calls in the functions and the node of an operator.
fn size(op: &Operator) -> usize {
    let variables = op.inputs.len() + op.outputs.len();
    let functions = if op.inplace.is_empty() { 1 } else { 2 };
    let slots: usize = op.gradient.iter().map(|gradient| gradient.inputs.len() + gradient.outputs.len()).sum();
    functions * (PER_FUNCTION + PER_VARIABLE * variables) + PER_SLOT * slots
}

/// The calls in every function, those for each variable, and those in a node for each variable of a gradient.
const PER_FUNCTION: usize = 6;
const PER_VARIABLE: usize = 4;
const PER_SLOT: usize = 3;
