//! The operators that compute the gradient of another, as the maker of gradients creates them.

use source::fields::{self, Fields, What};
use source::yaml::Node;
use source::{Diagnostics, Spanned};

use super::Pair;
use super::read::{names, pairs};

/// An operator that computes a gradient, or a part of one.
#[derive(Debug, Clone, PartialEq)]
pub struct GradOp {
    pub op: Spanned<String>,
    /// Both are sorted by name.
    pub inputs: Vec<GradSlot>,
    pub outputs: Vec<GradSlot>,
    /// Inputs of which only the shape is read.
    pub no_need_buffer: Vec<Spanned<String>>,
    pub inplace: Vec<Pair>,
}

/// An input or output of such an operator.
#[derive(Debug, Clone, PartialEq)]
pub struct GradSlot {
    pub name: Spanned<String>,
    /// The variable of the forward operator that stands there.
    pub variable: Spanned<String>,
    /// Its gradient is meant.
    pub is_gradient: bool,
}

impl GradOp {
    pub(crate) fn read(node: &Node, op: &str, diagnostics: &mut Diagnostics) -> Option<GradOp> {
        let fields = Fields::of(node, format_args!("a gradient of `{op}`"), diagnostics)?;
        let known = ["type", "inputs", "outputs", "attrs", "no_need_buffer", "inplace"];
        fields.reject_unknown(source::rules::UNKNOWN_KEY, &known, diagnostics);
        let name = fields.require_text("type", diagnostics).map(|text| text.to_spanned());
        let (inputs, outputs) = (slots(&fields, "inputs", diagnostics), slots(&fields, "outputs", diagnostics));
        let no_need_buffer = names(&fields, "no_need_buffer", diagnostics);
        let inplace = pairs(&fields, "inplace", diagnostics);
        if let Some(node) = fields.get("attrs") {
            Fields::of_part(node, What::Under { key: "attrs", of: &fields.what }, diagnostics);
        }
        Some(GradOp { op: name?, inputs, outputs, no_need_buffer, inplace })
    }
}

fn slots(of: &Fields, key: &str, diagnostics: &mut Diagnostics) -> Vec<GradSlot> {
    let Some(node) = of.get(key) else {
        of.missing(key, diagnostics);
        return Vec::new();
    };
    let what = What::Under { key, of: &of.what };
    let Some(fields) = Fields::of_part(node, what, diagnostics) else { return Vec::new() };
    let mut slot = |(name, node): &(Spanned<String>, Node)| slot(name, node, &of.what, diagnostics);
    let mut slots: Vec<GradSlot> = fields.entries().iter().filter_map(&mut slot).collect();
    slots.sort_by(|one, other| one.name.cmp(&other.name));
    slots
}

fn slot(name: &Spanned<String>, node: &Node, of: &What, diagnostics: &mut Diagnostics) -> Option<GradSlot> {
    let fields = Fields::of_part(node, What::Under { key: &name.value, of }, diagnostics)?.about(name.span);
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &["var", "grad", "n"], diagnostics);
    if let Some(node) = fields.get("n") {
        let text = fields::text(node, format_args!("`n` of {}", fields.what), diagnostics)?;
        if text.as_str().parse::<u32>().is_err() {
            let what = format_args!("`n` of {}", fields.what);
            fields::wrong_kind(node, what, "a number", &node.value, diagnostics);
        }
    }
    let is_gradient = fields.flag("grad", diagnostics);
    let variable = fields.require_text("var", diagnostics)?.to_spanned();
    Some(GradSlot { name: name.clone(), variable, is_gradient })
}
