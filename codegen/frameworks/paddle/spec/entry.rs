//! Reads an entry of an operator file into an [`Op`].

use std::sync::Arc;

use std::collections::BTreeMap;

use super::args;
use super::grammar::Poisoned;
use super::kernel;
use super::keys;
use super::op::{Attr, ExtraValue, ListedNames, Op, Signature};
use super::other_version;
use super::python_api;
use crate::{PackageOp, rules};
use indexmap::IndexMap;
use parallel::prelude::*;
use profile::{ExtraShape, Home, Profile, Syntax};
use source::fields::invalid_name;
use source::fields::{self, Fields};
use source::yaml::{self, Node};
use source::{Change, Diagnostic, Diagnostics, Help, Rule, Span, Spanned, suggest};

/// The number of entries that a core reads without a break.
const ENTRIES_AT_ONCE: usize = 32;

/// Reads what an entry states beyond Paddle's keys. Its kernel and signature have been read before.
pub type ReadOwn = fn(&Fields, &Signature, &mut Poisoned, &Profile, &mut Diagnostics) -> Option<PackageOp>;

/// Reads the entries of an operator file. Those without a name are reported and left out.
pub fn read_ops(
    root: &Node,
    home: Home,
    profile: &Profile,
    read_own: Option<ReadOwn>,
    diagnostics: &mut Diagnostics,
) -> Vec<Arc<Op>> {
    let Some(entries) = fields::items(root, format_args!("an operator file"), diagnostics) else {
        diagnostics.note_all_lost();
        return Vec::new();
    };
    let known = keys::names(&keys::op(home, profile));
    let read = |entries: &[Node]| {
        let mut found = Diagnostics::default();
        let ops = entries
            .iter()
            .filter_map(|entry| read_op(entry, home, &known, (profile, read_own), &mut found))
            .map(Arc::new);
        (ops.collect::<Vec<_>>(), found)
    };
    let mut ops = Vec::with_capacity(entries.len());
    for (read, found) in entries.par_chunks(ENTRIES_AT_ONCE).map(read).collect::<Vec<_>>() {
        ops.extend(read);
        diagnostics.append(found);
    }
    ops
}

/// Reads one entry, which may have the keys in `known`. `None` if it has no name.
fn read_op(
    node: &Node,
    home: Home,
    known: &[&str],
    (profile, read_own): (&Profile, Option<ReadOwn>),
    diagnostics: &mut Diagnostics,
) -> Option<Op> {
    let Some((fields, name)) = read_name(node, keys::op_name(home), diagnostics) else {
        yaml::note_lost(node, diagnostics);
        return None;
    };
    let fields = fields.renamed(format!("`{}`", name.value)).with_span(name.span);
    let help = |key: &str| (key == "forward").then_some("only backward operators have a `forward`");
    let of_profile = |profile| keys::names(&keys::op(home, profile));
    other_version::reject_unknown_keys(&fields, known, of_profile, help, profile, diagnostics);
    Some(read_fields(&fields, name, home, (profile, read_own), diagnostics))
}

fn read_name<'a>(node: &'a Node, key: &str, diagnostics: &mut Diagnostics) -> Option<(Fields<'a>, Spanned<String>)> {
    let fields = Fields::of(node, format_args!("an operator"), diagnostics)?;
    if fields.get(key).is_none() {
        let other = ["op", "backward_op"].into_iter().find_map(|other| fields.key_span(other));
        let problem = match other {
            Some(at) => {
                let help = format!("in this file, the key for an operator's name is `{key}`");
                let help = Help::instead(help, key).titled(format!("write `{key}`")).certain(true);
                Diagnostic { span: at, ..fields.missing_key(key) }.help(help)
            }
            None => fields.missing_key(key),
        };
        if !fields.any_rejected() {
            diagnostics.push(problem);
        }
        return None;
    }
    let name = fields.text(key, diagnostics)?;
    if !name.is_name() {
        let problem = invalid_name(name, source::rules::WRONG_NODE, "not a valid operator name");
        let is_word = |part: &str| part.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_');
        let overload = name.as_str().split_once('.').filter(|(base, rest)| is_word(base) && is_word(rest));
        let help = match overload {
            _ if name.is_empty() => "write it".to_owned(),
            Some((base, overload)) => format!("there are no overloads: write `{base}`, or `{base}_{overload}`"),
            None => fields::NAME.to_owned(),
        };
        diagnostics.push(problem.help(help));
        return None;
    }
    Some((fields, name.to_spanned()))
}

fn read_signature(
    fields: &Fields,
    home: Home,
    profile: &Profile,
    poisoned: &mut Poisoned,
    diagnostics: &mut Diagnostics,
) -> (Signature, ListedNames) {
    let mut signature = Signature::default();
    let has_outputs = !keys::may_lack_outputs(home) || !fields.get("output").is_some_and(Node::is_empty);
    match fields.require_text("args", diagnostics) {
        Some(text) => args::arguments(text, profile, &mut signature, poisoned, diagnostics),
        None => poisoned.0 = true,
    }
    if has_outputs {
        match fields.require_text("output", diagnostics) {
            Some(text) => args::outputs(text, profile, &mut signature, poisoned, diagnostics),
            None => poisoned.0 = true,
        }
    }
    let listed =
        NameLists { fields, signature: &mut signature, complete: !poisoned.0, listed: Vec::new(), diagnostics }.apply();
    (signature, ListedNames(listed))
}

