//! Types without a spelling: a target needs one for each type of an operator that it is for, in the table of its layer.

use std::collections::BTreeMap;

use profile::Profile;
use registry::Registry;
use source::{Diagnostic, Diagnostics, Span, rules};
use spec::{AttrType, Op, TensorType};

use super::{has_cpp_function, sound_ops};

/// A table below `cpp.types`.
struct Table {
    name: &'static str,
    /// Whether the version has the target that uses the table.
    is_used: fn(&Profile) -> bool,
    /// Whether the target is for an operator.
    is_for: fn(&Op) -> bool,
    /// Whether the target looks up a type there.
    has: fn(&str) -> bool,
}

const TABLES: &[Table] = &[
    Table {
        name: "api",
        is_used: |profile| profile.cpp_api.is_some(),
        is_for: has_cpp_function,
        has: is_of_attributes,
    },
    Table {
        name: "kernel",
        is_used: |profile| profile.cpp_api.is_some(),
        is_for: has_cpp_function,
        has: is_of_attributes,
    },
    Table { name: "eager", is_used: |profile| profile.dygraph.is_some(), is_for: has_cpp_function, has: |_| true },
    Table {
        name: "stored",
        is_used: |profile| profile.static_graph.is_some(),
        is_for: has_kernel,
        has: is_of_attributes,
    },
    Table {
        name: "pir_attribute",
        is_used: |profile| profile.pir.is_some(),
        is_for: has_kernel,
        has: is_of_attributes,
    },
    Table { name: "pir_parameter", is_used: |profile| profile.pir.is_some(), is_for: has_kernel, has: is_no_scalar },
];

fn has_kernel(op: &Op) -> bool {
    op.kernel.is_some()
}

fn is_of_attributes(ty: &str) -> bool {
    ty.parse::<AttrType>().is_ok()
}

/// Numbers, which have types of their own, are given instead of scalars.
fn is_no_scalar(ty: &str) -> bool {
    ty.parse::<AttrType>().is_ok_and(|ty| !ty.is_scalar())
}

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let profile = registry.profile();
    for table in TABLES.iter().filter(|table| (table.is_used)(profile)) {
        let Some(at) = place(profile, table.name) else { continue };
        for (ty, op) in missing(table, profile, registry) {
            diagnostics.push(no_spelling(table.name, ty, at, op));
        }
    }
}

/// The types that operators have and the table lacks, each with the first operator.
fn missing<'a>(table: &Table, profile: &Profile, registry: &'a Registry) -> BTreeMap<&'static str, &'a Op> {
    let known = profile.cpp.types.get(table.name);
    let is_known = |ty: &str| known.is_some_and(|known| known.contains_key(ty));
    let all = TensorType::NAMES.iter().copied().chain(AttrType::names());
    let unknown: Vec<&str> = all.filter(|ty| (table.has)(ty) && !is_known(ty)).collect();
    let mut missing = BTreeMap::new();
    if unknown.is_empty() {
        return missing;
    }
    for op in sound_ops(registry).filter(|op| (table.is_for)(op)) {
        let types = types(op);
        let used = unknown.iter().filter(|unknown| types.iter().any(|ty| ty == *unknown));
        used.for_each(|ty| {
            missing.entry(*ty).or_insert(op);
        });
    }
    missing
}

/// The types of an operator's inputs, attributes and outputs.
fn types(op: &Op) -> Vec<String> {
    let inputs = op.signature.inputs.iter().map(|input| input.ty.to_string());
    let outputs = op.signature.outputs.iter().map(|output| output.ty.to_string());
    inputs.chain(outputs).chain(op.signature.attrs.iter().map(|attr| attr.ty.to_string())).collect()
}

/// The table in the profile, or the tables around it.
fn place(profile: &Profile, table: &str) -> Option<Span> {
    profile.type_tables.tables.get(table).copied().or(profile.type_tables.all)
}

fn no_spelling(table: &str, ty: &str, at: Span, op: &Op) -> Diagnostic {
    let message = format!("the profile has no C++ type for `{ty}` in `cpp.types.{table}`");
    let problem = Diagnostic::new(rules::WRONG_NODE, at, message);
    let label = format!("`{}` has this type", op.name.value);
    problem.label(op.name.span, label).help(format!("add `\"{ty}\"` to the table"))
}
