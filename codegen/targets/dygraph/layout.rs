//! Layout autotuning: which inputs and attributes of an operator depend on the order of dimensions.

use serde::Serialize;

use super::slots::{Pairing, Slot};
use profile::Dygraph;
use spec::{Attr, AttrType};

#[derive(Debug, Serialize)]
pub struct LayoutPlan {
    /// The inputs whose layouts are looked at: first those that are always present, then optional single tensors.
    pub tensors: Vec<String>,
    /// The attributes that depend on the layout.
    pub attributes: Vec<LayoutAttribute>,
    /// The variables of the outputs that get the layout.
    pub outputs: Vec<String>,
    /// Inputs that the inplace call has written to. They take the result that was computed in the other layout.
    pub written: Vec<WrittenInput>,
    /// The variables that the function returns.
    pub returned: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct LayoutAttribute {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: AttrType,
}

#[derive(Debug, Serialize)]
pub struct WrittenInput {
    pub name: String,
    /// The variable of the input in the other layout.
    pub converted: String,
}

/// The function's call of itself.
pub struct SelfCall {
    pub outputs: Vec<String>,
    pub written: Vec<WrittenInput>,
    pub returned: Vec<String>,
}

/// `None` where every input may be absent: there is no layout to look at.
pub fn plan(pairing: &Pairing, call: SelfCall, section: &Dygraph) -> Option<LayoutPlan> {
    let (always, optional) = by_presence(pairing);
    if always.is_empty() {
        return None;
    }
    let tensors = always.into_iter().chain(optional.into_iter().filter(|input| !input.ty.is_list()));
    let mut sensitive = sensitive_attrs(pairing, section);
    if sensitive.len() > section.max_layout_attrs {
        sensitive.truncate(1);
    }
    let attribute = |attr: &Attr| LayoutAttribute { name: attr.name.value.clone(), ty: attr.ty };
    Some(LayoutPlan {
        tensors: tensors.map(|input| input.name.clone()).collect(),
        attributes: sensitive.into_iter().map(attribute).collect(),
        outputs: call.outputs,
        written: call.written,
        returned: call.returned,
    })
}

/// Inputs that are always present, and those that may be absent.
pub fn by_presence<'a>(pairing: &'a Pairing) -> (Vec<&'a Slot>, Vec<&'a Slot>) {
    pairing.inputs.iter().partition(|input| !pairing.is_optional(&input.name))
}

/// An attribute that names a layout does not count after one that names a dimension.
fn sensitive_attrs<'a>(pairing: &'a Pairing, section: &Dygraph) -> Vec<&'a Attr> {
    let contains = |attr: &Attr, words: &[String]| words.iter().any(|word| attr.name.value.contains(word.as_str()));
    let mut found = Vec::new();
    let mut names_dimension = false;
    for attr in &pairing.attrs {
        if contains(attr, &section.dimension_attrs) {
            names_dimension = true;
            found.push(attr);
        } else if !names_dimension && contains(attr, &section.layout_attrs) {
            found.push(attr);
        }
    }
    found
}
