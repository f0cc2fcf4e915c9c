//! Target `compat`: what operators and their arguments are called in old programs, for the translator that reads those.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Serialize;

use super::cpp::{joined, quoted};
use super::{BANNER, FilePlan};
use profile::{CompatInfo, Profile};
use registry::Registry;
use spec::Compat;
use spec::compat::MutableAttr;

/// Tables as the translator wants them. Names are string literals, rows sorted.
#[derive(Debug, Serialize)]
struct CompatPlan<'a> {
    banner: &'a str,
    /// Legacy to new name of an operator.
    ops: Vec<Row>,
    /// Legacy name of an operator to pairs of new and legacy name of an argument.
    arguments: Vec<Row>,
    /// Legacy name of an operator to attributes that may come as tensors.
    mutable_attrs: Vec<Row>,
    /// Legacy name of an operator to pairs of such an attribute and the inputs that may carry it.
    carriers: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    key: String,
    value: String,
}

impl Row {
    fn new(key: &str, value: String) -> Self {
        Row { key: quoted(key), value }
    }
}

/// Plans the one file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(settings) = &profile.compat else { return Vec::new() };
    let mutable: Vec<_> = registry
        .legacy_compat()
        .map(|(op, entries)| (op, mutable_attrs(&entries)))
        .filter(|(_, attrs)| !attrs.is_empty())
        .collect();
    let plan = CompatPlan {
        banner: BANNER,
        ops: renamed(registry),
        arguments: arguments(registry, settings),
        mutable_attrs: mutable
            .iter()
            .map(|(op, attrs)| Row::new(op, joined(attrs.keys().map(|name| quoted(name)))))
            .collect(),
        carriers: mutable.iter().map(|(op, attrs)| Row::new(op, carriers(attrs))).collect(),
    };
    vec![FilePlan::new(&settings.source, "compat/source.cc.j2", plan)]
}

fn renamed(registry: &Registry) -> Vec<Row> {
    let pairs = registry.specs().compat.iter().flat_map(Compat::pairs);
    let renamed = pairs.filter(|pair| pair.in_programs() != pair.name.as_str());
    let by_legacy: BTreeMap<_, _> = renamed.map(|pair| (pair.in_programs(), pair.name.as_str())).collect();
    by_legacy.into_iter().map(|(legacy, name)| Row::new(legacy, quoted(name))).collect()
}

fn arguments(registry: &Registry, settings: &CompatInfo) -> Vec<Row> {
    let names = |entry: &&Compat| {
        let lists = [&entry.inputs, &entry.attrs, &entry.outputs].map(Clone::clone);
        lists.into_iter().flatten().map(|(name, legacy)| (name, legacy.value))
    };
    let mut ops: BTreeMap<&str, IndexMap<String, String>> =
        registry.legacy_compat().map(|(op, entries)| (op, entries.iter().flat_map(names).collect())).collect();
    for by_hand in &settings.by_hand {
        let arguments = ops.entry(&by_hand.op).or_default();
        if !by_hand.adds {
            arguments.clear();
        }
        arguments.extend(by_hand.arguments.iter().cloned());
    }
    let row = |(op, names): (&str, IndexMap<String, String>)| {
        let pairs = names.iter().map(|(name, legacy)| format!("{{{}, {}}}", quoted(name), quoted(legacy)));
        Row::new(op, joined(pairs))
    };
    ops.into_iter().filter(|(_, names)| !names.is_empty()).map(row).collect()
}

/// Attributes that may come as tensors; an array of integers before a scalar.
fn mutable_attrs<'a>(entries: &[&'a Compat]) -> IndexMap<&'a str, &'a MutableAttr> {
    let attrs = entries.iter().flat_map(|entry| entry.int_array.iter().chain(&entry.scalar));
    attrs.map(|(name, attr)| (name.as_str(), attr)).collect()
}

fn carriers(attrs: &IndexMap<&str, &MutableAttr>) -> String {
    joined(attrs.iter().map(|(name, attr)| {
        let inputs = [&attr.tensor_name, &attr.tensors_name].into_iter().flatten();
        format!("{{{}, {{{}}}}}", quoted(name), joined(inputs.map(|input| quoted(&input.value))))
    }))
}
