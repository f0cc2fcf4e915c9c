//! From an entry of an operator file to an [`Op`].

use super::args::{self, Poisoned};
use super::fields::{self, Fields};
use super::home::Home;
use super::kernel;
use super::op::{Op, Signature};
use super::text::Text;
use crate::source::yaml::Node;
use crate::source::{Diagnostic, Diagnostics, Rule, Spanned, suggest};

const KEYS: &[&str] = &[
    "args",
    "output",
    "infer_meta",
    "kernel",
    "backward",
    "invoke",
    "inplace",
    "view",
    "optional",
    "intermediate",
    "no_need_buffer",
    "data_transform",
    "composite",
    "support_dygraph_mode",
    "support_tensor",
    "traits",
    "interfaces",
];

const TRANSFORM_KEYS: &[&str] = &["skip_transform", "support_trans_dtype"];

/// Reads all entries of an operator file.
pub fn read_ops(root: &Node, home: Home, diagnostics: &mut Diagnostics) -> Vec<Op> {
    let Some(entries) = fields::items(root, format_args!("an operator file"), diagnostics) else {
        diagnostics.mark_broken(root.span.file);
        return Vec::new();
    };
    entries.iter().filter_map(|entry| read_op(entry, home, diagnostics)).collect()
}

/// Reads one entry. `None` where not even a name was found.
fn read_op(node: &Node, home: Home, diagnostics: &mut Diagnostics) -> Option<Op> {
    let name_key = if home.is_backward() { "backward_op" } else { "op" };
    let name = read_name(node, name_key, diagnostics);
    let Some(name) = name else {
        diagnostics.mark_broken(node.span.file);
        return None;
    };
    let fields = Fields::of(node, format_args!("`{}`", name.value), diagnostics)?;
    let mut known = vec![name_key];
    known.extend_from_slice(KEYS);
    if home.is_backward() {
        known.push("forward");
    }
    fields.reject_unknown(Rule::UnknownKey, &known, diagnostics);
    Some(read_fields(&fields, name, home, diagnostics))
}

fn read_name(node: &Node, key: &str, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
    let fields = Fields::of(node, format_args!("an operator"), diagnostics)?;
    let name = fields.require_text(key, diagnostics)?;
    if !name.is_identifier() {
        let message = format!("`{}` is no operator name", name.as_str());
        diagnostics.push(Diagnostic::new(Rule::WrongNode, name.span(), message));
        return None;
    }
    Some(name.to_spanned())
}

fn read_fields(fields: &Fields, name: Spanned<String>, home: Home, diagnostics: &mut Diagnostics) -> Op {
    let mut poisoned = Poisoned::default();
    let mut signature = Signature::default();
    match fields.require_text("args", diagnostics) {
        Some(text) => args::arguments(text, &mut signature, &mut poisoned, diagnostics),
        None => poisoned.0 = true,
    }
    match fields.require_text("output", diagnostics) {
        Some(text) => args::outputs(text, &mut signature, &mut poisoned, diagnostics),
        None => poisoned.0 = true,
    }
    if !poisoned.0 {
        mark_tensors(fields, &mut signature, diagnostics);
    }
    let what = fields.what.as_str();
    let kernel = fields.get("kernel").and_then(|node| kernel::kernel(node, what, &mut poisoned, diagnostics));
    let infer_meta = fields.get("infer_meta").and_then(|node| kernel::infer_meta(node, what, diagnostics));
    poisoned.0 |= fields.get("kernel").is_some() && kernel.is_none()
        || fields.get("infer_meta").is_some() && infer_meta.is_none();
    let mut call = |key, diagnostics: &mut Diagnostics| {
        fields.text(key, diagnostics).and_then(|text| kernel::call(text, &mut poisoned, diagnostics))
    };
    let (invoke, composite) = (call("invoke", diagnostics), call("composite", diagnostics));
    let mut mappings = |key, diagnostics: &mut Diagnostics| {
        fields.text(key, diagnostics).map_or(Vec::new(), |text| kernel::mappings(text, &mut poisoned, diagnostics))
    };
    let (inplace, view) = (mappings("inplace", diagnostics), mappings("view", diagnostics));
    let forward = match home.is_backward() {
        true => {
            fields.require_text("forward", diagnostics).and_then(|text| args::forward(text, &mut poisoned, diagnostics))
        }
        false => None,
    };
    poisoned.0 |= home.is_backward() && forward.is_none();
    Op {
        name,
        home,
        signature,
        infer_meta,
        kernel,
        invoke,
        composite,
        inplace,
        view,
        forward,
        backward: fields.text("backward", diagnostics).map(Text::to_spanned),
        support_dygraph_mode: fields.flag("support_dygraph_mode", diagnostics),
        traits: fields.names("traits", diagnostics),
        interfaces: fields.names("interfaces", diagnostics),
        poisoned: poisoned.0,
    }
}

