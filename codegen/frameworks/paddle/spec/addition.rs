//! Additions to operators that other files define, such as arguments that only the kernels of one kind of device read.

use profile::Profile;
use serde::{Deserialize, Serialize};
use source::fields::{self, Fields};
use source::yaml::{self, Node};
use source::{Diagnostics, Spanned};

use super::args;
use super::keys;
use super::op::{Attr, Signature};
use super::python_api;

/// The additions to one operator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Addition {
    /// The name of the operator or gradient.
    pub op: Spanned<String>,
    /// Attributes that follow the operator's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra_args: Vec<Attr>,
    /// The inputs whose layouts decide the layout of the kernel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub data_format_tensors: Vec<Spanned<String>>,
    /// True if another device takes over when this one has no kernel.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dynamic_fallback: bool,
    /// C++ traits, for the static graph.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Spanned<String>>,
}

/// Reads the entries of a file. Those that cannot be read are reported and left out.
pub fn read_additions(root: &Node, profile: &Profile, diagnostics: &mut Diagnostics) -> Vec<Addition> {
    let items = fields::items(root, format_args!("a file of additions to operators"), diagnostics).unwrap_or_default();
    items.iter().filter_map(|item| read_addition(item, profile, diagnostics)).collect()
}

fn read_addition(node: &Node, profile: &Profile, diagnostics: &mut Diagnostics) -> Option<Addition> {
    let fields = Fields::of(node, format_args!("an addition"), diagnostics)?;
    let Some(op) = fields.require_name("op", diagnostics) else {
        yaml::note_lost(node, diagnostics);
        return None;
    };
    let fields = fields.renamed(format!("the addition to `{}`", op.value)).with_span(op.span);
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &keys::ADDITION.names(), diagnostics);
    let mut signature = Signature::default();
    if let Some(text) =
        fields.get("extra_args").filter(|node| !node.is_empty()).and_then(|_| fields.text("extra_args", diagnostics))
    {
        args::attributes(text, profile, &mut signature, diagnostics);
    }
    Some(Addition {
        op,
        extra_args: signature.attrs.to_vec(),
        data_format_tensors: data_format_tensors(&fields, diagnostics),
        dynamic_fallback: fields.flag("dynamic_fallback", diagnostics),
        traits: fields.external_names("traits", diagnostics),
    })
}

/// The inputs whose layouts decide that of the kernel, in the new spelling and the old one.
fn data_format_tensors(fields: &Fields, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let mut names = fields.names("data_format_tensors", diagnostics);
    if let Some(old) = python_api::part(fields, "layout_transform", diagnostics) {
        old.reject_unknown(source::rules::UNKNOWN_KEY, &keys::LAYOUT_TRANSFORM.names(), diagnostics);
        names.extend(old.names("tensors", diagnostics));
    }
    names
}
