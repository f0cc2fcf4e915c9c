//! The operands of an operator for which its gradient computes gradients.

use super::dialect::DialectOps;
use super::entry::Entry;

const SUFFIX: &str = "_grad";

/// Inputs and attributes of an operator that have gradients.
pub struct GradientInputs<'a> {
    /// The inputs of the forward operator, as the gradient names them.
    forward: Vec<&'a str>,
    /// The names of inputs and attributes that have gradients.
    computed: Vec<&'a str>,
}

impl<'a> GradientInputs<'a> {
    /// Reads the gradient of an operator.
    pub fn new(entry: &Entry, ops: &'a DialectOps) -> Self {
        // The framework first looks for a gradient on dense tensors with the same name.
        let has_dense = entry.op.backward.as_ref().is_some_and(|name| ops.find(&name.value, false).is_some());
        let Some(gradient) = ops.gradient(entry).filter(|_| has_dense) else {
            return GradientInputs { forward: Vec::new(), computed: Vec::new() };
        };
        let forward = gradient.op.forward.iter().flat_map(|forward| forward.signature.input_names());
        // The suffix is `_grad`.
        let computed =
            gradient.op.signature.output_names().map(|name| &name[..name.len().saturating_sub(SUFFIX.len())]);
        GradientInputs { forward: forward.collect(), computed: computed.collect() }
    }

    /// Whether the input at an index has a gradient.
    pub fn has_input(&self, index: usize) -> bool {
        self.forward.get(index).is_some_and(|name| self.computed.contains(name))
    }

    /// Whether an attribute has a gradient.
    pub fn has_attr(&self, name: &str) -> bool {
        self.computed.contains(&name)
    }
}
