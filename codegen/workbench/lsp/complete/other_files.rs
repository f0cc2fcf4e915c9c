//! Values in files that describe operators of other files: `op_compat`, `op_version`, additions.

use std::collections::BTreeSet;

use lsp_types::CompletionItemKind as Kind;
use profile::Graph;
use registry::Registry;
use spec::{AttrType, Element, Op};

use super::items::Items;
use super::offers::{arguments, op_name, traits, used, words};
use crate::cursor::Cursor;
use crate::mentions::KERNEL_TYPE;
use crate::offer::Offer;
use crate::offer::is_open;
use crate::view::View;

/// A value in an entry of `op_compat`.
pub struct Compat<'a, 'v, 'i> {
    pub view: &'v View,
    pub cursor: &'a Cursor<'a>,
    pub before: &'a str,
    pub items: &'i mut Items<'v>,
}

impl Compat<'_, '_, '_> {
    pub fn offer(self, above: &[&str], key: &str) {
        let Compat { view, cursor, before, items } = self;
        let registry = view.registry();
        let op = op_of(view, cursor);
        match (above.first().copied(), key) {
            (None, "op" | "backward" | "manual_signature") if is_open(before, '(', ')') => {
                legacy_names(registry, items);
            }
            (None, "op" | "manual_signature") => ops_in_programs(registry, items, |_| true),
            (None, "backward") => ops_in_programs(registry, items, Op::is_backward),
            // The keys of these mappings are the names in the operator's own entry.
            (None, "inputs") => names(op.iter().flat_map(|op| op.signature.input_names()), items),
            (None, "outputs") => names(op.iter().flat_map(|op| op.signature.output_names()), items),
            (None, "attrs") => names(op.iter().flat_map(|op| op.signature.attr_names()), items),
            (None, "scalar" | "int_array") => {
                let fits = |ty: AttrType| if key == "scalar" { ty.is_scalar() } else { ty.is(Element::IntArray) };
                let attrs = op.iter().flat_map(|op| &op.signature.attrs).filter(|attr| fits(attr.ty));
                names(attrs.map(|attr| attr.name.as_str()), items);
            }
            (None, "complex_promote") => names(op.iter().flat_map(|op| op.signature.input_names()), items),
            (None, "drop_empty_grad") => {
                let gradients = op.iter().flat_map(|op| op.signature.inputs.iter());
                let gradients: Vec<String> = gradients.map(|input| format!("{}_grad", input.name.value)).collect();
                names(gradients.iter().map(String::as_str), items);
            }
            (Some("inputs" | "outputs" | "attrs"), name) => in_programs(registry, above, name, items),
            (Some("scalar" | "int_array"), "data_type") => {
                words(check::STORED_TYPES.iter().copied(), Kind::TYPE_PARAMETER, items);
            }
            (Some("scalar" | "int_array"), "tensor_name" | "tensors_name") => {
                let attr = above.get(1).copied().unwrap_or("");
                let usual = capitalised(attr) + if key == "tensor_name" { "Tensor" } else { "TensorList" };
                words([usual.as_str()], Kind::CONSTANT, items);
            }
            (Some("get_expected_kernel_type"), _) => used(view, KERNEL_TYPE, 0, items),
            (Some("extra"), "inputs" | "outputs") => {
                let signature = op.map(|op| &op.signature);
                names(signature.iter().flat_map(|of| of.input_names().chain(of.output_names())), items);
            }
            (Some("extra"), "attrs") => arguments(view.profile(), before, items),
            _ => {}
        }
    }
}

fn names<'a>(names: impl Iterator<Item = &'a str>, items: &mut Items) {
    words(names, Kind::VARIABLE, items);
}

/// Offers names that programs have for a part: the usual one, and those in other entries.
fn in_programs(registry: &Registry, above: &[&str], name: &str, items: &mut Items) {
    let entries = &registry.specs().compat;
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for entry in entries {
        let names = match above.first() {
            Some(&"inputs") => &entry.inputs,
            Some(&"outputs") => &entry.outputs,
            _ => &entry.attrs,
        };
        known.extend(names.get(name).map(|legacy| legacy.as_str()));
    }
    let usual = if above.first() == Some(&"attrs") { name.to_owned() } else { capitalised(name) };
    words([usual.as_str()], Kind::CONSTANT, items);
    words(known, Kind::CONSTANT, items);
}

