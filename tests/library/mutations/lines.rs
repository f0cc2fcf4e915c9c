//! Whole lines and entries that are lost, copied, empty or taken from another entry.

use opgen::spec::Op;

use super::Operator;
use super::text::Entry;
use super::tree::{Mutation, Tree};

pub const OPERATORS: &[Operator] = &[
    ("key-given-twice", key_twice),
    ("entry-given-twice", entry_twice),
    ("key-removed", key_removed),
    ("backward-of-another", backward_of_another),
    ("gradient-removed", gradient_removed),
    ("value-removed", value_removed),
];

fn key_twice(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree) {
        for line in entry.lines.iter().skip(1) {
            let again = format!("{}\n", &entry.text[line.whole.clone()]);
            mutations.push(
                Mutation::replace(entry.file, line.whole.start..line.whole.start, again)
                    .against(entry.span(&line.whole)),
            );
        }
    }
    mutations
}

/// An entry that was copied but not renamed.
fn entry_twice(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree) {
        let again = format!("{}\n", entry.text[entry.range.clone()].trim_end());
        mutations.push(
            Mutation::replace(entry.file, entry.range.start..entry.range.start, again).against(entry.op.name.span),
        );
    }
    mutations
}

/// A removed line is reported at the name of its operator. Operators with another implementation do not need a kernel.
fn key_removed(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree).into_iter().filter(|entry| entry.op.invoke.is_none() && entry.op.composite.is_none())
    {
        let needed = match opgen_has_function(entry.op) {
            true => &["args", "output", "kernel", "func", "infer_meta", "forward"][..],
            false => &["args", "output", "kernel", "forward"][..],
        };
        for line in entry.lines.iter().filter(|line| needed.contains(&&entry.text[line.key.clone()])) {
            let whole = line.whole.start..(line.whole.end + 1).min(entry.text.len());
            let nearest =
                entry.lines.iter().rev().find(|other| other.whole.contains(&line.key.start) && other.key != line.key);
            let at = nearest.map_or(entry.op.name.span, |section| entry.span(&section.key));
            mutations.push(Mutation::replace(entry.file, whole, "").against(at).against(entry.op.name.span));
        }
    }
    mutations
}

/// Whether the operator gets functions in the dynamic graph. Such operators need more keys.
fn opgen_has_function(op: &Op) -> bool {
    op.home.calls_kernels() && op.is_in_dygraph()
}

fn backward_of_another(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    let entries = Entry::all(tree);
    for pair in entries.windows(2).filter(|pair| pair[0].file == pair[1].file) {
        if let (Some(one), Some(other)) = (pair[0].line("backward"), pair[1].line("backward")) {
            mutations.push(Mutation::replace(pair[0].file, one.value.clone(), &pair[0].text[other.value.clone()]));
        }
    }
    mutations
}

/// A gradient that is missing from the list of outputs although an inplace mapping uses it.
fn gradient_removed(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree).into_iter().filter(|entry| entry.op.is_backward()) {
        let outputs = &entry.op.signature.outputs;
        let Some(mapping) = entry.op.inplace.iter().find(|mapping| mapping.output == outputs[0].name) else { continue };
        let Some(line) = entry.line("output").filter(|_| outputs.len() > 1) else { continue };
        if let Some(comma) = entry.text[line.value.clone()].find(", ") {
            let cut = line.value.start..line.value.start + comma + 2;
            mutations.push(Mutation::replace(entry.file, cut, "").against(mapping.output.span));
        }
    }
    mutations
}

/// A key without a value.
fn value_removed(tree: &Tree) -> Vec<Mutation> {
    let mut mutations = Vec::new();
    for entry in Entry::all(tree) {
        // An empty `param` means the same as no `param`.
        let lines =
            entry.lines.iter().filter(|line| !line.value.is_empty() && &entry.text[line.key.clone()] != "param");
        mutations.extend(lines.map(|line| Mutation::replace(entry.file, line.value.clone(), "")));
    }
    mutations
}
