//! Operators that probably use the kernel of another operator by mistake, because an entry was copied.
//!
//! Some operators share a kernel on purpose. Something else then shows that they belong together: their names, the
//! function that infers shapes, or another operator that uses the kernel which this one seems to lack.

use std::collections::BTreeMap;

use super::{defined_twice, shares_functions, sound_ops};
use crate::rules;
use registry::Registry;
use source::{Diagnostic, Diagnostics, Help, Spanned};
use spec::{Op, stem};

/// Every use of each kernel.
type Uses<'a> = BTreeMap<&'a str, Vec<(&'a Op, &'a Spanned<String>)>>;

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let mut uses = Uses::new();
    for op in sound_ops(registry).filter(|op| op.invoke.is_none() && shares_functions(op)) {
        for function in op.kernel.iter().flat_map(|kernel| &kernel.functions) {
            uses.entry(&function.name.value).or_default().push((op, &function.name));
        }
    }
    let twice: Vec<_> = defined_twice(registry).into_iter().map(|id| registry.name_span(id)).collect();
    for users in uses.values().filter(|users| users.len() > 1) {
        let owners: Vec<&Op> = users.iter().filter(|(op, kernel)| is_own(op, kernel)).map(|(op, _)| *op).collect();
        let Some(owner) = owners.first() else { continue };
        for (op, kernel) in users.iter().filter(|(op, _)| !twice.contains(&op.name.span)) {
            let is_related = |owner: &Op| {
                belong_together(op, owner)
                    || another_kernel_is_related(op, kernel, owner)
                    || forward_share_kernel(registry, op, owner)
            };
            let is_shared = is_own(op, kernel) || owners.iter().any(|owner| is_related(owner));
            if !is_shared && !is_used_by_another(&uses, op) {
                report(op, kernel, owner, &uses, diagnostics);
            }
        }
    }
}

fn report(op: &Op, kernel: &Spanned<String>, owner: &Op, uses: &Uses, diagnostics: &mut Diagnostics) {
    let message =
        format!("`{}` uses the kernel `{}`, which belongs to `{}`", op.name.value, kernel.value, owner.name.value);
    let problem = Diagnostic::new(rules::FOREIGN_KERNEL, kernel.span, message).label(owner.name.span, "this operator");
    let ending = kernel.value.strip_prefix(owner.stem()).unwrap_or("");
    let own = format!("{}{ending}", op.stem());
    // Nothing shows that there is a kernel which no entry uses.
    let help = match uses.contains_key(own.as_str()) {
        true => Help::meant(&kernel.value, &own),
        false => "write the operator's own kernel, or allow the rule if both use this one on purpose".into(),
    };
    diagnostics.push(problem.help(help));
}

/// True if a kernel is named after an operator: `add` and `add_coo` are kernels of `add`.
fn is_own(op: &Op, kernel: &Spanned<String>) -> bool {
    begins_with(&kernel.value, op.stem())
}

/// True if a name equals another one, or continues it with further words.
fn begins_with(name: &str, with: &str) -> bool {
    name.strip_prefix(with).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// True if the names of two operators, or the infer meta function of the first, show that they are related.
fn belong_together(one: &Op, other: &Op) -> bool {
    let (a, b) = (root(one), root(other));
    let ends_with = |name: &str, with: &str| name.strip_suffix(with).is_some_and(|rest| rest.ends_with('_'));
    let infer_meta = one.infer_meta.as_ref().and_then(|infer_meta| infer_meta.func.value.strip_suffix("InferMeta"));
    begins_with(a, b)
        || begins_with(b, a)
        || ends_with(a, b)
        || ends_with(b, a)
        || infer_meta.is_some_and(|name| name.eq_ignore_ascii_case(&other.stem().replace('_', "")))
}

/// True if the first operator has another kernel whose name shows that it is related to the second operator.
fn another_kernel_is_related(one: &Op, kernel: &Spanned<String>, other: &Op) -> bool {
    let functions = one.kernel.iter().flat_map(|kernel| &kernel.functions).map(|function| &function.name);
    let others = functions.filter(|function| function.value != kernel.value);
    others
        .map(|function| function.as_str())
        .any(|name| begins_with(root(other), name) || begins_with(name, root(other)))
}

/// True if two gradients belong to operators that share a kernel. If that is a mistake, it is reported for those
/// operators.
fn forward_share_kernel(registry: &Registry, one: &Op, other: &Op) -> bool {
    let forward = |op: &Op| registry.find(op.home.family(), root(op)).filter(|_| op.is_backward());
    let (Some(one), Some(other)) = (forward(one), forward(other)) else { return false };
    let kernels =
        |id| registry.op(id).kernel.iter().flat_map(|kernel| &kernel.functions).map(|function| &function.name);
    kernels(one).any(|kernel| kernels(other).any(|same| same == kernel))
}

/// The name of the forward operator of a gradient, or of a gradient of a gradient, as its own name suggests.
fn root(op: &Op) -> &str {
    let Some(name) = op.stem().strip_suffix("_grad").filter(|_| op.is_backward()) else { return op.stem() };
    stem(["_double", "_triple"].into_iter().find_map(|order| name.strip_suffix(order)).unwrap_or(name))
}

/// True if other operators use the kernel that is named after this one. The operator then avoids it on purpose.
fn is_used_by_another(uses: &Uses, op: &Op) -> bool {
    uses.get(op.stem()).is_some_and(|users| users.iter().any(|(user, _)| user.stem() != op.stem()))
}