/// `OutGrad` for `out_grad`.
fn capitalised(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    name.split('_').map(word).collect()
}

fn ops_in_programs(registry: &Registry, items: &mut Items, fits: impl Fn(&Op) -> bool) {
    let has_name = |op: &Op| op.home.family().has_program_names() && op.home.family().graph() != Graph::Pir;
    registry.ops().filter(|(_, op)| has_name(op) && fits(op)).for_each(|(_, op)| op_name(op, items));
}

/// The operator that an entry describes.
fn op_of<'v>(view: &'v View, cursor: &Cursor) -> Option<&'v Op> {
    view.registry().find_for_compat(cursor.subject?).map(|id| view.op(id))
}

/// Offers values in an entry of `op_version`.
pub fn version(view: &View, cursor: &Cursor, key: &str, items: &mut Items) {
    let registry = view.registry();
    if cursor.path.len() == 1 && key == "op" {
        let stems: BTreeSet<&str> =
            registry.ops().filter(|(_, op)| op.home.family().has_program_names()).map(|(_, op)| op.stem()).collect();
        return words(stems, Kind::FUNCTION, items);
    }
    let Some(op) = op_of(view, cursor) else { return };
    let compat = registry.compat_of(&op.name.value);
    let signature = &op.signature;
    match key.rsplit_once('_').map(|(_, what)| what) {
        Some("attr") => {
            let own = signature.attr_names().map(|name| compat.map_or(name, |entry| entry.attr_in_programs(name)));
            names(own, items);
            names(compat.iter().flat_map(|entry| &entry.extra.attrs).map(|attr| attr.name.as_str()), items);
        }
        Some("input") => {
            names(
                signature.input_names().map(|name| compat.map_or(name, |entry| entry.input_in_programs(name))),
                items,
            );
        }
        Some("output") => {
            names(
                signature.output_names().map(|name| compat.map_or(name, |entry| entry.output_in_programs(name))),
                items,
            );
        }
        _ => {}
    }
}

/// Offers values in an entry about a function of Python.
pub fn python_api(view: &View, cursor: &Cursor, key: &str, above: &[&str], items: &mut Items) {
    let registry = view.registry();
    let op = || cursor.subject.and_then(|name| registry.find_in_main(name)).map(|id| view.op(id));
    match (above, key) {
        ([], "op") => registry.ops().for_each(|(_, op)| op_name(op, items)),
        (["pre_process"], _) => names(op().iter().flat_map(|op| op.signature.arg_names()), items),
        _ => {}
    }
}

/// Offers values in an addition.
pub fn addition(view: &View, cursor: &Cursor, key: &str, before: &str, items: &mut Items) {
    let takes = |op: &Op| view.profile().takes_additions(op.home.family());
    let op = view.registry().ops().map(|(_, op)| op).find(|op| takes(op) && Some(op.name.as_str()) == cursor.subject);
    match key {
        "op" => view.registry().ops().filter(|(_, op)| takes(op)).for_each(|(_, op)| op_name(op, items)),
        "extra_args" => arguments(view.profile(), before, items),
        "data_format_tensors" => names(op.iter().flat_map(|op| op.signature.input_names()), items),
        "traits" => traits(view, &view.profile().traits, items),
        _ => {}
    }
}

fn legacy_names(registry: &Registry, items: &mut Items) {
    for (legacy, entries) in registry.legacy_compat() {
        let pairs = entries.into_iter().flat_map(|entry| entry.pairs());
        let current = pairs.filter(|pair| pair.in_programs() == legacy).map(|pair| pair.name.value.as_str()).next();
        let detail = current.map(|current| format!("`{current}` in programs"));
        items.add(Offer { detail, ..Offer::new(legacy, Kind::CONSTANT) });
    }
}
