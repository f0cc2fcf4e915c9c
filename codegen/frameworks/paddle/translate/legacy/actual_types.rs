//! The data types that tensors have in a run, where a program declares others.

use std::collections::BTreeMap;

use profile::{KeptType, WrongTypes};

use super::Legacy;

/// Lets variables have the data types that kernels return, where old programs declare others. Otherwise, an operation would be run
/// for another type than that of the tensor that it gets.
pub fn correct(legacy: &mut Legacy, wrong: &WrongTypes) {
    // The declared data types, by the variable.
    let mut declared: BTreeMap<String, Option<i32>> = BTreeMap::new();
    for block in 0..legacy.blocks.len() {
        for op in 0..legacy.blocks[block].ops.len() {
            for (name, data_type) in actual(legacy, block, op, wrong, &declared) {
                if let Some(variable) = legacy.variable_mut(block, &name) {
                    declared.entry(name).or_insert(variable.data_type);
                    variable.data_type = Some(data_type);
                }
            }
        }
    }
}

/// The variables of an operator that have another data type than they are declared with.
fn actual(
    legacy: &Legacy,
    block: usize,
    op: usize,
    wrong: &WrongTypes,
    declared: &BTreeMap<String, Option<i32>>,
) -> Vec<(String, i32)> {
    let op = &legacy.blocks[block].ops[op];
    let data_type = |name: &str| legacy.variable(block, name).and_then(|variable| variable.data_type);
    let outputs = wrong.outputs.get(&op.kind).into_iter().flatten();
    let stated = outputs.filter_map(|(output, data_type)| Some((op.output(output), data_type.number()?)));
    let mut found: Vec<(String, i32)> =
        stated.flat_map(|(names, data_type)| names.iter().map(move |name| (name.clone(), data_type))).collect();
    if let Some(KeptType { input, output }) = wrong.kept.get(&op.kind)
        && let ([from], [to]) = (op.input(input), op.output(output))
        && let (Some(before), Some(now)) = (declared.get(from), data_type(from))
        && data_type(to) == *before
    {
        found.push((to.clone(), now));
    }
    found
}
