//! Which data type an operand has where its operation's kernel computes with one.

use profile::Pir;
use serde::Serialize;
use spec::Input;

use forms::pir::Entry;

/// The first that holds decides. Otherwise an operand is given the type of the kernel.
#[derive(Debug, Serialize)]
pub struct KernelTypePlan {
    /// These are given the type of the kernel.
    transformed: Vec<String>,
    /// These keep their own type.
    kept: Vec<String>,
    /// All keep their own type.
    keeps_all: bool,
    /// All keep their own type if the kernel computes with complex numbers.
    keeps_if_complex: bool,
    /// All are given the type of the kernel.
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
