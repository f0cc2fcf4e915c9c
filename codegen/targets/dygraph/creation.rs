//! Making a grad node: what it keeps, and how it is tied into the graph.
//!
//! The same in forward functions and, one order higher, in grad nodes.

use serde::Serialize;

use super::cpp_types;
use super::slots::{Pairing, Slot};
use super::tails::Tails;
use profile::Dygraph;
use spec::Attr;

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
    /// A gradient that is wanted only if another output's is: the variable of that.
    pub pruned_by: Option<String>,
    pub slot: usize,
}

#[derive(Debug, Serialize)]
pub struct ResultPlan {
    /// The variable that holds it.
    pub local: String,
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

/// Where a node is made, and for whom.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    pub pairing: &'a Pairing<'a>,
    pub place: Place,
    pub tails: &'a Tails,
    pub settings: &'a Dygraph,
}

impl Site<'_> {
    /// `None` where there is no gradient.
    pub fn plan(self) -> Option<CreationPlan> {
        let pairing = self.pairing;
        let backward = pairing.backward?;
        let kept = |is_input: bool| pairing.saved.iter().filter(move |saved| saved.is_input == is_input);
        let edges = pairing.inputs.iter().filter(|input| pairing.has_grad(input));
        let result = |output: &Slot| ResultPlan { local: self.output(&output.name), slot: output.position };
        Some(CreationPlan {
            event: format!("{} node_creation", pairing.forward.name.value),
            node: cpp_types::grad_node(&backward.name.value),
            grads_in: pairing.outputs.len(),
            grads_out: pairing.inputs.len(),
            attributes: pairing.backward_attrs().iter().map(|attr| self.keep_attribute(attr)).collect(),
            inputs: kept(true).map(|saved| self.keep_input(&saved.slot)).collect(),
            outputs: kept(false).map(|saved| self.keep_output(&saved.slot)).collect(),
            edges: edges.map(|input| self.edge(input)).collect(),
            results: pairing.outputs.iter().map(result).collect(),
        })
    }

    fn edge(self, input: &Slot) -> EdgePlan {
        let optional = self.optional_local(input);
        let pruned = self.settings.pruned.iter().find(|pruned| pruned.forward == self.pairing.forward.name.value);
        let pruned_by = pruned.and_then(|pruned| pruned.inputs.get(&input.name));
        EdgePlan {
            tensor: optional.as_ref().map_or_else(|| input.name.clone(), |local| format!("*{local}")),
            only_if: optional,
            pruned_by: pruned_by.map(|output| self.output(output)),
            slot: input.position,
        }
    }

    fn keep_attribute(self, attr: &Attr) -> SetPlan {
        let name = attr.name.value.clone();
        let value = if self.pairing.has_attr(&name) { Some(name.clone()) } else { cpp_types::default(attr) };
        SetPlan { name, value: value.unwrap_or_default(), only_if: None, copied: false }
    }

    fn keep_input(self, slot: &Slot) -> SetPlan {
        let only_if = self.optional_local(slot);
        SetPlan {
            name: slot.name.clone(),
            value: only_if.as_ref().map_or_else(|| self.current_name(slot), |local| format!("*{local}")),
            only_if,
            copied: self.is_overwritten(&slot.name),
        }
    }

    fn keep_output(self, slot: &Slot) -> SetPlan {
        SetPlan { name: slot.name.clone(), value: self.output(&slot.name), only_if: None, copied: false }
    }

    /// The variable that holds an output.
    fn output(self, name: &str) -> String {
        format!("{name}{}", self.tails.outputs)
    }

    /// The variable that holds a tensor which may be absent.
    fn optional_local(self, slot: &Slot) -> Option<String> {
        let name = &slot.name;
        self.pairing.is_optional(name).then(|| match self.place {
            Place::Forward { .. } => name.clone(),
            Place::Backward => format!("{name}_optional{}", self.tails.own),
        })
    }

    fn is_overwritten(self, name: &str) -> bool {
        self.place == Place::Forward { inplace: true } && self.pairing.forward.writes_into(name)
    }

    /// Whether the node needs a contiguous version of an input, which the kernel then may use as well.
    pub fn is_made_contiguous(self, slot: &Slot) -> bool {
        let mut saved = self.pairing.saved.iter();
        let kept = saved.any(|saved| saved.is_input && saved.slot.name == slot.name && !saved.slot.ty.is_list());
        kept && self.place != Place::Backward
            && !self.settings.strided_ops.contains(&self.pairing.forward.name.value)
            && !self.pairing.is_optional(&slot.name)
            && !self.is_overwritten(&slot.name)
    }

    /// The variable that holds an input: its contiguous version where there is one.
    pub fn current_name(self, slot: &Slot) -> String {
        let name = &slot.name;
        if self.is_made_contiguous(slot) { format!("{name}_tmp{}", self.tails.own) } else { name.clone() }
    }
}
