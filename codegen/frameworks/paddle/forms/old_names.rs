//! The names of operators and their arguments in programs of the older form.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use profile::{Carrier, CompatInfo, MarkedNames};
use registry::Registry;
use serde::Serialize;
use spec::compat::MutableAttr;
use spec::{Compat, Op};

/// The translator's tables, sorted by operator.
#[derive(Debug, Serialize)]
pub struct NameTables {
    /// Operators with another name in programs.
    pub ops: Vec<NameRow>,
    /// Operators whose arguments have other names in programs.
    pub arguments: Vec<ArgumentsRow>,
    /// Operators with attributes that may be tensors.
    pub mutable_attrs: Vec<MutableRow>,
}

/// A name, and the name in programs.
#[derive(Debug, Serialize)]
pub struct NameRow {
    /// The name in the YAML.
    pub name: String,
    /// The name in programs.
    pub legacy: String,
}

/// The arguments of an operator.
#[derive(Debug, Serialize)]
pub struct ArgumentsRow {
    /// The legacy name of the operator.
    pub op: String,
    /// The names of its arguments.
    pub names: Vec<NameRow>,
}

/// The attributes of an operator that may be tensors.
#[derive(Debug, Serialize)]
pub struct MutableRow {
    /// The legacy name of the operator.
    pub op: String,
    /// The attributes.
    pub attrs: Vec<MutableAttrRow>,
}

/// An attribute that may be a tensor.
#[derive(Debug, Serialize)]
pub struct MutableAttrRow {
    /// The name of the attribute.
    pub name: String,
    /// The inputs that can carry it.
    pub inputs: Vec<String>,
}

/// The tables of a project.
pub fn tables(registry: &Registry, section: &CompatInfo) -> NameTables {
    let mutable = registry.legacy_compat().map(|(op, entries)| (op, mutable_attrs(&entries, section)));
    let mutable = mutable.filter(|(_, attrs)| !attrs.is_empty());
    NameTables {
        ops: renamed(registry, section),
        arguments: arguments(registry, section),
        mutable_attrs: mutable.map(|(op, attrs)| MutableRow { op: op.to_owned(), attrs }).collect(),
    }
}

fn renamed(registry: &Registry, section: &CompatInfo) -> Vec<NameRow> {
    let pairs = registry.specs().compat.iter().flat_map(|entry| entry.pairs());
    let renamed = pairs.filter(|pair| pair.in_programs() != pair.name.as_str());
    let mut by_legacy: BTreeMap<String, String> =
        renamed.map(|pair| (pair.in_programs().to_owned(), pair.name.value.clone())).collect();
    by_legacy.extend(section.op_names.clone());
    for marked in &section.marked {
        by_legacy.extend(registry.ops_of(&marked.homes).map(|(_, op)| marked_names(op, marked)));
    }
    by_legacy.into_iter().map(|(legacy, name)| NameRow { name, legacy }).collect()
}

/// The legacy name and the name of an operator. The underscore of an inplace operator stays at the end.
fn marked_names(op: &Op, marked: &MarkedNames) -> (String, String) {
    let (MarkedNames { homes: _, prefix, suffix }, stem) = (marked, op.stem());
    let underscore = if op.is_inplace_only() { "_" } else { "" };
    (format!("{prefix}{stem}"), format!("{stem}{suffix}{underscore}"))
}

fn arguments(registry: &Registry, section: &CompatInfo) -> Vec<ArgumentsRow> {
    let names = |entry: &&Compat| {
        let lists = [&entry.inputs, &entry.attrs, &entry.outputs].map(Clone::clone);
        lists.into_iter().flatten().map(|(name, legacy)| (name, legacy.value))
    };
    let mut ops: BTreeMap<&str, IndexMap<String, String>> =
        registry.legacy_compat().map(|(op, entries)| (op, entries.iter().flat_map(names).collect())).collect();
    for given in &section.argument_names {
        let arguments = ops.entry(&given.op).or_default();
        if !given.extends_entries {
            arguments.clear();
        }
        arguments.extend(given.arguments.iter().cloned());
    }
    let row = |(op, names): (&str, IndexMap<String, String>)| ArgumentsRow {
        op: op.to_owned(),
        names: names.into_iter().map(|(name, legacy)| NameRow { name, legacy }).collect(),
    };
    ops.into_iter().filter(|(_, names)| !names.is_empty()).map(row).collect()
}

/// Attributes that may be tensors. If an `IntArray` and a `Scalar` have the same name, the latter decides.
fn mutable_attrs(entries: &[&Compat], section: &CompatInfo) -> Vec<MutableAttrRow> {
    let attrs = entries.iter().flat_map(|entry| entry.int_array.iter().chain(&entry.scalar));
    let by_name: IndexMap<&str, &MutableAttr> = attrs.map(|(name, attr)| (name.as_str(), attr)).collect();
    let plan = |(name, attr): (&str, &MutableAttr)| {
        let inputs = section.carriers.iter().filter_map(|carrier| match carrier {
            Carrier::TensorName => attr.tensor_name.as_ref(),
            Carrier::TensorsName => attr.tensors_name.as_ref(),
        });
        MutableAttrRow { name: name.to_owned(), inputs: inputs.map(|input| input.value.clone()).collect() }
    };
    by_name.into_iter().map(plan).collect()
}
