//! The order of inputs and outputs in a saved program. Callers identify them by their places.

use profile::Translate;

use crate::pir::{Attribute, OpId, Program, TOP};

/// The operations of the outermost block, with inputs and outputs in the order of their columns.
pub fn saved_order(program: &Program, profile: &Translate) -> Vec<OpId> {
    let mut ops = program.block(TOP).ops.clone();
    for (name, attribute) in &profile.ordered_when_saved {
        put_in_order(program, &mut ops, name, attribute);
    }
    ops
}

/// Puts the operations of one name in the order of an attribute. Operations without operands move to the first of them, where
/// nothing uses their results yet. Others stay where they are if another operation is between them, because that one may work in
/// place.
fn put_in_order(program: &Program, ops: &mut Vec<OpId>, name: &str, attribute: &str) {
    let is_named = |op: &OpId| *program.op(*op).name == *name;
    let place = |op: &OpId| match program.op(*op).attribute(attribute) {
        Some(Attribute::Int32(number)) => *number,
        _ => 0,
    };
    let mut named: Vec<OpId> = ops.iter().copied().filter(is_named).collect();
    let Some(start) = ops.iter().position(is_named).filter(|_| !named.is_sorted_by_key(place)) else { return };
    let only_make = named.iter().all(|op| program.op(*op).operands.is_empty());
    if only_make || ops[start..].iter().take(named.len()).all(is_named) {
        named.sort_by_key(place);
        ops.retain(|op| !is_named(op));
        ops.splice(start..start, named);
    }
}
