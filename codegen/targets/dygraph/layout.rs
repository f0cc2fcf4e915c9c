//! Layout autotuning: which attributes of an operator depend on the order of dimensions.

use serde::Serialize;

use super::cpp_types;
use super::slots::{Pairing, Slot};
use crate::cpp::joined;
use profile::Dygraph;
use spec::Attr;

#[derive(Debug, Serialize)]
pub struct LayoutPlan {
    /// Whose layout is asked: inputs that are sure to be there, then single optional ones.
    pub tensors: String,
    /// Template arguments and pointers to the attributes that are sensitive to layout.
    pub types: String,
    pub attrs: Vec<String>,
    /// This function again, with transformed inputs.
    pub call: String,
    /// Outputs that get the layout; the only one is the call's result itself.
    pub outputs: Vec<String>,
    /// Inputs that an inplace call has changed; they take what it made of their transformed versions.
    pub written: Vec<String>,
    pub result: String,
}

/// The function's call of itself.
pub struct Call {
    pub call: String,
    pub outputs: Vec<String>,
    pub written: Vec<String>,
    pub result: String,
}

/// How many attributes the framework's transformers take.
const MOST_ATTRS: usize = 2;

/// `None` where no tensor is sure to be there, whose layout could be asked.
pub fn plan(pairing: &Pairing, call: Call, settings: &Dygraph) -> Option<LayoutPlan> {
    let (sure, optional) = by_presence(pairing);
    if sure.is_empty() {
        return None;
    }
    let asked = sure.into_iter().chain(optional.into_iter().filter(|input| !input.ty.is_list()));
    let mut sensitive = sensitive_attrs(pairing, settings);
    if sensitive.len() > MOST_ATTRS {
        sensitive.truncate(1);
    }
    let types: Vec<_> = sensitive.iter().map(|attr| cpp_types::attr(attr.ty)).collect();
    Some(LayoutPlan {
        tensors: joined(asked.map(|input| &input.name)),
        types: if types.is_empty() { String::new() } else { format!("<{}>", types.join(", ")) },
        attrs: sensitive.iter().map(|attr| attr.name.value.clone()).collect(),
        call: call.call,
        written: call.written,
        result: call.result,
        outputs: call.outputs,
    })
}

/// Inputs that are sure to be there, and the others.
pub fn by_presence<'a>(pairing: &'a Pairing) -> (Vec<&'a Slot>, Vec<&'a Slot>) {
    pairing.inputs.iter().partition(|input| !pairing.is_optional(&input.name))
}

/// Once an attribute that names a dimension has been seen, those that name a whole layout no longer count.
fn sensitive_attrs<'a>(pairing: &'a Pairing, settings: &Dygraph) -> Vec<&'a Attr> {
    let contains = |attr: &Attr, words: &[String]| words.iter().any(|word| attr.name.value.contains(word.as_str()));
    let mut found = Vec::new();
    let mut names_dimension = false;
    for attr in &pairing.attrs {
        if contains(attr, &settings.dimension_attrs) {
            names_dimension = true;
            found.push(attr);
        } else if !names_dimension && contains(attr, &settings.layout_attrs) {
            found.push(attr);
        }
    }
    found
}
