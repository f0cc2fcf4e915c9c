//! Mistakes in the files about saved programs, and in the lists of operators.
//!
//! Left out: the legacy names themselves, because only old programs know them.

use std::ops::Range;

use opgen::source::{FileId, Span};

use super::Operator;
use super::names::slip;
use super::text::{entries, keys, words};
use super::tree::{Mutation, Tree};

pub const OPERATORS: &[Operator] = &[
    ("compat-operator-misspelt", compat_operator),
    ("compat-backward-misspelt", compat_backward),
    ("compat-key-misspelt", compat_key),
    ("compat-input-misspelt", |tree| compat_part(tree, "inputs")),
    ("compat-output-misspelt", |tree| compat_part(tree, "outputs")),
    ("compat-attribute-misspelt", |tree| compat_part(tree, "attrs")),
    ("compat-scalar-misspelt", |tree| compat_part(tree, "scalar")),
    ("compat-int-array-misspelt", |tree| compat_part(tree, "int_array")),
    ("compat-data-type-misspelt", compat_data_type),
    ("compat-extra-type-misspelt", compat_extra_type),
    ("compat-manual-signature-misspelt", compat_manual_signature),
    ("compat-entry-given-twice", |tree| entry_twice(tree, "op_compat")),
    ("version-operator-misspelt", version_operator),
    ("version-key-misspelt", version_key),
    ("version-part-misspelt", version_part),
    ("version-default-changed", version_default),
    ("version-entry-given-twice", |tree| entry_twice(tree, "op_version")),
    ("listed-misspelt", listed),
];

fn range(span: Span) -> (FileId, Range<usize>) {
    (span.file, span.start as usize..span.end as usize)
}

fn slips(tree: &Tree, sites: impl Iterator<Item = (FileId, Range<usize>)>) -> Vec<Mutation> {
    sites.filter_map(|(file, word)| slip(tree, file, &word)).collect()
}

fn compat_operator(tree: &Tree) -> Vec<Mutation> {
    slips(tree, tree.project.registry.specs().compat.iter().map(|entry| range(entry.op.name.span)))
}

fn compat_backward(tree: &Tree) -> Vec<Mutation> {
    let pairs = tree.project.registry.specs().compat.iter().flat_map(|entry| &entry.backward);
    slips(tree, pairs.map(|pair| range(pair.name.span)))
}

/// The keys that belong to the format. All other keys are names.
const KEYS: &[&str] = &[
    "op",
    "backward",
    "inputs",
    "outputs",
    "attrs",
    "extra",
    "scalar",
    "int_array",
    "data_type",
    "tensor_name",
    "tensors_name",
    "support_tensor",
    "manual_signature",
    "complex_promote",
    "drop_empty_grad",
];

fn compat_key(tree: &Tree) -> Vec<Mutation> {
    let Some(file) = tree.file("op_compat") else { return Vec::new() };
    let text = tree.text(file);
    let lines = entries(text).into_iter().flat_map(|entry| keys(text, &entry));
    slips(tree, lines.filter(|line| KEYS.contains(&&text[line.key.clone()])).map(|line| (file, line.key)))
}

/// The names under a key, in entries whose operator the YAML defines.
fn compat_part(tree: &Tree, key: &str) -> Vec<Mutation> {
    let registry = &tree.project.registry;
    let mut sites = Vec::new();
    for entry in &registry.specs().compat {
        let names: Vec<&String> = match key {
            "inputs" => entry.inputs.keys().collect(),
            "outputs" => entry.outputs.keys().collect(),
            "attrs" => entry.attrs.keys().collect(),
            "scalar" => entry.scalar.keys().collect(),
            _ => entry.int_array.keys().collect(),
        };
        let families = ["static", "fused"].map(|key| tree.profile.family(key).expect("the profile has it"));
        if families.into_iter().any(|family| registry.find(family, &entry.op.name.value).is_some()) {
            sites.extend(names.into_iter().map(|name| range(entry.key_span(key, name))));
        }
    }
    slips(tree, sites.into_iter())
}

