//! Types of arguments without a C++ spelling in the profile. For each layer that is generated, the profile has a table
//! of them.

use std::collections::BTreeMap;

use profile::Profile;
use registry::Registry;
use source::{Diagnostic, Diagnostics, Span, rules};
use spec::{AttrType, Op, TensorType};

use super::{has_cpp_function, sound_ops};

/// A table below `cpp.types` in the profile.
struct Table {
    name: &'static str,
    /// True if the profile has the target that uses the table.
    is_used: fn(&Profile) -> bool,
    /// True if the target generates something for an operator.
    is_for: fn(&Op) -> bool,
    /// True if the target looks a type up in the table.
    needs: fn(&str) -> bool,
}

const TABLES: &[Table] = &[
    Table { name: "api", is_used: |profile| profile.cpp_api.is_some(), is_for: has_cpp_function, needs: is_attribute },
    Table {
        name: "kernel",
        is_used: |profile| profile.cpp_api.is_some(),
        is_for: has_cpp_function,
        needs: is_attribute,
    },
    Table { name: "eager", is_used: |profile| profile.dygraph.is_some(), is_for: has_cpp_function, needs: |_| true },
    Table {
        name: "stored",
        is_used: |profile| profile.static_graph.is_some(),
        is_for: has_kernel,
        needs: is_attribute,
    },
    Table { name: "pir_attribute", is_used: |profile| profile.pir.is_some(), is_for: has_kernel, needs: is_attribute },
    Table {
        name: "pir_parameter",
        is_used: |profile| profile.pir.is_some(),
        is_for: has_kernel,
        needs: is_attribute_but_scalar,
    },
];

fn has_kernel(op: &Op) -> bool {
    op.kernel.is_some()
}

fn is_attribute(ty: &str) -> bool {
    ty.parse::<AttrType>().is_ok()
}

/// Scalars are passed as numbers, which have types of their own.
fn is_attribute_but_scalar(ty: &str) -> bool {
    ty.parse::<AttrType>().is_ok_and(|ty| !ty.is_scalar())
}

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let profile = registry.profile();
    for table in TABLES.iter().filter(|table| (table.is_used)(profile)) {
        let Some(at) = table_span(profile, table.name) else { continue };
        for (ty, op) in missing(table, profile, registry) {
            diagnostics.push(no_spelling(table.name, ty, at, op));
        }
    }
}

/// The types that a table lacks, each with the first operator that needs it.
fn missing<'a>(table: &Table, profile: &Profile, registry: &'a Registry) -> BTreeMap<&'static str, &'a Op> {
    let known = profile.cpp.types.get(table.name);
    let is_known = |ty: &str| known.is_some_and(|known| known.contains_key(ty));
    let all = TensorType::NAMES.iter().copied().chain(AttrType::names());
    let unknown: Vec<&str> = all.filter(|ty| (table.needs)(ty) && !is_known(ty)).collect();
    let mut missing = BTreeMap::new();
    if unknown.is_empty() {
        return missing;
    }
    for op in sound_ops(registry).filter(|op| (table.is_for)(op)) {
        let types = types(op);
        let used = unknown.iter().filter(|unknown| types.iter().any(|ty| ty == *unknown));
        for ty in used {
            missing.entry(*ty).or_insert(op);
        }
    }
    missing
}

/// The types of an operator's inputs, attributes and outputs.
fn types(op: &Op) -> Vec<String> {
    let inputs = op.signature.inputs.iter().map(|input| input.ty.to_string());
    let outputs = op.signature.outputs.iter().map(|output| output.ty.to_string());
    inputs.chain(outputs).chain(op.signature.attrs.iter().map(|attr| attr.ty.to_string())).collect()
}

/// The span of a table in the profile, or of all tables if it is missing.
fn table_span(profile: &Profile, table: &str) -> Option<Span> {
    profile.type_tables.tables.get(table).copied().or(profile.type_tables.all)
}

fn no_spelling(table: &str, ty: &str, at: Span, op: &Op) -> Diagnostic {
    let message = format!("the profile has no C++ type for `{ty}` in `cpp.types.{table}`");
    let problem = Diagnostic::new(rules::WRONG_NODE, at, message);
    let label = format!("`{}` has this type", op.name.value);
    problem.label(op.name.span, label).help(format!("add `\"{ty}\"` to the table"))
}
