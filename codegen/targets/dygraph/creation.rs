//! Making a grad node: what it keeps, and how it is tied into the graph.
//!
//! The same in forward functions and, one order higher, in grad nodes.

use serde::Serialize;

use super::Settings;
use super::cpp_types;
use super::slots::{Pairing, Slot};

#[derive(Debug, Serialize)]
pub struct CreationPlan {
    /// What the profiler calls it.
    pub event: String,
    pub node: String,
    pub grads_in: usize,
    pub grads_out: usize,
    pub attributes: Vec<SetPlan>,
    /// Forward inputs that the node keeps.
    pub inputs: Vec<SetPlan>,
    /// Forward outputs that it keeps.
    pub outputs: Vec<SetPlan>,
    pub edges: Vec<EdgePlan>,
    pub results: Vec<ResultPlan>,
}

/// Hands something to the node.
#[derive(Debug, Serialize)]
pub struct SetPlan {
    pub name: String,
    pub value: String,
    /// Only if this is set.
    pub only_if: Option<String>,
    /// An inplace call overwrites it: the node keeps a copy.
    pub copied: bool,
}

/// Where a gradient goes.
#[derive(Debug, Serialize)]
pub struct EdgePlan {
    pub tensor: String,
    pub only_if: Option<String>,
    /// A gradient that is wanted only if another output's is: the autograd meta of that.
    pub pruned_by: Option<String>,
    pub slot: usize,
}

#[derive(Debug, Serialize)]
pub struct ResultPlan {
    pub name: String,
    pub slot: usize,
}

/// Where the node is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a forward function; inplace or not.
    Forward { inplace: bool },
    /// In the grad node that is one order lower. There, optional tensors have locals of their own.
    Backward,
}

pub fn plan(pairing: &Pairing, place: Place, settings: &Settings) -> Option<CreationPlan> {
    let backward = pairing.backward?;
    let name = &pairing.forward.name.value;
    let attributes = pairing.backward_attrs().iter().map(|attr| {
        let own = pairing.has_attr(&attr.name.value);
        let value = if own { Some(attr.name.value.clone()) } else { cpp_types::default(attr) };
        SetPlan { name: attr.name.value.clone(), value: value.unwrap_or_default(), only_if: None, copied: false }
    });
    let kept = |is_input: bool| pairing.saved.iter().filter(move |saved| saved.is_input == is_input);
    let outputs = kept(false).map(|saved| saved.slot.name.clone());
    let edges = pairing.inputs.iter().filter(|input| pairing.has_grad(input));
    Some(CreationPlan {
        event: format!("{name} node_creation"),
        node: cpp_types::grad_node(&backward.name.value),
        grads_in: pairing.outputs.len(),
        grads_out: pairing.inputs.len(),
        attributes: attributes.collect(),
        inputs: kept(true).map(|saved| keep_input(pairing, &saved.slot, place, settings)).collect(),
        outputs: outputs.map(|name| SetPlan { value: name.clone(), name, only_if: None, copied: false }).collect(),
        edges: edges.map(|input| edge(pairing, input, place, settings)).collect(),
        results: pairing
            .outputs
            .iter()
            .map(|output| ResultPlan { name: output.name.clone(), slot: output.position })
            .collect(),
    })
}

fn edge(pairing: &Pairing, input: &Slot, place: Place, settings: &Settings) -> EdgePlan {
    let optional = optional_local(pairing, input, place);
    let pruned = settings.pruned.iter().find(|pruned| pruned.forward == pairing.forward.name.value);
    EdgePlan {
        tensor: optional.as_ref().map_or_else(|| input.name.clone(), |local| format!("*{local}")),
        only_if: optional,
        pruned_by: pruned.and_then(|pruned| pruned.inputs.get(&input.name)).cloned(),
        slot: input.position,
    }
}

fn keep_input(pairing: &Pairing, slot: &Slot, place: Place, settings: &Settings) -> SetPlan {
    let only_if = optional_local(pairing, slot, place);
    SetPlan {
        name: slot.name.clone(),
        value: match &only_if {
            Some(local) => format!("*{local}"),
            None => current_name(pairing, slot, place, settings),
        },
        only_if,
        copied: is_overwritten(pairing, &slot.name, place),
    }
}

/// The variable that holds a tensor which may be absent.
fn optional_local(pairing: &Pairing, slot: &Slot, place: Place) -> Option<String> {
    let name = &slot.name;
    pairing.is_optional(name).then(|| match place {
        Place::Forward { .. } => name.clone(),
        Place::Backward => format!("{name}_optional"),
    })
}

fn is_overwritten(pairing: &Pairing, name: &str, place: Place) -> bool {
    place == Place::Forward { inplace: true } && pairing.forward.writes_into(name)
}

/// Whether the node needs a contiguous version of an input, which the kernel then may use as well.
pub fn is_made_contiguous(pairing: &Pairing, slot: &Slot, place: Place, settings: &Settings) -> bool {
    let kept =
        pairing.saved.iter().any(|saved| saved.is_input && saved.slot.name == slot.name && !saved.slot.ty.is_list());
    kept && place != Place::Backward
        && !settings.strided_ops.contains(&pairing.forward.name.value)
        && !pairing.is_optional(&slot.name)
        && !is_overwritten(pairing, &slot.name, place)
}

/// The variable that holds an input: its contiguous version where there is one.
pub fn current_name(pairing: &Pairing, slot: &Slot, place: Place, settings: &Settings) -> String {
    let name = &slot.name;
    if is_made_contiguous(pairing, slot, place, settings) { format!("{name}_tmp") } else { name.clone() }
}
