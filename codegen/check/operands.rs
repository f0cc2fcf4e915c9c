//! Attributes that are operands in PIR: what `op_compat.yaml` must say of them.

use std::collections::BTreeSet;

use registry::Registry;
use source::{Diagnostic, Diagnostics, Help};
use spec::{Compat, Op};

use crate::rules;

/// An array that may be a tensor needs the data type of its numbers. That of a scalar follows from its own type.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let ops = pir_ops(registry);
    if ops.is_empty() {
        return;
    }
    for entry in &registry.specs().compat {
        let untyped = entry.int_array.iter().filter(|(_, attr)| attr.is_mutable() && attr.data_type.is_none());
        for (name, _) in untyped {
            if let Some(op) = described(entry, name, &ops) {
                report(entry, name, op, diagnostics);
            }
        }
    }
}

/// The operators of the dialects that `op_compat.yaml` describes.
fn pir_ops(registry: &Registry) -> Vec<&Op> {
    let dialects = registry.profile().pir.iter().flat_map(|pir| pir.dialects.values());
    let homes: BTreeSet<&str> = dialects
        .filter(|dialect| dialect.kind.has_kernels())
        .flat_map(|dialect| &dialect.homes)
        .map(String::as_str)
        .collect();
    super::sound_ops(registry).filter(|op| homes.contains(op.home.key())).collect()
}

/// An operator that an entry is about, and that has an attribute.
fn described<'a>(entry: &Compat, attr: &str, ops: &[&'a Op]) -> Option<&'a Op> {
    let names: BTreeSet<&str> = entry.pairs().map(|pair| pair.name.as_str()).collect();
    let mut described = ops.iter().filter(|op| names.contains(op.name.as_str()));
    described.find(|op| op.signature.attr(attr).is_some()).copied()
}

fn report(entry: &Compat, attr: &str, op: &Op, diagnostics: &mut Diagnostics) {
    let message = format!("`{attr}` of `{}` may be a tensor, but has no `data_type`", op.name.value);
    let problem = Diagnostic::new(rules::NO_OPERAND_TYPE, entry.key_span("int_array", attr), message);
    let at = op.signature.attr(attr).map_or(op.name.span, |attr| attr.name.span);
    let help = Help::from("add `data_type : int` or `data_type : int64_t`, the type of the numbers in that tensor");
    diagnostics.push(problem.label(at, "the attribute").help(help));
}
