//! Views, and the operators that copy what they see.

use source::fix::Help;
use source::{Change, Diagnostic, Diagnostics};
use torch_registry::tags::{INPLACE_VIEW, RESIZING, VIEW_COPY};
use torch_registry::{Function, Registry, ViewGroup, ViewGrouped};

use crate::{entries, name_span, report_unless_judged, rules};

const SET: &str = "set_";

/// Checks views.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for (_, function) in entries(registry) {
        inplace(registry, function, diagnostics);
    }
    for (_, function) in entries(registry).filter(|(_, function)| function.has_tag(VIEW_COPY)) {
        not_a_view(registry, function, diagnostics);
    }
    for grouped in registry.grouped_by_view() {
        if let ViewGrouped::View(group) = grouped {
            copy(registry, *group, diagnostics);
            composite(registry, *group, diagnostics);
        }
    }
}

fn inplace(registry: &Registry, function: &Function, diagnostics: &mut Diagnostics) {
    let name = function.name();
    let outplace = name.name.out_of_place();
    let of_name = || entries(registry).filter(|(_, other)| other.name().name == outplace).map(|(_, other)| other);
    let is_exempt = RESIZING.contains(&name.to_string().as_str()) || name.name.to_string() == SET;
    if let Some(tag) = function.entry.tag(INPLACE_VIEW).filter(|_| !is_exempt) {
        let problem = match () {
            () if !name.name.is_inplace => {
                format!("`{name}` has the tag `{INPLACE_VIEW}`, but its name does not end in `_`")
            }
            () if of_name().next().is_none() && !diagnostics.may_be_lost(&outplace.base) => {
                format!("`{name}` has the tag `{INPLACE_VIEW}`, but there is no view `{outplace}`")
            }
            () => return,
        };
        diagnostics.push(Diagnostic::new(rules::INPLACE_VIEW_NAME, tag.span, problem));
    } else if name.name.is_inplace && !function.has_tag(INPLACE_VIEW) {
        // The form that returns a view must have the same arguments.
        let same = |other: &&Function| other.is_view() && other.signature == function.signature;
        let Some(view) = of_name().find(same).filter(|_| !function.entry.poisoned) else { return };
        let message = format!("`{name}` lacks the tag `{INPLACE_VIEW}`, and `{}` is a view", view.name());
        let add =
            Change::AddName { within: function.entry.func_span, key: "tags".to_owned(), name: INPLACE_VIEW.to_owned() };
        let problem = Diagnostic::new(rules::INPLACE_VIEW_TAG, last_key(function), message);
        let problem = problem
            .label(name_span(view), "the view")
            .help(Help::from(format!("add the tag `{INPLACE_VIEW}`")).with(add));
        report_unless_judged(registry, function, problem, diagnostics);
    }
}

/// Reports the operator that a copy belongs to, if it does not return a view.
fn not_a_view(registry: &Registry, copy: &Function, diagnostics: &mut Diagnostics) {
    let name = copy.name();
    let Some(base) = name.name.base.strip_suffix("_copy").filter(|_| !copy.entry.func.is_out()) else { return };
    let is_original = |other: &&Function| {
        other.name().name == torch_schema::BaseOperatorName::plain(base) && other.name().overload == name.overload
    };
    let original = entries(registry).map(|(_, other)| other).find(is_original);
    let Some(original) = original.filter(|original| !original.is_view() && !original.entry.poisoned) else { return };
    let message = format!("`{}` is not a view, and `{name}` copies what it would share", original.name());
    let problem = Diagnostic::new(rules::VIEW_COPY, name_span(original), message).label(name_span(copy), "the copy");
    let problem = problem.help("write `Tensor(a)` for the argument and for the result that share memory");
    report_unless_judged(registry, original, problem, diagnostics);
}

/// The first key behind the schema, beside which another one would stand.
fn last_key(function: &Function) -> source::Span {
    let keys = &function.entry.keys;
    let key = keys.iter().find(|key| key.value == "tags").or_else(|| keys.iter().find(|key| key.value == "dispatch"));
    key.map_or(name_span(function), |key| key.span)
}

fn copy(registry: &Registry, ViewGroup { view, view_copy, .. }: ViewGroup, diagnostics: &mut Diagnostics) {
    let view = &registry[view];
    if view.entry.poisoned || view.is_generated {
        return;
    }
    let name = view.name();
    let Some(copy) = view_copy.map(|id| &registry[id]) else {
        let base = format!("{}_copy", name.name.base);
        if view.needs_view_copy() && !diagnostics.may_be_lost(&base) {
            let near = entries(registry)
                .find(|(_, other)| other.name().name.base == base && other.name().overload == name.overload);
            let message =
                format!("`{name}` is a view, and there is no operator `{base}` with the same arguments that copies");
            let copied = view.entry.func.signature().to_string().replacen(&name.name.base, &base, 1);
            let problem = Diagnostic::new(rules::VIEW_COPY, name_span(view), message);
            let problem =
                problem.maybe_label(near.map(|(_, other)| name_span(other)), "this has other arguments or results");
            diagnostics.push(problem.help(format!("add `{copied}` with the tag `{VIEW_COPY}`")));
        }
        return;
    };
    let copied = &copy.name().name.base;
    if !copied.ends_with("_copy") && !copied.ends_with("_scatter") {
        let message = format!(
            "`{}` has the same arguments and results as the view `{name}`, but its name does not end in `_copy`",
            copy.name()
        );
        diagnostics
            .push(Diagnostic::new(rules::VIEW_COPY, name_span(copy), message).label(name_span(view), "the view"));
    } else if !copy.has_tag(VIEW_COPY) && copied.ends_with("_copy") {
        let message = format!("`{}` copies the view `{name}`, and lacks the tag `{VIEW_COPY}`", copy.name());
        let add = Change::AddName { within: copy.entry.func_span, key: "tags".to_owned(), name: VIEW_COPY.to_owned() };
        let problem = Diagnostic::new(rules::VIEW_COPY_TAG, last_key(copy), message).label(name_span(view), "the view");
        diagnostics.push(problem.help(Help::from(format!("add the tag `{VIEW_COPY}`")).with(add).certain(true)));
    }
}

/// A view and its inplace form must both be decomposed, or neither.
fn composite(registry: &Registry, ViewGroup { view, view_inplace, .. }: ViewGroup, diagnostics: &mut Diagnostics) {
    let Some(inplace) = view_inplace.map(|id| &registry[id]) else { return };
    let view = &registry[view];
    let is_sound = !view.entry.poisoned && !inplace.entry.poisoned;
    if is_sound && view.is_composite_implicit() && !inplace.is_composite_implicit() {
        let message = format!("`{}` is decomposed, and `{}` is not", view.name(), inplace.name());
        let problem = Diagnostic::new(rules::VIEW_COPY, name_span(inplace), message).label(name_span(view), "the view");
        diagnostics.push(problem.help("both need a kernel for `CompositeImplicitAutograd`, or neither"));
    }
}