fn compat_data_type(tree: &Tree) -> Vec<Mutation> {
    let compat = &tree.project.registry.specs().compat;
    let known = compat.iter().filter(|entry| !tree.project.registry.is_hand_written(&entry.op.name.value));
    let mutable = known.flat_map(|entry| entry.scalar.values().chain(entry.int_array.values()));
    slips(
        tree,
        mutable
            .filter_map(|attr| attr.data_type.as_ref())
            .filter(|ty| !ty.value.contains(':'))
            .map(|ty| range(ty.span)),
    )
}

/// The type before the name of an extra attribute.
fn compat_extra_type(tree: &Tree) -> Vec<Mutation> {
    let extra = tree.project.registry.specs().compat.iter().flat_map(|entry| &entry.extra.attrs);
    let ty = |attr: &opgen::spec::Attr| {
        let (file, name) = range(attr.name.span);
        let before = tree.text(file)[..name.start].trim_end();
        let start = before.rfind(|c: char| c.is_whitespace() || c == '[' || c == ',')? + 1;
        Some((file, words(tree.text(file), &(start..before.len())).into_iter().next()?))
    };
    slips(tree, extra.filter_map(ty))
}

fn compat_manual_signature(tree: &Tree) -> Vec<Mutation> {
    let compat = &tree.project.registry.specs().compat;
    let known = compat.iter().filter(|entry| !tree.project.registry.is_hand_written(&entry.op.name.value));
    slips(tree, known.flat_map(|entry| &entry.manual_signature).map(|name| range(name.span)))
}

fn entry_twice(tree: &Tree, kind: &str) -> Vec<Mutation> {
    let Some(file) = tree.file(kind) else { return Vec::new() };
    let text = tree.text(file);
    let twice = |entry: Range<usize>| {
        let again = format!("{}\n", text[entry.clone()].trim_end());
        let at = Span::new(file, entry.start, entry.start + 1);
        Mutation::replace(file, entry.start..entry.start, again).against(at)
    };
    entries(text).into_iter().map(twice).collect()
}

fn version_operator(tree: &Tree) -> Vec<Mutation> {
    slips(tree, tree.project.registry.specs().versions.iter().map(|version| range(version.op.span)))
}

fn version_key(tree: &Tree) -> Vec<Mutation> {
    let Some(file) = tree.file("op_version") else { return Vec::new() };
    let text = tree.text(file);
    let lines = entries(text).into_iter().flat_map(|entry| keys(text, &entry));
    slips(tree, lines.map(|line| (file, line.key)))
}

/// The inputs, outputs and attributes that were added to operators of the YAML.
fn version_part(tree: &Tree) -> Vec<Mutation> {
    use opgen::spec::ActionKind::{AddAttr, AddInput, AddOutput, ModifyAttr};
    let registry = &tree.project.registry;
    let known = registry.ops().filter_map(|(id, _)| registry.version(id));
    let actions = known.flat_map(|version| version.checkpoints.iter().flat_map(|checkpoint| &checkpoint.actions));
    let got = actions.filter(|action| matches!(action.kind, AddAttr | AddInput | AddOutput | ModifyAttr));
    let mut sites: Vec<_> = got.map(|action| range(action.subject.span)).collect();
    sites.sort_by_key(|(_, word)| word.start);
    sites.dedup();
    slips(tree, sites.into_iter())
}

/// Defaults that the operator also states.
fn version_default(tree: &Tree) -> Vec<Mutation> {
    let registry = &tree.project.registry;
    let mut mutations = Vec::new();
    for (id, op) in registry.ops() {
        let actions = registry.version(id).into_iter().flat_map(|version| &version.checkpoints);
        for action in actions.flat_map(|checkpoint| &checkpoint.actions) {
            let own = op.signature.attr(&action.subject.value).and_then(|attr| attr.default.as_ref());
            let Some(default) =
                action.default.as_ref().filter(|default| own.is_some_and(|own| own.value == default.value))
            else {
                continue;
            };
            let (file, place) = range(default.span);
            let other = if default.value == "true" { "false" } else { "true" };
            let text = tree.text(file)[place.clone()].replace(&default.value, other);
            mutations.push(Mutation::replace(file, place, text));
        }
    }
    mutations
}

fn listed(tree: &Tree) -> Vec<Mutation> {
    slips(tree, tree.listed().map(|name| range(name.span)))
}
