//! Mistakes in the files about saved programs that leave valid YAML: swapped names, gradients that are not listed, and
//! extra parts.

use std::ops::Range;

use opgen::source::{Span, Spanned};
use opgen::spec::{ActionKind, Compat};

use super::Operator;
use super::names::slip;
use super::tree::{Mutation, Tree};

pub const OPERATORS: &[Operator] = &[
    ("compat-inputs-swapped", |tree| swapped(tree, |entry| entry.inputs.iter().collect())),
    ("compat-outputs-swapped", |tree| swapped(tree, |entry| entry.outputs.iter().collect())),
    ("compat-attributes-swapped", |tree| swapped(tree, |entry| entry.attrs.iter().collect())),
    ("compat-gradients-cut-short", gradients_cut_short),
    ("extra-attribute-of-the-operator", extra_of_operator),
    ("extra-part-misspelt", extra_part_misspelt),
    ("version-default-where-none-belongs", default_of_no_attribute),
];

/// Current names, each with its name in programs.
type Renames<'a> = Vec<(&'a String, &'a Spanned<String>)>;

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Two names of one mapping, each of which differs from its current name only in capitals and underscores. Nothing tells
/// that others are swapped.
fn swapped(tree: &Tree, mapping: fn(&Compat) -> Renames) -> Vec<Mutation> {
    let letters = |name: &str| name.replace('_', "").to_lowercase();
    let mut mutations = Vec::new();
    for entry in &tree.project.registry.specs().compat {
        let alike = mapping(entry).into_iter().filter(|(name, legacy)| letters(name) == letters(legacy.as_str()));
        let alike: Vec<_> = alike.map(|(_, legacy)| legacy).collect();
        for pair in alike.windows(2) {
            let edits =
                vec![(range(pair[0].span), pair[1].value.clone()), (range(pair[1].span), pair[0].value.clone())];
            mutations.push(Mutation { file: pair[0].span.file, edits, against: Vec::new() });
        }
    }
    mutations
}

/// The kinds of file whose gradients static programs have under their own names.
const IN_PROGRAMS: &[&str] = &["backward", "fused_backward", "static_backward"];

/// The last of several gradients, if programs have it.
fn gradients_cut_short(tree: &Tree) -> Vec<Mutation> {
    let registry = &tree.project.registry;
    let mut mutations = Vec::new();
    for entry in &registry.specs().compat {
        let [.., before, last] = &entry.backward[..] else { continue };
        let Some(gradient) = registry.find_in_programs(&last.name.value).map(|id| registry.op(id)) else { continue };
        let claims =
            registry.find_in_programs(&before.name.value).map(|id| registry.op(id)).and_then(|op| op.backward.as_ref());
        let is_next = claims.is_some_and(|claimed| claimed.value == last.name.value);
        if is_next && gradient.invoke.is_none() && IN_PROGRAMS.contains(&gradient.home.key()) {
            let end = |pair: &opgen::spec::NamePair| match &pair.legacy {
                Some(legacy) => legacy.span.end as usize + 1,
                None => pair.name.span.end as usize,
            };
            mutations.push(Mutation::replace(last.name.span.file, end(before)..end(last), ""));
        }
    }
    mutations
}

/// The kinds of file whose operators static programs have under their own names.
const OPS_IN_PROGRAMS: &[&str] = &["ops", "fused_ops", "static_ops"];

/// An attribute of the operator, listed before the first extra attribute.
fn extra_of_operator(tree: &Tree) -> Vec<Mutation> {
    let registry = &tree.project.registry;
    let mut mutations = Vec::new();
    for entry in &registry.specs().compat {
        let Some(op) = registry.find_in_programs(&entry.op.name.value).map(|id| registry.op(id)) else { continue };
        let Some(first) = entry.extra.attrs.first() else { continue };
        let text = tree.text(first.name.span.file);
        let open = text[..first.name.span.start as usize].rfind('[').map(|at| at + 1);
        let plain =
            op.signature.attrs.iter().find(|attr| ["bool", "int", "float"].contains(&attr.ty.to_string().as_str()));
        if let (Some(open), Some(attr)) = (open, plain.filter(|_| OPS_IN_PROGRAMS.contains(&op.home.key()))) {
            let name = entry.attr_in_programs(&attr.name.value);
            let with = format!("{} {name} = {}, ", attr.ty, if attr.ty.to_string() == "bool" { "false" } else { "0" });
            mutations.push(Mutation::replace(first.name.span.file, open..open, with));
        }
    }
    mutations
}

/// Inputs and outputs that are extra, if they are the operator's.
fn extra_part_misspelt(tree: &Tree) -> Vec<Mutation> {
    let registry = &tree.project.registry;
    let mut mutations = Vec::new();
    for entry in &registry.specs().compat {
        let Some(op) = registry.find_in_programs(&entry.op.name.value).map(|id| registry.op(id)) else { continue };
        if OPS_IN_PROGRAMS.contains(&op.home.key()) {
            let inputs = entry.extra.inputs.iter().filter(|name| op.signature.input(&name.value).is_some());
            let outputs = entry.extra.outputs.iter().filter(|name| op.signature.output(&name.value).is_some());
            mutations.extend(inputs.chain(outputs).filter_map(|name| slip(tree, name.span.file, &range(name.span))));
        }
    }
    mutations
}

/// A default below an action that adds an input or an output.
fn default_of_no_attribute(tree: &Tree) -> Vec<Mutation> {
    let checkpoints = tree.project.registry.specs().versions.iter().flat_map(|version| &version.checkpoints);
    let actions = checkpoints.flat_map(|checkpoint| &checkpoint.actions);
    let added = actions.filter(|action| matches!(action.kind, ActionKind::AddInput | ActionKind::AddOutput));
    let with_default = |action: &opgen::spec::Action| {
        let (file, end) = (action.subject.span.file, action.subject.span.end as usize);
        let text = tree.text(file);
        let start = text[..end].rfind('\n').map_or(0, |at| at + 1);
        let indentation = text[start..].bytes().take_while(|byte| *byte == b' ').count();
        Mutation::replace(file, end..end, format!("\n{:1$}default : 0", "", indentation + 2))
    };
    added.map(with_default).collect()
}
