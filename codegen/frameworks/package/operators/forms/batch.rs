//! The dimensions over which an operator of a package works one by one, so that a batch needs only one call.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;
use spec::Op;

use super::{InputForm, OutputForm, PackageForm, ShapeForm};

/// The dimensions over which an operator works one by one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BatchForm {
    /// Nothing is known.
    Unknown,
    /// It is elementwise: all its tensors are broadcast to one shape. The gradients of such an operator sum where it broadcasts.
    Elementwise,
    /// The leading dimensions of some inputs, and of all outputs.
    Leading {
        /// The inputs, and the outputs whose other dimensions are known.
        tensors: Vec<BatchTensor>,
    },
}

/// A tensor with leading dimensions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BatchTensor {
    /// Its name.
    pub name: String,
    /// The number of dimensions after them. `None` if it has as many leading dimensions as the others.
    pub own: Option<usize>,
}

impl BatchForm {
    /// The dimensions of an operator. Those of a gradient follow from its operator, `root`, unless its own entry states them: a
    /// tensor and its gradient have the same ones, and all outputs have them.
    pub(super) fn of(op: &Op, root: Option<&PackageForm>, inputs: &[InputForm], outputs: &[OutputForm]) -> Self {
        let stated: Vec<BatchTensor> = op
            .package
            .iter()
            .flat_map(|own| &own.batch)
            .map(|dims| BatchTensor { name: dims.input.value.clone(), own: Some(dims.own) })
            .collect();
        if !stated.is_empty() {
            return BatchForm::Leading { tensors: stated };
        }
        match root {
            None if is_elementwise(inputs, outputs) => BatchForm::Elementwise,
            None => BatchForm::Unknown,
            Some(root) => root.batch.of_gradient(root, inputs, outputs),
        }
    }

    fn of_gradient(&self, root: &PackageForm, inputs: &[InputForm], outputs: &[OutputForm]) -> Self {
        let BatchForm::Leading { tensors } = self else { return self.clone() };
        let names = inputs.iter().map(|input| &input.name).chain(outputs.iter().map(|output| &output.name));
        let tensor = |name: &String| {
            let base = root.tensor_of(name)?;
            let known = tensors.iter().find(|tensor| tensor.name == base);
            let is_output = root.outputs.iter().any(|output| output.name == base);
            let own = known.map(|tensor| tensor.own).or_else(|| is_output.then_some(None))?;
            Some(BatchTensor { name: name.clone(), own })
        };
        BatchForm::Leading { tensors: names.filter_map(tensor).collect() }
    }

    /// True if a batch needs only one call.
    pub fn is_known(&self) -> bool {
        *self != BatchForm::Unknown
    }
}

impl Display for BatchForm {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let tensor = |tensor: &BatchTensor| match tensor.own {
            Some(own @ 1..) => format!("{}[:-{own}]", tensor.name),
            _ => tensor.name.clone(),
        };
        match self {
            BatchForm::Unknown => Ok(()),
            BatchForm::Elementwise => f.write_str("all dimensions"),
            BatchForm::Leading { tensors } => f.write_str(&tensors.iter().map(tensor).collect::<Vec<_>>().join(", ")),
        }
    }
}

impl PackageForm<'_> {
    /// The tensor of this operator to which a tensor of its gradients belongs: `x` for `x_grad` and `x_grad_grad_new`.
    fn tensor_of<'n>(&self, name: &'n str) -> Option<&'n str> {
        let signature = &self.op.signature;
        let mut base = name;
        while signature.input(base).is_none() && signature.output(base).is_none() {
            base = base.strip_suffix("_new").or_else(|| base.strip_suffix("_grad"))?;
        }
        Some(base)
    }
}

/// True if all outputs have the shape to which all inputs are broadcast. `like x` does not say so: a softmax has such a shape, too.
fn is_elementwise(inputs: &[InputForm], outputs: &[OutputForm]) -> bool {
    let is_broadcast = |output: &OutputForm| match &output.shape {
        Some(ShapeForm::Broadcast { inputs: of }) => inputs.iter().all(|input| of.contains(&input.name)),
        _ => false,
    };
    inputs.len() > 1 && !outputs.is_empty() && outputs.iter().all(is_broadcast)
}