fn read_fields(
    fields: &Fields,
    name: Spanned<String>,
    home: Home,
    (profile, read_own): (&Profile, Option<ReadOwn>),
    diagnostics: &mut Diagnostics,
) -> Op {
    let mut poisoned = Poisoned::default();
    let (mut signature, listed) = read_signature(fields, home, profile, &mut poisoned, diagnostics);
    let what = &fields.what.to_string();
    let kernel = fields.get("kernel").and_then(|node| kernel::kernel(node, what, profile, &mut poisoned, diagnostics));
    let infer_meta =
        fields.get("infer_meta").and_then(|node| kernel::infer_meta(node, what, profile, &mut poisoned, diagnostics));
    if let Some(infer_meta) = infer_meta.as_ref().filter(|_| !poisoned.0) {
        other_version::check_part_shapes(infer_meta, &signature, what, profile, diagnostics);
    }
    let mut call = |key, diagnostics: &mut Diagnostics| {
        fields.text(key, diagnostics).and_then(|text| kernel::call(text, &mut poisoned, diagnostics))
    };
    let (invoke, composite) = (call("invoke", diagnostics), call("composite", diagnostics));
    let mut mappings = |key, diagnostics: &mut Diagnostics| {
        fields.text(key, diagnostics).map_or(Vec::new(), |text| kernel::mappings(text, &mut poisoned, diagnostics))
    };
    let (mut inplace, view) = (mappings("inplace", diagnostics), mappings("view", diagnostics));
    if profile.owner.syntax == Syntax::Marked
        && let Some(arguments) = fields.text("args", &mut Diagnostics::default())
    {
        inplace.extend(args::overwritten(arguments, profile, &mut signature, &inplace));
    }
    let needs_forward = keys::needs_forward(home);
    let forward = match needs_forward {
        true => fields.require_text("forward", diagnostics),
        false => fields.text("forward", diagnostics).filter(|_| home.is_backward()),
    };
    let forward = forward.and_then(|text| args::forward(text, profile, &mut poisoned, diagnostics));
    let backward = fields.name("backward", diagnostics);
    poisoned.0 |= needs_forward && forward.is_none()
        || fields.is_unreadable("forward", forward.as_ref())
        || fields.is_unreadable("kernel", kernel.as_ref())
        || fields.is_unreadable("infer_meta", infer_meta.as_ref())
        || fields.is_unreadable("invoke", invoke.as_ref())
        || fields.is_unreadable("composite", composite.as_ref())
        || fields.is_unreadable("backward", backward.as_ref())
        || fields.any_rejected()
        || fields.any_misspelt();
    let package = read_own.and_then(|read| read(fields, &signature, &mut poisoned, profile, diagnostics));
    Op {
        name,
        home,
        signature,
        infer_meta,
        kernel,
        invoke,
        composite,
        inplace: inplace.into(),
        view: view.into(),
        forward,
        backward,
        support_dygraph_mode: fields.flag("support_dygraph_mode", diagnostics),
        traits: fields.external_names("traits", diagnostics),
        interfaces: fields.external_names("interfaces", diagnostics),
        python_api: python_api::of_op(fields, diagnostics).filter(|_| profile.has_python_apis()),
        package,
        extra: extra(fields, profile, diagnostics),
        poisoned: poisoned.0,
        listed,
    }
}

/// The values of the keys that the profile declares.
fn extra(fields: &Fields, profile: &Profile, diagnostics: &mut Diagnostics) -> IndexMap<String, ExtraValue> {
    let mut found = IndexMap::new();
    for (key, known) in profile.keys.iter().filter(|(key, _)| fields.get(key).is_some()) {
        let names = |names: Vec<Spanned<String>>| names.into_iter().map(|name| name.value).collect();
        let value = match known.shape {
            ExtraShape::Flag => Some(ExtraValue::Flag(fields.flag(key, diagnostics))),
            ExtraShape::Names => Some(ExtraValue::Names(names(fields.external_names(key, diagnostics)))),
            ExtraShape::Text => fields.text(key, diagnostics).map(|text| ExtraValue::Text(text.folded())),
        };
        found.extend(value.map(|value| (key.clone(), value)));
    }
    found
}

/// Applies lists of names, such as `optional`, to inputs, attributes and outputs.
struct NameLists<'a> {
    fields: &'a Fields<'a>,
    signature: &'a mut Signature,
    /// False if part of the signature could not be read. A name that is not found may then be in that part.
    complete: bool,
    /// Every name in any of the lists.
    listed: Vec<Spanned<String>>,
    diagnostics: &'a mut Diagnostics,
}

