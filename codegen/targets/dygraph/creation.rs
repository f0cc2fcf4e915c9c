//! Creating a grad node: what it keeps, and how it is connected to the graph.
//!
//! Forward functions create the node of their gradient; a grad node creates the node one order higher.

use serde::Serialize;

use super::attributes::DefaultPlan;
use super::locals::{AutogradMeta, InputLocals, Suffixes};
use super::node_names::node_name;
use super::slots::{Pairing, Slot};
use profile::Dygraph;
use spec::Attr;

#[derive(Debug, Serialize)]
pub struct CreationPlan {
    /// The operator whose gradient the node computes.
    pub op: String,
    /// The node's class, by its name without the common ending.
    pub node: String,
    /// How many outputs and inputs the operator has.
    pub grads_in: usize,
    pub grads_out: usize,
    pub attributes: Vec<AttributeArgument>,
    /// The operator's inputs that the node keeps.
    pub wrapped_inputs: Vec<TensorArgument>,
    /// The operator's outputs that the node keeps.
    pub wrapped_outputs: Vec<TensorArgument>,
    pub edges: Vec<EdgePlan>,
    pub connected_outputs: Vec<ConnectedOutput>,
}

/// An attribute that the node gets.
#[derive(Debug, Serialize)]
pub struct AttributeArgument {
    pub name: String,
    /// The operator has it too; otherwise the node gets the default.
    pub from_op: bool,
    pub default: Option<DefaultPlan>,
}

/// A tensor that the node keeps.
#[derive(Debug, Serialize)]
pub struct TensorArgument {
    pub name: String,
    pub local: String,
    pub optional: bool,
    /// An inplace call overwrites it: the node keeps a copy.
    pub copied: bool,
}

/// The tensor that a gradient flows back to.
#[derive(Debug, Serialize)]
pub struct EdgePlan {
    pub local: String,
    pub optional: bool,
    /// The gradient is needed only if another one is: the autograd meta that tells.
    pub pruned_by: Option<AutogradMeta>,
    pub slot: usize,
}

/// An output that the node is connected to: the node takes its gradient.
#[derive(Debug, Serialize)]
pub struct ConnectedOutput {
    pub local: String,
    pub meta: AutogradMeta,
    pub slot: usize,
}

/// The generated function that creates the node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Creator {
    ForwardFunction {
        inplace: bool,
    },
    /// The node one order lower. It has extra variables for optional tensors.
    GradNode,
}

/// The node of one gradient, created in one function.
#[derive(Clone, Copy)]
pub struct Creation<'a> {
    pub pairing: &'a Pairing<'a>,
    pub creator: Creator,
    pub suffixes: &'a Suffixes,
    pub section: &'a Dygraph,
}

impl Creation<'_> {
    /// `None` where there is no gradient.
    pub fn plan(self) -> Option<CreationPlan> {
        let pairing = self.pairing;
        let backward = pairing.backward?;
        let wrapped = |is_input: bool| pairing.wrapped.iter().filter(move |tensor| tensor.is_input == is_input);
        let edges = pairing.inputs.iter().filter(|input| pairing.has_grad(input));
        Some(CreationPlan {
            op: pairing.forward.name.value.clone(),
            node: node_name(&backward.name.value),
            grads_in: pairing.outputs.len(),
            grads_out: pairing.inputs.len(),
            attributes: pairing.backward_attrs().iter().map(|attr| self.attribute(attr)).collect(),
            wrapped_inputs: wrapped(true).map(|tensor| self.input(&tensor.slot)).collect(),
            wrapped_outputs: wrapped(false).map(|tensor| self.output(&tensor.slot)).collect(),
            edges: edges.map(|input| self.edge(input)).collect(),
            connected_outputs: pairing.outputs.iter().map(|output| self.connected(output)).collect(),
        })
    }

    fn edge(self, input: &Slot) -> EdgePlan {
        let pruned = self.section.pruned.iter().find(|pruned| pruned.forward == self.pairing.forward.name.value);
        let pruned_by = pruned.and_then(|pruned| pruned.inputs.get(&input.name));
        let optional = self.optional_local(input);
        EdgePlan {
            optional: optional.is_some(),
            local: optional.unwrap_or_else(|| input.name.clone()),
            pruned_by: pruned_by.map(|output| self.suffixes.meta(&self.suffixes.output(output))),
            slot: input.position,
        }
    }

    fn connected(self, output: &Slot) -> ConnectedOutput {
        let local = self.suffixes.output(&output.name);
        ConnectedOutput { meta: self.suffixes.meta(&local), local, slot: output.position }
    }

    fn attribute(self, attr: &Attr) -> AttributeArgument {
        let name = attr.name.value.clone();
        AttributeArgument { from_op: self.pairing.has_attr(&name), name, default: DefaultPlan::new(attr) }
    }

    fn input(self, slot: &Slot) -> TensorArgument {
        let optional = self.optional_local(slot);
        TensorArgument {
            name: slot.name.clone(),
            optional: optional.is_some(),
            local: optional.unwrap_or_else(|| self.current_name(slot)),
            copied: self.is_overwritten(&slot.name),
        }
    }

    fn output(self, slot: &Slot) -> TensorArgument {
        let local = self.suffixes.output(&slot.name);
        TensorArgument { name: slot.name.clone(), local, optional: false, copied: false }
    }

    /// The variable of a tensor that may be absent.
    fn optional_local(self, slot: &Slot) -> Option<String> {
        let name = &slot.name;
        self.pairing.is_optional(name).then(|| match self.creator {
            Creator::ForwardFunction { .. } => name.clone(),
            Creator::GradNode => optional_local(name, &self.suffixes.locals),
        })
    }

    fn is_overwritten(self, name: &str) -> bool {
        self.creator == Creator::ForwardFunction { inplace: true } && self.pairing.forward.writes_into(name)
    }

    /// Whether the input is made contiguous, because the node keeps it. The kernel then gets the contiguous tensor too.
    pub fn is_made_contiguous(self, slot: &Slot) -> bool {
        let mut wrapped = self.pairing.wrapped.iter();
        wrapped.any(|tensor| tensor.is_input && tensor.slot.name == slot.name && !tensor.slot.ty.is_list())
            && self.creator != Creator::GradNode
            && !self.section.strided_ops.contains(&self.pairing.forward.name.value)
            && !self.pairing.is_optional(&slot.name)
            && !self.is_overwritten(&slot.name)
    }

    /// The variable of an input: the contiguous tensor, if one is made.
    pub fn current_name(self, slot: &Slot) -> String {
        let name = &slot.name;
        match self.is_made_contiguous(slot) {
            true => InputLocals::new(name, &self.suffixes.locals).contiguous,
            false => name.clone(),
        }
    }
}

/// The variable that a grad node has for an argument that may be absent.
pub fn optional_local(argument: &str, suffix: &str) -> String {
    format!("{argument}_optional{suffix}")
}
