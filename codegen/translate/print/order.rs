//! The order of a saved program's inputs and outputs, which callers know by their places.

use profile::Translate;

use crate::pir::{Attribute, OpId, Program};

/// The operations of the outermost block, with the inputs in order and the outputs in order.
pub fn saved_order(program: &Program, profile: &Translate) -> Vec<OpId> {
    let mut ops = program.block(program.top()).ops.clone();
    for (name, attribute) in &profile.ordered_when_saved {
        put_in_order(program, &mut ops, name, attribute);
    }
    ops
}

/// Puts the operations of one name in the order of an attribute. Operations that only make values move to the first one, where
/// nothing uses the values yet. Others only change places with each other, because an operation between them may work in place.
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
