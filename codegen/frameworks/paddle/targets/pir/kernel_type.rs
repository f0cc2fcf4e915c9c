//! Plans the data types of operands for an operation's kernel.

use profile::Pir;
use serde::Serialize;
use spec::Input;

use forms::pir::Entry;

/// Rules, of which the first that applies decides. By default, an operand is cast to the kernel's type.
#[derive(Debug, Serialize)]
pub struct KernelTypePlan {
    /// Operands that are cast to the kernel's type.
    transformed: Vec<String>,
    /// Operands that keep their own type.
    kept: Vec<String>,
    /// Whether all operands keep their own types.
    keeps_all: bool,
    /// Whether all operands keep their own types if the kernel computes with complex numbers.
    keeps_if_complex: bool,
    /// Whether all operands are cast to the kernel's type.
    is_usual: bool,
}

pub fn plan(entry: &Entry, pir: &Pir) -> KernelTypePlan {
    let named = |is_meant: fn(&Input) -> bool| -> Vec<String> {
        entry.inputs().iter().filter(|input| is_meant(input)).map(|input| input.name.value.clone()).collect()
    };
    let kept = named(|input| input.support_trans_dtype);
    let keeps_all = !pir.form.is_typed() && !kept.is_empty();
    let keeps_if_complex = entry.compat.is_some_and(|compat| !compat.complex_promote.is_empty());
    let is_usual = kept.is_empty() && !keeps_if_complex && !entry.inputs().iter().any(|input| input.skip_transform);
    KernelTypePlan {
        transformed: named(|input| input.skip_transform),
        kept: if keeps_all { Vec::new() } else { kept },
        keeps_all,
        keeps_if_complex,
        is_usual,
    }
}