/// Sets what the lists of names say of inputs, attributes and outputs.
fn mark_tensors(fields: &Fields, signature: &mut Signature, diagnostics: &mut Diagnostics) {
    for name in fields.names("optional", diagnostics) {
        let mut found = false;
        signature
            .inputs
            .iter_mut()
            .filter(|input| input.name == name)
            .for_each(|input| (input.optional, found) = (true, true));
        signature
            .attrs
            .iter_mut()
            .filter(|attr| attr.name == name)
            .for_each(|attr| (attr.optional, found) = (true, true));
        signature
            .outputs
            .iter_mut()
            .filter(|output| output.name == name)
            .for_each(|output| (output.optional, found) = (true, true));
        if !found {
            let known = signature.arg_names().chain(signature.output_names());
            unknown(Rule::UnknownOptional, &name, "neither an argument nor an output", known, fields, diagnostics);
        }
    }
    for name in fields.names("intermediate", diagnostics) {
        match signature.outputs.iter_mut().find(|output| output.name == name) {
            Some(output) => output.intermediate = true,
            None => {
                unknown(Rule::UnknownIntermediate, &name, "no output", signature.output_names(), fields, diagnostics)
            }
        }
    }
    for name in fields.names("no_need_buffer", diagnostics) {
        match signature.inputs.iter_mut().find(|input| input.name == name) {
            Some(input) => input.no_need_buffer = true,
            None => unknown(Rule::UnknownNoNeedBuffer, &name, "no input", signature.input_names(), fields, diagnostics),
        }
    }
    for name in fields.names("support_tensor", diagnostics) {
        match signature.attrs.iter_mut().find(|attr| attr.name == name) {
            Some(attr) => attr.support_tensor = true,
            None => {
                let known = signature.attrs.iter().map(|attr| attr.name.as_str());
                unknown(Rule::UnknownSupportTensor, &name, "no attribute", known, fields, diagnostics);
            }
        }
    }
    mark_transforms(fields, signature, diagnostics);
}

fn mark_transforms(fields: &Fields, signature: &mut Signature, diagnostics: &mut Diagnostics) {
    let Some(node) = fields.get("data_transform") else { return };
    let Some(transform) = Fields::of(node, format_args!("`data_transform` of {}", fields.what), diagnostics) else {
        return;
    };
    transform.reject_unknown(Rule::UnknownKey, TRANSFORM_KEYS, diagnostics);
    for key in TRANSFORM_KEYS {
        for name in transform.names(key, diagnostics) {
            match signature.inputs.iter_mut().find(|input| input.name == name) {
                Some(input) if *key == "skip_transform" => input.skip_transform = true,
                Some(input) => input.support_trans_dtype = true,
                None => {
                    unknown(Rule::UnknownTransform, &name, "no input", signature.input_names(), fields, diagnostics)
                }
            }
        }
    }
}

fn unknown<'a>(
    rule: Rule,
    name: &Spanned<String>,
    is: &str,
    known: impl Iterator<Item = &'a str>,
    fields: &Fields,
    diagnostics: &mut Diagnostics,
) {
    let message = format!("`{}` is {is} of {}", name.value, fields.what);
    diagnostics.push(Diagnostic::new(rule, name.span, message).maybe_help(suggest::help(&name.value, known)));
}
