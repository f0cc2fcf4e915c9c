//! Reads a file of registered operators.

use indexmap::IndexMap;
use source::fields::{self, Fields, What};
use source::yaml::Node;
use source::{Diagnostics, Spanned, rules};

use super::{Given, GradOp, Pair, Proto, Registered, RegisteredOp, checks};

/// Reads a whole file, and checks what it says.
pub fn read(root: &Node, diagnostics: &mut Diagnostics) -> Registered {
    let what = format_args!("a file of registered operators");
    let Some(fields) = Fields::of(root, what, diagnostics) else { return Registered::default() };
    fields.reject_unknown(rules::UNKNOWN_KEY, &["registry_order", "forward_order", "operators"], diagnostics);
    let mut order = |key| {
        if fields.get(key).is_none() {
            fields.missing(key, diagnostics);
        }
        let names = names(&fields, key, diagnostics);
        checks::twice(&names, key, diagnostics);
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
        file.missing("operators", diagnostics);
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
        diagnostics.lose(&name.value);
        return None;
    };
    let fields = fields.about(name.span);
    let known = ["proto", "kernel", "defaults", "inplace", "grad_maker", "grad"];
    fields.reject_unknown(rules::UNKNOWN_KEY, &known, diagnostics);
    if let Some(defaults) = given(&fields, "defaults").get() {
        Fields::of_part(defaults, What::Under { key: "defaults", of: &fields.what }, diagnostics);
    }
    fields.flag("grad_maker", diagnostics);
    let proto = match given(&fields, "proto") {
        // What cannot be read is as good as nothing: it has been reported.
        Given::Some(node) => Proto::read(node, &name.value, diagnostics).map_or(Given::Nothing, Given::Some),
        Given::Nothing => Given::Nothing,
        Given::Unsaid => Given::Unsaid,
    };
    let gradient = match given(&fields, "grad") {
        Given::Some(node) => match fields::items(node, format_args!("`grad` of {}", fields.what), diagnostics) {
            Some(items) => {
                Given::Some(items.iter().filter_map(|item| GradOp::read(item, &name.value, diagnostics)).collect())
            }
            None => Given::Nothing,
        },
        Given::Nothing => Given::Nothing,
        Given::Unsaid => Given::Unsaid,
    };
    // What opgen fills in has one.
    let has_kernel =
        !names(&fields, "kernel", diagnostics).is_empty() || (fields.get("kernel").is_none() && proto.is_unsaid());
    let inplace = pairs(&fields, "inplace", diagnostics);
    Some(RegisteredOp { name: name.clone(), proto, has_kernel, inplace, gradient })
}

fn given<'a>(fields: &Fields<'a>, key: &str) -> Given<&'a Node> {
    match fields.get(key) {
        None => Given::Unsaid,
        Some(node) if node.is_empty() => Given::Nothing,
        Some(node) => Given::Some(node),
    }
}

/// The names in a list; none if the key is absent.
pub(crate) fn names(fields: &Fields, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let Some(node) = fields.get(key) else { return Vec::new() };
    let what = What::Under { key, of: &fields.what };
    let items = fields::items(node, format_args!("{what}"), diagnostics).unwrap_or_default();
    let mut name = |item| Some(fields::text(item, format_args!("a name in {what}"), diagnostics)?.to_spanned());
    items.iter().filter_map(&mut name).collect()
}

/// The inputs and outputs of a mapping; none if the key is absent.
pub(crate) fn pairs(fields: &Fields, key: &str, diagnostics: &mut Diagnostics) -> Vec<Pair> {
    let Some(node) = fields.get(key) else { return Vec::new() };
    let what = What::Under { key, of: &fields.what };
    let Some(entries) = Fields::of_part(node, what, diagnostics) else { return Vec::new() };
    let mut pair = |(input, node): &(Spanned<String>, Node)| {
        let output = fields::text(node, format_args!("the output for `{}`", input.value), diagnostics)?.to_spanned();
        Some(Pair { input: input.clone(), output })
    };
    entries.entries().iter().filter_map(&mut pair).collect()
}

/// What the items of a list say, each of which is a mapping.
pub(crate) fn named_items<T>(
    items: &[Node],
    key: &str,
    op: &str,
    mut read: impl FnMut(&Fields, &mut Diagnostics) -> Option<T>,
    diagnostics: &mut Diagnostics,
) -> Vec<T> {
    let what = format_args!("an item of `{key}` of `{op}`");
    let mut item = |node| read(&Fields::of_part(node, What::Is(&what), diagnostics)?, diagnostics);
    items.iter().filter_map(&mut item).collect()
}
