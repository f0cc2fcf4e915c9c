//! Registered operators in the old dynamic graph, which drops variables that may be absent unless the profile keeps them.

use std::borrow::Cow;

use indexmap::IndexMap;
use profile::LegacyDygraph;
use spec::registered::{GradOp, GradSlot, Pair, Proto, ProtoVar, Registered, RegisteredOp};

/// An operator with its remaining variables, in the order of parameters.
pub struct Operator<'a> {
    /// The name in programs.
    pub name: &'a str,
    /// The inputs that functions have.
    pub inputs: Vec<&'a ProtoVar>,
    /// The outputs that functions have.
    pub outputs: Vec<&'a ProtoVar>,
    /// The overwritten inputs, in the order of the outputs' names; empty if there is no inplace function.
    pub inplace: Vec<&'a Pair>,
    /// The operators of its gradient; empty if it has no gradient.
    pub gradient: Vec<Gradient<'a>>,
    /// The target's section of the profile.
    pub section: &'a LegacyDygraph,
}

/// An operator that computes a gradient, without the variables that the forward operator's functions lack.
pub struct Gradient<'a> {
    /// The registered operator.
    pub op: &'a GradOp,
    /// The inputs that its node has.
    pub inputs: Vec<&'a GradSlot>,
    /// The outputs that its node has.
    pub outputs: Vec<&'a GradSlot>,
}

impl Gradient<'_> {
    /// Whether it computes the gradient of an input.
    pub fn returns(&self, input: &str) -> bool {
        self.outputs.iter().any(|slot| slot.variable.value == input)
    }
}

impl<'a> Operator<'a> {
    /// `None` if the operator has no variables, or no kernel.
    pub fn of(op: &'a RegisteredOp, section: &'a LegacyDygraph) -> Option<Self> {
        let name = op.name.as_str();
        let proto = op.proto.get().filter(|_| op.has_kernel)?;
        let (inputs, outputs) = variables(name, proto, section);
        let mut inplace: Vec<&Pair> = match section.never_inplace.iter().any(|never| never == name) {
            true => Vec::new(),
            false => op.inplace.iter().collect(),
        };
        inplace.sort_by(|one, other| one.output.cmp(&other.output));
        let exists = |slot: &&GradSlot| {
            let variable = &slot.variable.value;
            inputs.iter().chain(&outputs).any(|var| var.name.value == *variable)
        };
        let gradient = op.gradient.get().into_iter().flatten().map(|op| Gradient {
            op,
            inputs: op.inputs.iter().filter(exists).collect(),
            outputs: op.outputs.iter().filter(exists).collect(),
        });
        let gradient = gradient.collect();
        Some(Operator { name, inputs, outputs, inplace, gradient, section })
    }

    /// The operators that have functions, in order.
    pub fn all_forward(registered: &'a Registered, section: &'a LegacyDygraph) -> Vec<Self> {
        let ops = registered.forward_order.iter().filter_map(|name| registered.op(&name.value));
        ops.filter(|op| has_function(&op.name.value, section)).filter_map(|op| Operator::of(op, section)).collect()
    }

    /// The operators that have methods in Python, in order.
    pub fn all_methods(registered: &'a Registered, section: &'a LegacyDygraph) -> Vec<Self> {
        let by_hand = |op: &&RegisteredOp| section.hand_written_methods.contains(&op.name.value);
        let ops = registered.registry_order.iter().filter_map(|name| registered.op(&name.value));
        let ops = ops.filter(|op| !by_hand(op) && !is_of_others(&op.name.value, section));
        ops.filter_map(|op| Operator::of(op, section)).collect()
    }

    /// The position of the input of this name.
    pub fn position_of_input(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|var| var.name.value == name)
    }

    /// The position of the output of this name.
    pub fn position_of_output(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|var| var.name.value == name)
    }

    /// The input or output of this name.
    pub fn variable(&self, name: &str) -> Option<&'a ProtoVar> {
        self.inputs.iter().chain(&self.outputs).copied().find(|var| var.name.value == name)
    }

    /// Whether callers pass an output as an argument.
    pub fn is_passed(&self, output: &ProtoVar) -> bool {
        is_listed(&self.section.passed_outputs, self.name, output)
    }

    /// The input that an output overwrites in the inplace function.
    pub fn overwritten(&self, output: &str) -> Option<&'a str> {
        self.inplace.iter().find(|pair| pair.output.value == output).map(|pair| pair.input.as_str())
    }

    /// Whether there is one gradient operator for each item of its only list.
    pub fn has_gradient_per_item(&self) -> bool {
        match (self.inputs.as_slice(), self.outputs.as_slice()) {
            ([input], [output]) => {
                input.duplicable && !output.duplicable && self.gradient.len() == self.section.per_item_gradients
            }
            _ => false,
        }
    }
}

/// Whether the old dynamic graph has a function for an operator.
pub fn has_function(name: &str, section: &LegacyDygraph) -> bool {
    !section.excluded.iter().any(|excluded| excluded == name) && !is_of_others(name, section)
}

/// Whether an operator works on tensors that have functions of their own.
fn is_of_others(name: &str, section: &LegacyDygraph) -> bool {
    name.starts_with(&section.excluded_prefix) && !section.kept.iter().any(|kept| kept == name)
}

/// The inputs and outputs that remain as parameters and results.
fn variables<'a>(op: &str, proto: &'a Proto, section: &LegacyDygraph) -> (Vec<&'a ProtoVar>, Vec<&'a ProtoVar>) {
    let kept = |var: &&ProtoVar, list| !var.dispensable || is_listed(list, op, var);
    let inputs = proto.inputs.iter().filter(|var| kept(var, &section.dispensable_inputs));
    let outputs = proto.outputs.iter().filter(|var| kept(var, &section.dispensable_outputs));
    (inputs.collect(), outputs.collect())
}

fn is_listed(list: &IndexMap<String, Vec<String>>, op: &str, var: &ProtoVar) -> bool {
    list.get(op).is_some_and(|names| names.contains(&var.name.value))
}

/// The name of a variable in C++.
pub fn local(name: &str) -> Cow<'_, str> {
    match name.contains(['@', '-']) {
        true => name.replace(['@', '-'], "_").into(),
        false => name.into(),
    }
}
