//! Attributes that are operands in PIR, for which `op_compat.yaml` must have a data type.

use std::collections::BTreeSet;

use registry::Registry;
use source::{Diagnostic, Diagnostics, Help};
use spec::{Compat, Op};

use crate::rules;

/// Reports arrays that may be tensors and have no data type for their numbers. Scalars need none: it follows from their
/// own type.
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

/// An operator that an entry describes and that has the given attribute.
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
