//! The parts of the forward operator that the arguments and outputs of a gradient stand for.
//!
//! A gradient that takes another tensor than before does not take the same one under a new name, even if both have the same type
//! and position.

use spec::{ForwardCall, Op};

use super::align::Alignment;

/// A part of the forward operator, by its position in the `forward` of the head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ForwardPart {
    Input(usize),
    Attr(usize),
    Output(usize),
    /// The gradient of an input, which the gradient returns.
    InputGrad(usize),
    /// The gradient of an output, which the gradient takes.
    OutputGrad(usize),
    /// Only the base has it.
    Gone,
}

/// The forward signatures of both versions of a gradient.
pub struct ForwardParts<'a> {
    base: &'a ForwardCall,
    head: &'a ForwardCall,
    inputs: Alignment,
    attrs: Alignment,
    outputs: Alignment,
}

impl<'a> ForwardParts<'a> {
    /// `None` unless both are gradients.
    pub fn new(old: &'a Op, new: &'a Op) -> Option<Self> {
        let (base, head) = (old.forward.as_ref()?, new.forward.as_ref()?);
        Some(ForwardParts {
            base,
            head,
            inputs: Alignment::of(&base.signature.inputs, &head.signature.inputs),
            attrs: Alignment::of(&base.signature.attrs, &head.signature.attrs),
            outputs: Alignment::of(&base.signature.outputs, &head.signature.outputs),
        })
    }

    /// Whether an argument or output of the base may be one of the head under another name. Those that belong to no part of the
    /// forward operator may.
    pub fn may_be_same(&self, old: &str, new: &str) -> bool {
        match (part(self.base, old), part(self.head, new)) {
            (Some(old), Some(new)) => self.in_head(old) == new,
            _ => true,
        }
    }

    fn in_head(&self, part: ForwardPart) -> ForwardPart {
        use ForwardPart::{Attr, Gone, Input, InputGrad, Output, OutputGrad};
        let (alignment, wrap, position): (_, fn(usize) -> ForwardPart, _) = match part {
            Input(position) => (&self.inputs, Input, position),
            InputGrad(position) => (&self.inputs, InputGrad, position),
            Attr(position) => (&self.attrs, Attr, position),
            Output(position) => (&self.outputs, Output, position),
            OutputGrad(position) => (&self.outputs, OutputGrad, position),
            Gone => return Gone,
        };
        alignment.head_of(position).map_or(Gone, wrap)
    }
}

fn part(forward: &ForwardCall, name: &str) -> Option<ForwardPart> {
    let signature = &forward.signature;
    let input = |name: &str| signature.inputs.position_of(name);
    let output = |name: &str| signature.outputs.position_of(name);
    let attr = || signature.attrs.position_of(name);
    let own = input(name).map(ForwardPart::Input).or_else(|| attr().map(ForwardPart::Attr));
    own.or_else(|| output(name).map(ForwardPart::Output)).or_else(|| {
        let of = name.strip_suffix("_grad")?;
        output(of).map(ForwardPart::OutputGrad).or_else(|| input(of).map(ForwardPart::InputGrad))
    })
}
