//! Matches the arguments of a gradient with those of its operator.
//!
//! The names are those of the gradient's `forward` signature. Each argument of the gradient is a forward input or output, the
//! gradient of a forward output, or an attribute.

use std::collections::BTreeSet;

use serde::Serialize;
use spec::{Attr, Op, Signature, TensorType};

/// A tensor argument, and its index among the inputs or outputs.
#[derive(Debug, Clone)]
pub struct Slot {
    /// The name.
    pub name: String,
    /// The type in the YAML.
    pub ty: TensorType,
    /// The position.
    pub position: usize,
}

/// The source of an argument of a gradient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A forward input, which the node keeps in a tensor wrapper.
    Input,
    /// A forward output, which the node keeps in the same way.
    Output,
    /// The gradient of a forward output.
    Grad,
}

/// A tensor argument of the gradient.
#[derive(Debug, Clone)]
pub struct Argument {
    /// The argument.
    pub slot: Slot,
    /// Its source.
    pub origin: Origin,
    /// The position of the forward tensor among the inputs or the outputs.
    pub of: usize,
    /// Whether the gradient does not read the tensor's data.
    pub no_need_buffer: bool,
}

/// The gradient of a forward input: a result of the gradient operator.
#[derive(Debug, Clone)]
pub struct Grad {
    /// The result.
    pub slot: Slot,
    /// The index of the forward input.
    pub of: usize,
}

/// A forward operator, matched with its gradient if it has one.
#[derive(Debug, Clone)]
pub struct Pairing<'a> {
    /// The forward operator.
    pub forward: &'a Op,
    /// The gradient.
    pub backward: Option<&'a Op>,
    /// The forward inputs.
    pub inputs: Vec<Slot>,
    /// The forward outputs.
    pub outputs: Vec<Slot>,
    /// The forward attributes.
    pub attrs: Vec<Attr>,
    /// The names of tensors that may be absent, as in the forward operator.
    pub optional: BTreeSet<&'a str>,
    /// The intermediate outputs of the forward operator.
    pub intermediate: BTreeSet<&'a str>,
    /// The gradient's arguments.
    pub arguments: Vec<Argument>,
    /// The gradient's results.
    pub grads_out: Vec<Grad>,
}

/// The signature with the names of an operator's arguments: the gradient's `forward`, if there is a gradient.
pub fn argument_names<'a>(forward: &'a Op, backward: Option<&'a Op>) -> &'a Signature {
    backward.and_then(|op| op.forward.as_ref()).map_or(&forward.signature, |call| &call.signature)
}

impl<'a> Pairing<'a> {
    /// Matches the arguments and results of the gradient with those of the forward operator.
    pub fn new(forward: &'a Op, backward: Option<&'a Op>) -> Self {
        let names = argument_names(forward, backward);
        let mut pairing = Pairing {
            forward,
            backward,
            inputs: slots(names.inputs.iter().map(|input| (&input.name.value, input.ty))),
            outputs: slots(names.outputs.iter().map(|output| (&output.name.value, output.ty))),
            attrs: names.attrs.to_vec(),
            optional: optional_names(&forward.signature),
            intermediate: forward
                .signature
                .outputs
                .iter()
                .filter(|output| output.intermediate)
                .map(|output| output.name.as_str())
                .collect(),
            arguments: Vec::new(),
            grads_out: Vec::new(),
        };
        if let Some(backward) = backward {
            pairing.match_arguments(backward);
            pairing.match_results(backward);
        }
        pairing
    }

    fn match_arguments(&mut self, backward: &Op) {
        for (position, input) in backward.signature.inputs.iter().enumerate() {
            let name = &input.name.value;
            let grad = || name.strip_suffix("_grad").and_then(|origin| find(&self.outputs, origin));
            let input_of = || find(&self.inputs, name).map(|of| (Origin::Input, of));
            let output_of = || find(&self.outputs, name).map(|of| (Origin::Output, of));
            let found = grad().map(|of| (Origin::Grad, of)).or_else(input_of).or_else(output_of);
            if let Some((origin, of)) = found {
                let slot = Slot { name: name.clone(), ty: input.ty, position };
                self.arguments.push(Argument { slot, origin, of, no_need_buffer: input.no_need_buffer });
            }
        }
    }

    fn match_results(&mut self, backward: &Op) {
        let results = backward.signature.outputs.iter().enumerate().filter(|(_, output)| !output.intermediate);
        for (position, output) in results {
            let name = &output.name.value;
            let origin = name.strip_suffix("_grad").and_then(|origin| find(&self.inputs, origin));
            if let Some(of) = origin {
                self.grads_out.push(Grad { slot: Slot { name: name.clone(), ty: output.ty, position }, of });
            }
        }
    }

    /// Whether there is a gradient for this forward input.
    pub fn has_grad(&self, input: &Slot) -> bool {
        self.grads_out.iter().any(|grad| grad.of == input.position)
    }

    /// Whether the node keeps the forward input with this index.
    pub fn keeps_input(&self, position: usize) -> bool {
        self.kept_arguments(position).next().is_some()
    }

    /// The gradient's arguments for which the node keeps the forward input with this index.
    pub fn kept_arguments(&self, position: usize) -> impl Iterator<Item = &Argument> {
        self.arguments.iter().filter(move |argument| argument.origin == Origin::Input && argument.of == position)
    }

    /// Whether a forward tensor may be absent.
    pub fn is_optional(&self, name: &str) -> bool {
        self.optional.contains(name)
    }

    /// Whether an input of the forward operator may be absent. Its own gradient may give the input another name.
    pub fn is_optional_input(&self, input: &Slot) -> bool {
        self.is_optional(self.own_input(input))
    }

    /// Whether the inplace function writes into an input.
    pub fn writes_into(&self, input: &Slot) -> bool {
        self.forward.writes_into(self.own_input(input))
    }

    /// The input that the inplace function writes an output into.
    pub fn target(&self, output: &Slot) -> Option<&Slot> {
        let own = self.forward.signature.outputs.get(output.position);
        let own = own.map_or(output.name.as_str(), |output| output.name.as_str());
        let target = self.forward.inplace_input(own)?;
        let position = self.forward.signature.inputs.position_of(target)?;
        self.inputs.get(position)
    }

    /// The forward operator's own name of an input.
    fn own_input<'s>(&'s self, input: &'s Slot) -> &'s str {
        self.forward.signature.inputs.get(input.position).map_or(&input.name, |own| &own.name.value)
    }

    /// The outputs that callers get: all except intermediate ones.
    pub fn returned_outputs(&self) -> impl Iterator<Item = &Slot> {
        self.outputs.iter().filter(|output| !self.intermediate.contains(output.name.as_str()))
    }

    /// The gradient's attributes; empty if there is no gradient.
    pub fn backward_attrs(&self) -> &'a [Attr] {
        self.backward.map_or(&[], |op| &op.signature.attrs)
    }
}

/// The names of inputs and outputs that may be absent.
pub fn optional_names(signature: &Signature) -> BTreeSet<&str> {
    let inputs = signature.inputs.iter().filter(|input| input.optional).map(|input| input.name.as_str());
    let outputs = signature.outputs.iter().filter(|output| output.optional).map(|output| output.name.as_str());
    inputs.chain(outputs).collect()
}

fn slots<'n>(tensors: impl Iterator<Item = (&'n String, TensorType)>) -> Vec<Slot> {
    tensors.enumerate().map(|(position, (name, ty))| Slot { name: name.clone(), ty, position }).collect()
}

fn find(slots: &[Slot], name: &str) -> Option<usize> {
    slots.iter().find(|slot| slot.name == name).map(|slot| slot.position)
}
