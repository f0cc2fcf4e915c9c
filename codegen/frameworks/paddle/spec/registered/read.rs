//! Reads a file of registered operators.

use indexmap::IndexMap;
use source::fields::{self, Fields, Subject};
use source::yaml::Node;
use source::{Diagnostics, Spanned, rules};

use super::{GradOp, Pair, Proto, Registered, RegisteredOp, Stated, checks};

/// Reads and checks a whole file.
pub fn read(root: &Node, diagnostics: &mut Diagnostics) -> Registered {
    let what = format_args!("a file of registered operators");
    let Some(fields) = Fields::of(root, what, diagnostics) else { return Registered::default() };
    fields.reject_unknown(rules::UNKNOWN_KEY, &["registry_order", "forward_order", "operators"], diagnostics);
    let mut order = |key| {
        if fields.get(key).is_none() {
            fields.report_missing(key, diagnostics);
        }
        let names = names(&fields, key, diagnostics);
        checks::report_duplicates(&names, key, diagnostics);
        names
    };
    let (registry_order, forward_order) = (order("registry_order"), order("forward_order"));
    let operators = operators(&fields, diagnostics);
    let registered = Registered { registry_order, forward_order, operators };
    checks::check(&registered, diagnostics);
    registered
}

fn operators(file: &Fields, diagnostics: &mut Diagnostics) -> IndexMap<String, RegisteredOp> {
    let Some(node) = file.get("operators") else {
        file.report_missing("operators", diagnostics);
        return IndexMap::new();
    };
    let what = format_args!("`operators` of {}", file.what);
    let Some(fields) = Fields::of(node, what, diagnostics) else { return IndexMap::new() };
    let mut read = |(name, node): &(Spanned<String>, Node)| {
        operator(name, node, diagnostics).map(|operator| (name.value.clone(), operator))
    };
    fields.entries().iter().filter_map(&mut read).collect()
}

fn operator(name: &Spanned<String>, node: &Node, diagnostics: &mut Diagnostics) -> Option<RegisteredOp> {
    let Some(fields) = Fields::of(node, format_args!("`{}`", name.value), diagnostics) else {
        diagnostics.note_lost(&name.value);
        return None;
    };
    let fields = fields.with_span(name.span);
    let known = ["proto", "kernel", "defaults", "inplace", "grad_maker", "grad"];
    fields.reject_unknown(rules::UNKNOWN_KEY, &known, diagnostics);
    if let Some(defaults) = stated(&fields, "defaults").get() {
        Fields::of_part(defaults, Subject::Under { key: "defaults", of: &fields.what }, diagnostics);
    }
    fields.flag("grad_maker", diagnostics);
    let proto = match stated(&fields, "proto") {
        // A value that cannot be read has been reported. It must not be derived as if it were not stated.
        Stated::Present(node) => Proto::read(node, &name.value, diagnostics).map_or(Stated::Absent, Stated::Present),
        Stated::Absent => Stated::Absent,
        Stated::Unstated => Stated::Unstated,
    };
    let gradient = match stated(&fields, "grad") {
        Stated::Present(node) => match fields::items(node, format_args!("`grad` of {}", fields.what), diagnostics) {
            Some(items) => {
                Stated::Present(items.iter().filter_map(|item| GradOp::read(item, &name.value, diagnostics)).collect())
            }
            None => Stated::Absent,
        },
        Stated::Absent => Stated::Absent,
        Stated::Unstated => Stated::Unstated,
    };
    // An operator whose variables opgen derives has a kernel.
    let has_kernel =
        !names(&fields, "kernel", diagnostics).is_empty() || (fields.get("kernel").is_none() && proto.is_unstated());
    let inplace = pairs(&fields, "inplace", diagnostics);
    Some(RegisteredOp { name: name.clone(), proto, has_kernel, inplace, gradient })
}

fn stated<'a>(fields: &Fields<'a>, key: &str) -> Stated<&'a Node> {
    match fields.get(key) {
        None => Stated::Unstated,
        Some(node) if node.is_empty() => Stated::Absent,
        Some(node) => Stated::Present(node),
    }
}

/// The names in a list. Empty if the key is absent.
pub(crate) fn names(fields: &Fields, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let Some(node) = fields.get(key) else { return Vec::new() };
    let what = Subject::Under { key, of: &fields.what };
    let items = fields::items(node, format_args!("{what}"), diagnostics).unwrap_or_default();
    let mut name = |item| Some(fields::text(item, format_args!("a name in {what}"), diagnostics)?.to_spanned());
    items.iter().filter_map(&mut name).collect()
}

/// The pairs in a mapping from inputs to outputs. Empty if the key is absent.
pub(crate) fn pairs(fields: &Fields, key: &str, diagnostics: &mut Diagnostics) -> Vec<Pair> {
    let Some(node) = fields.get(key) else { return Vec::new() };
    let what = Subject::Under { key, of: &fields.what };
    let Some(entries) = Fields::of_part(node, what, diagnostics) else { return Vec::new() };
    let mut pair = |(input, node): &(Spanned<String>, Node)| {
        let output = fields::text(node, format_args!("the output for `{}`", input.value), diagnostics)?.to_spanned();
        Some(Pair { input: input.clone(), output })
    };
    entries.entries().iter().filter_map(&mut pair).collect()
}

/// Reads the items of a list, each of which must be a mapping.
pub(crate) fn named_items<T>(
    items: &[Node],
    key: &str,
    op: &str,
    mut read: impl FnMut(&Fields, &mut Diagnostics) -> Option<T>,
    diagnostics: &mut Diagnostics,
) -> Vec<T> {
    let what = format_args!("an item of `{key}` of `{op}`");
    let mut item = |node| read(&Fields::of_part(node, Subject::Shown(&what), diagnostics)?, diagnostics);
    items.iter().filter_map(&mut item).collect()
}
