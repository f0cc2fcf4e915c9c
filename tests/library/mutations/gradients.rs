//! Mistakes in gradients that leave valid YAML: results in another order, a tensor that must not be overwritten, and
//! functions or kinds of tensor of another operator.

use std::ops::Range;

use opgen::source::Spanned;
use opgen::spec::Op;

use super::Operator;
use super::text::Entry;
use super::tree::{Mutation, Tree};

pub const OPERATORS: &[Operator] = &[
    ("gradients-in-another-order", results_swapped),
    ("forward-input-overwritten", input_overwritten),
    ("sparse-gradient-kernel-removed", sparse_kernel_removed),
    ("kernel-of-another-gradient", kernel_of_another),
    ("spmd-rule-of-the-forward-operator", |tree| spmd_rule_of(tree, true)),
    ("spmd-rule-of-the-gradient", |tree| spmd_rule_of(tree, false)),
];

/// The entries of gradients that do not invoke another operator.
fn gradients(tree: &Tree) -> Vec<Entry<'_>> {
    let with_kernel =
        |entry: &Entry| entry.op.forward.is_some() && entry.op.kernel.is_some() && entry.op.invoke.is_none();
    Entry::all(tree).into_iter().filter(with_kernel).collect()
}

fn range(name: &Spanned<String>) -> Range<usize> {
    name.span.start as usize..name.span.end as usize
}

/// Two neighbouring results of one type, if both are gradients of inputs.
fn results_swapped(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in gradients(tree) {
        let forward = entry.op.forward.as_ref().map(|forward| &forward.signature);
        let is_gradient = |name: &str| {
            let origin = name.strip_suffix("_grad");
            origin.zip(forward).is_some_and(|(origin, forward)| forward.input(origin).is_some())
        };
        for pair in entry.op.signature.outputs.windows(2) {
            let [(one, other), names] = [(0, 1), (1, 0)].map(|(a, b)| (&pair[a], &pair[b]));
            if one.ty == other.ty && [one, other].iter().all(|output| is_gradient(&output.name.value)) {
                let edits = vec![
                    (range(&one.name), names.0.name.value.clone()),
                    (range(&other.name), names.1.name.value.clone()),
                ];
                mutations.push(Mutation { file: entry.file, edits, against: Vec::new() });
            }
        }
    }
    mutations
}

/// The input of an inplace mapping becomes a forward input of the same type.
fn input_overwritten(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in gradients(tree) {
        let (signature, Some(forward)) = (&entry.op.signature, &entry.op.forward) else { continue };
        for mapping in &entry.op.inplace {
            let ty = signature.input(&mapping.input.value).map(|input| input.ty);
            let inputs = signature.inputs.iter().filter(|input| Some(input.ty) == ty);
            let is_forward = |name: &str| forward.signature.input(name).is_some() && !name.contains("grad");
            let names =
                inputs.map(|input| &input.name.value).filter(|name| is_forward(name) && **name != mapping.input.value);
            mutations.extend(names.map(|name| Mutation::replace(entry.file, range(&mapping.input), name.clone())));
        }
    }
    mutations
}

/// The last of several kernels of a gradient, if it is for other kinds of sparse tensor than the one before.
fn sparse_kernel_removed(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in gradients(tree) {
        let functions = entry.op.kernel.iter().flat_map(|kernel| &kernel.functions);
        let dispatched: Vec<_> =
            functions.filter_map(|function| Some((function, function.dispatch.as_ref()?))).collect();
        let [.., (before, kept), (last, removed)] = &dispatched[..] else { continue };
        let kinds = |dispatch: &opgen::spec::Dispatch| -> Vec<_> {
            dispatch
                .inputs
                .iter()
                .map(|kind| kind.value.to_string())
                .filter(|kind| kind.starts_with("sparse"))
                .collect()
        };
        let end = entry.text[last.name.span.end as usize..].find('}').map(|at| last.name.span.end as usize + at + 1);
        let comma =
            entry.text[before.name.span.end as usize..].find("},").map(|at| before.name.span.end as usize + at + 1);
        if let (Some(end), Some(comma)) = (end, comma)
            && !kinds(removed).is_empty()
            && kinds(kept) != kinds(removed)
        {
            let first = dispatched[0].0.name.span;
            mutations.push(Mutation::replace(entry.file, comma..end, "").against(first));
        }
    }
    mutations
}

/// The kernel of the next gradient in the file, if both gradients have a kernel of their own name, and the name of neither
/// operator contains the words of the other.
fn kernel_of_another(tree: &Tree) -> Vec<Mutation> {
    let own = |op: &Op| {
        let functions = op.kernel.as_ref().map(|kernel| &kernel.functions[..]);
        functions.is_some_and(|functions| functions.len() == 1 && functions[0].name == op.name)
    };
    let origin = |op: &Op| op.forward.as_ref().map_or(String::new(), |forward| forward.name.value.clone());
    let words = |name: &str| name.trim_end_matches('_').split('_').map(str::to_owned).collect::<Vec<_>>();
    let are_apart = |one: &Op, other: &Op| {
        let (one, other) = (words(&origin(one)), words(&origin(other)));
        !one.iter().all(|word| other.contains(word)) && !other.iter().all(|word| one.contains(word))
    };
    let entries: Vec<Entry> = gradients(tree).into_iter().filter(|entry| own(entry.op)).collect();
    let neighbours =
        entries.windows(2).filter(|pair| pair[0].file == pair[1].file && are_apart(pair[0].op, pair[1].op));
    let copied = |pair: &[Entry]| {
        let kernel = pair[0].op.kernel.as_ref().map(|kernel| range(&kernel.functions[0].name));
        kernel.map(|kernel| Mutation::replace(pair[0].file, kernel, pair[1].op.name.value.clone()))
    };
    neighbours.filter_map(copied).collect()
}

/// The spmd rule of one direction in the other.
fn spmd_rule_of(tree: &Tree, forward: bool) -> Vec<Mutation> {
    let registry = &tree.project.registry;
    let rule = |op: &Op| op.infer_meta.as_ref().and_then(|infer_meta| infer_meta.spmd_rule.clone());
    let mut mutations = Vec::new();
    for (id, op) in registry.ops() {
        let of = registry.links(id).forward.map(|of| registry.op(of));
        let (Some(own), Some(other)) = (rule(op), of.and_then(rule)) else { continue };
        let (at, with) = if forward { (own, other) } else { (other, own) };
        mutations.push(Mutation::replace(at.span.file, range(&at), with.value));
    }
    mutations
}
