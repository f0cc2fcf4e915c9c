//! Entries of `op_compat.yaml` and `op_version.yaml` that match no operator, are repeated, or contradict each other.

use crate::rules;
use std::collections::{BTreeMap, BTreeSet};

use super::may_exist;
use registry::{Conflict, Registry};
use source::suggest::Known;
use source::{Diagnostic, Diagnostics, Help, Span, Spanned};
use spec::{Attr, AttrType, Element, stem};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let specs = registry.specs();
    for attr in specs.compat.iter().flat_map(|entry| &entry.extra.attrs) {
        check_extra_attr(attr, diagnostics);
    }
    check_conflicts(registry.compat_conflicts(), diagnostics);
    let contradicted: BTreeSet<&str> =
        registry.compat_conflicts().iter().map(|conflict| conflict.operator.as_str()).collect();
    let compat = specs.compat.iter().map(|entry| &entry.op.name).filter(|name| !contradicted.contains(name.as_str()));
    check_unique("op_compat", compat, "first listed here; both entries are used", diagnostics);
    check_unique(
        "op_version",
        specs.versions.iter().map(|entry| &entry.op),
        "first listed here; only this entry is used",
        diagnostics,
    );
    check_versions(registry, diagnostics);
}

fn check_versions(registry: &Registry, diagnostics: &mut Diagnostics) {
    let versioned = registry.ops().map(|(_, op)| op).filter(|op| op.home.family().has_program_names());
    let stems: BTreeSet<&str> = versioned.map(|op| op.stem()).collect();
    let known = Known::new(stems.iter().copied());
    let mut renamed: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for pair in registry.specs().compat.iter().flat_map(|entry| entry.pairs()) {
        if let Some(legacy) = &pair.legacy {
            renamed.entry(legacy.as_str()).or_default().push(stem(&pair.name.value));
        }
    }
    for name in registry.specs().versions.iter().map(|version| &version.op) {
        if !stems.contains(name.as_str()) && !may_exist(registry, &name.value, diagnostics) {
            let renamed = renamed.get(name.as_str()).into_iter().flatten().copied();
            let meant = std::iter::once(stem(&name.value)).chain(renamed).find(|new| stems.contains(new));
            report_version(name, meant, &known, diagnostics);
        }
    }
}

/// An extra attribute needs a default, which programs without it get, and a type that programs can hold: a plain value,
/// or a list of them.
fn check_extra_attr(attr: &Attr, diagnostics: &mut Diagnostics) {
    let name = &attr.name;
    let plain = matches!(
        attr.ty.element,
        Element::Bool | Element::Int | Element::Int64 | Element::Float | Element::Double | Element::Str
    );
    let (message, help) = if !plain || attr.ty == (AttrType { element: Element::Bool, list: true }) {
        let message =
            format!("the extra attribute `{}` is of type `{}`, which programs cannot hold", name.value, attr.ty);
        (message, "use `bool`, `int`, `int64_t`, `float`, `double`, `str`, or a list of any of these except `bool`")
    } else if attr.default.is_none() {
        let message = format!("the extra attribute `{}` has no default", name.value);
        (message, "add one: a program without the attribute gets it")
    } else {
        return;
    };
    diagnostics.push(Diagnostic::new(rules::EXTRA_ATTR, name.span, message).help(help));
}

fn check_conflicts(conflicts: &[Conflict], diagnostics: &mut Diagnostics) {
    for Conflict { operator, subject, first, second } in conflicts {
        let message = format!("two entries of `{operator}` contradict each other on {subject}");
        let problem = Diagnostic::new(rules::COMPAT_CONFLICT, *second, message).here("the second entry");
        diagnostics.push(
            problem
                .label(*first, "the first entry")
                .help("merge them: which one the framework uses depends on their order"),
        );
    }
}

/// Reports names that have more than one entry in a list.
pub(super) fn check_unique<'a>(
    list: &str,
    names: impl Iterator<Item = &'a Spanned<String>>,
    first_label: &str,
    diagnostics: &mut Diagnostics,
) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for name in names {
        match seen.get(name.as_str()) {
            Some(&first) => {
                let message = format!("`{}` is listed twice in {list}", name.value);
                let problem = Diagnostic::new(rules::DUPLICATE_ENTRY, name.span, message).here("listed again here");
                diagnostics.push(problem.label(first, first_label));
            }
            None => {
                seen.insert(&name.value, name.span);
            }
        }
    }
}

/// The framework looks versions up by the operator's current name without the underscore of inplace operators, so an
/// entry under any other name is never found.
fn report_version(name: &Spanned<String>, meant: Option<&str>, known: &Known, diagnostics: &mut Diagnostics) {
    let message = format!("`{}` matches no operator, so its versions have no effect", name.value);
    let help = match meant {
        Some(meant) => {
            let help = format!("write `{meant}`, the name under which the framework looks this operator up");
            Some(Help::instead(help, meant).titled(format!("write `{meant}`")).certain(true))
        }
        None => known.help(&name.value),
    };
    diagnostics.push(Diagnostic::new(rules::UNKNOWN_VERSION_OP, name.span, message).maybe_help(help));
}
