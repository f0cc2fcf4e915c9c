//! Plans the creation of a grad node: the attributes that it gets, and the tensors that are made contiguous for it.
//!
//! Forward functions create the node of their gradient; a grad node creates the node one order higher.

use serde::Serialize;

use forms::dygraph::{AttributeDefault, Pairing, Slot, node_name};
use profile::Dygraph;
use spec::{Attr, AttrType};

/// A node that a function creates.
#[derive(Debug, Serialize)]
pub struct CreationPlan {
    /// The node's class, without the common suffix of the name.
    pub name: String,
    /// In the order of the gradient's attributes.
    pub attributes: Vec<PassedAttribute>,
}

/// An attribute of the node: that of the operator, or the default.
#[derive(Debug, Serialize)]
pub struct PassedAttribute {
    /// The operator's attribute. It is a variable, unless a grad node creates this node.
    pub value: Option<PassedValue>,
    pub default: Option<AttributeDefault>,
    /// The type in the gradient, if the value can have a different one.
    #[serde(rename = "type")]
    pub ty: Option<AttrType>,
}

/// An attribute of the operator.
#[derive(Debug, Serialize)]
pub struct PassedValue {
    pub name: String,
    pub position: usize,
    #[serde(rename = "type")]
    pub ty: AttrType,
}

/// `None` if there is no gradient.
pub fn plan(pairing: &Pairing) -> Option<CreationPlan> {
    let backward = pairing.backward?;
    let attributes = pairing.backward_attrs().iter().map(|attr| passed(attr, pairing)).collect();
    Some(CreationPlan { name: node_name(&backward.name.value), attributes })
}

fn passed(attr: &Attr, pairing: &Pairing) -> PassedAttribute {
    let found = pairing.attrs.iter().enumerate().find(|(_, own)| own.name.value == attr.name.value);
    let value = found.map(|(position, own)| PassedValue { name: own.name.value.clone(), position, ty: own.ty });
    let is_exact = value.as_ref().is_some_and(|value| value.ty == attr.ty);
    PassedAttribute { value, default: AttributeDefault::new(attr), ty: (!is_exact).then_some(attr.ty) }
}

/// Whether a forward function makes an input contiguous, because the node keeps it. The kernel then gets the contiguous
/// tensor, too. `is_overwritten` is set if the function overwrites this input.
pub fn is_made_contiguous(pairing: &Pairing, input: &Slot, is_overwritten: bool, section: &Dygraph) -> bool {
    let is_kept = pairing.keeps_input(input.position);
    is_kept
        && !input.ty.is_list()
        && !section.strided_ops.contains(&pairing.forward.name.value)
        && !pairing.is_optional_input(input)
        && !is_overwritten
}