impl NameLists<'_> {
    /// Returns every name in any of the lists.
    fn apply(mut self) -> Vec<Spanned<String>> {
        self.optional();
        for name in self.names(self.fields, "intermediate") {
            match self.signature.outputs.by_name_mut(&name.value) {
                Some(output) => output.intermediate = true,
                None => {
                    self.unknown(rules::UNKNOWN_INTERMEDIATE, &name, "not an output", |of| of.output_names().collect());
                }
            }
        }
        for name in self.names(self.fields, "no_need_buffer") {
            match self.signature.inputs.by_name_mut(&name.value) {
                Some(input) => input.no_need_buffer = true,
                None => {
                    self.unknown(rules::UNKNOWN_NO_NEED_BUFFER, &name, "not an input", |of| of.input_names().collect());
                }
            }
        }
        for name in self.names(self.fields, "support_tensor") {
            match self.signature.attrs.by_name_mut(&name.value) {
                Some(attr) => attr.support_tensor = true,
                None => self.unknown(rules::UNKNOWN_SUPPORT_TENSOR, &name, "not an attribute", |of| {
                    of.attrs.iter().map(|attr| attr.name.as_str()).collect()
                }),
            }
        }
        self.transforms();
        self.listed
    }

    /// The names under a key, which are also added to `listed`.
    fn names(&mut self, fields: &Fields, key: &str) -> Vec<Spanned<String>> {
        let names = fields.names(key, self.diagnostics);
        self.listed.extend(names.iter().cloned());
        names
    }

    fn optional(&mut self) {
        for name in self.names(self.fields, "optional") {
            let Signature { inputs, attrs, outputs } = &mut *self.signature;
            if let Some(attr) = attrs.by_name_mut(&name.value) {
                attr.optional = true;
                self.diagnostics.push(optional_attr(&name, attr));
                continue;
            }
            let input = inputs.by_name_mut(&name.value).map(|input| &mut input.optional);
            let output = outputs.by_name_mut(&name.value).map(|output| &mut output.optional);
            let mut is_known = false;
            for optional in input.into_iter().chain(output) {
                (*optional, is_known) = (true, true);
            }
            if !is_known {
                self.unknown(rules::UNKNOWN_OPTIONAL, &name, "neither an argument nor an output", |of| {
                    of.arg_names().chain(of.output_names()).collect()
                });
            }
        }
    }

    fn transforms(&mut self) {
        let Some(node) = self.fields.get("data_transform") else { return };
        let what = format_args!("`data_transform` of {}", self.fields.what);
        let Some(transform) = Fields::of(node, what, self.diagnostics) else { return };
        transform.reject_unknown(source::rules::UNKNOWN_KEY, &keys::TRANSFORM.names(), self.diagnostics);
        let mut skipped: BTreeMap<String, Span> = BTreeMap::new();
        for key in keys::TRANSFORM.names() {
            for name in self.names(&transform, key) {
                match self.signature.inputs.by_name_mut(&name.value) {
                    Some(input) if key == "skip_transform" => {
                        input.skip_transform = true;
                        skipped.insert(name.value, name.span);
                    }
                    Some(input) => {
                        input.support_trans_dtype = true;
                        if let Some(earlier) = skipped.get(&name.value) {
                            self.diagnostics.push(both_transforms(&name, *earlier));
                        }
                    }
                    None => {
                        self.unknown(rules::UNKNOWN_TRANSFORM, &name, "not an input", |of| of.input_names().collect());
                    }
                }
            }
        }
    }

    fn unknown(&mut self, rule: Rule, name: &Spanned<String>, is: &str, known: impl Fn(&Signature) -> Vec<&str>) {
        if self.complete {
            let message = format!("`{}` is {is} of {}", name.value, self.fields.what);
            let help = suggest::help(&name.value, known(self.signature));
            let problem = Diagnostic::new(rule, name.span, message).maybe_help(help);
            let (arguments, outputs) = (self.signature.args_span(), self.signature.outputs_span());
            self.diagnostics.push(match rule {
                _ if rule == rules::UNKNOWN_INTERMEDIATE => problem.maybe_label(outputs, "its outputs"),
                _ if rule == rules::UNKNOWN_OPTIONAL => {
                    problem.maybe_label(arguments, "its arguments").maybe_label(outputs, "its outputs")
                }
                _ => problem.maybe_label(arguments, "its arguments"),
            });
        }
    }
}

fn optional_attr(name: &Spanned<String>, attr: &Attr) -> Diagnostic {
    let message = format!("`{}` is an attribute, but only inputs and outputs can be optional", name.value);
    let help = match &attr.default {
        Some(default) => {
            let help = format!("remove it from `optional`: if the caller omits it, it is `{}`", default.value);
            Help::from(help).with(Change::RemoveItem(name.span)).titled("remove it from `optional`").certain(true)
        }
        None => "give it a default instead".into(),
    };
    Diagnostic::new(rules::OPTIONAL_ATTR, name.span, message).label(attr.name.span, "the attribute").help(help)
}

fn both_transforms(name: &Spanned<String>, skipped: Span) -> Diagnostic {
    let message = format!("`{}` is in `support_trans_dtype`, but `skip_transform` wins", name.value);
    let problem = Diagnostic::new(rules::BOTH_TRANSFORMS, name.span, message);
    problem.label(skipped, "also in `skip_transform`").help("keep it in one of the two lists")
}
