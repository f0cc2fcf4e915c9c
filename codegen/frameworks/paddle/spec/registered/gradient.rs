//! The operators that compute a registered operator's gradient, as its grad op maker creates them.

use source::fields::{self, Fields, Subject};
use source::yaml::Node;
use source::{Diagnostics, Spanned};

use super::Pair;
use super::read::{names, pairs};

/// An operator that computes a gradient, or a part of one.
#[derive(Debug, Clone, PartialEq)]
pub struct GradOp {
    /// The name of the operator.
    pub op: Spanned<String>,
    /// Its inputs, sorted by name.
    pub inputs: Vec<GradSlot>,
    /// Its outputs, sorted by name.
    pub outputs: Vec<GradSlot>,
    /// Inputs of which only the shape is read.
    pub no_need_buffer: Vec<Spanned<String>>,
    /// Inputs and the outputs that may reuse their memory.
    pub inplace: Vec<Pair>,
}

/// An input or output of an operator that computes a gradient.
#[derive(Debug, Clone, PartialEq)]
pub struct GradSlot {
    /// The name of the input or output.
    pub name: Spanned<String>,
    /// The variable of the forward operator that it is connected to.
    pub variable: Spanned<String>,
    /// True if it is connected to the gradient of the variable, not to the variable itself.
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
            Fields::of_part(node, Subject::Under { key: "attrs", of: &fields.what }, diagnostics);
        }
        Some(GradOp { op: name?, inputs, outputs, no_need_buffer, inplace })
    }
}

fn slots(of: &Fields, key: &str, diagnostics: &mut Diagnostics) -> Vec<GradSlot> {
    let Some(node) = of.get(key) else {
        of.report_missing(key, diagnostics);
        return Vec::new();
    };
    let what = Subject::Under { key, of: &of.what };
    let Some(fields) = Fields::of_part(node, what, diagnostics) else { return Vec::new() };
    let mut slot = |(name, node): &(Spanned<String>, Node)| slot(name, node, &of.what, diagnostics);
    let mut slots: Vec<GradSlot> = fields.entries().iter().filter_map(&mut slot).collect();
    slots.sort_by(|one, other| one.name.cmp(&other.name));
    slots
}

fn slot(name: &Spanned<String>, node: &Node, of: &Subject, diagnostics: &mut Diagnostics) -> Option<GradSlot> {
    let fields = Fields::of_part(node, Subject::Under { key: &name.value, of }, diagnostics)?.with_span(name.span);
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
