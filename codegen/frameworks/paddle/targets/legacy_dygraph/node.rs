//! Plans the grad nodes of the old dynamic graph.

use std::borrow::Cow;

use profile::SetAttr;
use serde::Serialize;
use spec::registered::{GradSlot, Pair, ProtoVar};

use super::forward::kept;
use forms::legacy_dygraph::{Gradient, Operator, local};

/// The grad node of an operator.
#[derive(Debug, Serialize)]
pub struct NodePlan<'a> {
    pub op: &'a str,
    pub kept: Vec<KeptVar<'a>>,
    /// The number of inputs, whose gradients it returns.
    pub inputs: usize,
    /// Whether it runs the same operator for each item of its only input, which is a list.
    pub per_item: bool,
    pub steps: Vec<GradStep<'a>>,
}

/// A tensor that the node keeps.
#[derive(Debug, Serialize)]
pub struct KeptVar<'a> {
    pub name: Cow<'a, str>,
    pub list: bool,
    pub no_need_buffer: bool,
}

/// An operator of the gradient.
#[derive(Debug, Serialize)]
pub struct GradStep<'a> {
    pub op: &'a str,
    /// The indices of outputs whose gradients are filled with zeros if they are absent.
    pub fill_zero: Vec<usize>,
    pub inputs: Vec<StepInput<'a>>,
    /// Inputs that may be absent.
    pub optional_inputs: Vec<OptionalInput<'a>>,
    /// The tensor that the operator may overwrite if nothing else needs it.
    pub reused: Option<Tensor<'a>>,
    pub inplace: Vec<StepPair<'a>>,
    pub outputs: Vec<StepOutput<'a>>,
    pub set_attrs: &'a [SetAttr],
    pub exchanged_attrs: Option<&'a [String; 2]>,
    pub results: Vec<StepResult<'a>>,
}

#[derive(Debug, Serialize)]
pub struct StepInput<'a> {
    pub name: Cow<'a, str>,
    pub source: Tensor<'a>,
}

/// The source of a gradient operator's tensor.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", content = "of", rename_all = "snake_case")]
pub enum Tensor<'a> {
    /// A tensor that the node keeps.
    Kept(Cow<'a, str>),
    /// The gradient of the output with this index.
    Gradient(usize),
}

#[derive(Debug, Serialize)]
pub struct OptionalInput<'a> {
    pub name: Cow<'a, str>,
    /// The tensor that the node keeps.
    pub kept: Cow<'a, str>,
    pub list: bool,
}

#[derive(Debug, Serialize)]
pub struct StepPair<'a> {
    pub input: Cow<'a, str>,
    pub output: Cow<'a, str>,
}

#[derive(Debug, Serialize)]
pub struct StepOutput<'a> {
    pub name: Cow<'a, str>,
    /// The index of the input whose gradient it is, or of the output whose gradient it overwrites.
    pub position: usize,
    /// Whether it overwrites a gradient that the node received.
    pub overwrites: bool,
    /// Whether it is a list of the same length as the input.
    pub list: bool,
    /// The optional tensor that is needed to compute it.
    pub only_with: Option<Cow<'a, str>>,
    pub only_with_list: bool,
}

/// Where a gradient is returned.
#[derive(Debug, Serialize)]
pub struct StepResult<'a> {
    pub name: Cow<'a, str>,
    pub position: usize,
}

/// `None` if the operator has no gradient.
pub fn plan<'a>(op: &'a Operator<'a>) -> Option<NodePlan<'a>> {
    let per_item = op.has_gradient_per_item();
    let steps = if per_item { &op.gradient[..1] } else { &op.gradient };
    if steps.is_empty() {
        return None;
    }
    let no_need_buffer = |name: &str| {
        let mut names = op.gradient.iter().flat_map(|gradient| &gradient.op.no_need_buffer);
        names.any(|slot| slot.value == name)
    };
    let kept = kept(op).into_iter().map(|var| KeptVar {
        name: local(&var.name.value),
        list: var.duplicable,
        no_need_buffer: no_need_buffer(&var.name.value),
    });
    Some(NodePlan {
        op: op.name,
        kept: kept.collect(),
        inputs: op.inputs.len(),
        per_item,
        steps: steps.iter().map(|gradient| Step { op, gradient, per_item }.plan()).collect(),
    })
}

struct Step<'a> {
    op: &'a Operator<'a>,
    gradient: &'a Gradient<'a>,
    per_item: bool,
}

impl<'a> Step<'a> {
    fn plan(&self) -> GradStep<'a> {
        let section = self.op.section;
        let fills = section.fill_zero.iter().any(|name| name == self.op.name);
        let gradients = self.gradient.inputs.iter().filter(|slot| fills && slot.is_gradient);
        let reused = self.reused();
        let pairs = self.gradient.op.inplace.iter().filter(|_| reused.is_some());
        let pair = |pair: &'a Pair| StepPair { input: pair.input.as_str().into(), output: pair.output.as_str().into() };
        GradStep {
            op: &self.gradient.op.op.value,
            fill_zero: gradients.filter_map(|slot| self.op.position_of_output(&slot.variable.value)).collect(),
            inputs: self.inputs().collect(),
            optional_inputs: self.optional_inputs().collect(),
            inplace: pairs.map(pair).collect(),
            reused,
            outputs: self.gradient.outputs.iter().filter_map(|slot| self.output(slot)).collect(),
            set_attrs: section.set_attrs.get(self.op.name).map_or(&[], Vec::as_slice),
            exchanged_attrs: section.exchanged_attrs.get(self.op.name),
            results: self.results(),
        }
    }

    /// The forward input that a slot keeps, if it may be absent.
    fn optional_input(&self, slot: &GradSlot) -> Option<&'a ProtoVar> {
        let input = self.op.position_of_input(&slot.variable.value).filter(|_| !slot.is_gradient)?;
        Some(self.op.inputs[input]).filter(|input| input.dispensable)
    }

    fn inputs(&self) -> impl Iterator<Item = StepInput<'a>> {
        let slots = self.gradient.inputs.iter().filter(|slot| self.optional_input(slot).is_none());
        slots.filter_map(|slot| Some(StepInput { name: slot.name.as_str().into(), source: self.source(slot)? }))
    }

    fn source(&self, slot: &'a GradSlot) -> Option<Tensor<'a>> {
        let name = &slot.variable.value;
        match slot.is_gradient {
            true => self.op.position_of_output(name).map(Tensor::Gradient),
            false => Some(Tensor::Kept(local(name))),
        }
    }

    fn optional_inputs(&self) -> impl Iterator<Item = OptionalInput<'a>> {
        self.gradient.inputs.iter().filter_map(|slot| {
            let input = self.optional_input(slot)?;
            Some(OptionalInput {
                name: slot.name.as_str().into(),
                kept: local(&input.name.value),
                list: input.duplicable,
            })
        })
    }

    /// The tensor that the operator may overwrite.
    fn reused(&self) -> Option<Tensor<'a>> {
        let overwritten = |slot: &&&GradSlot| self.gradient.op.inplace.iter().any(|pair| pair.input == slot.name);
        let mut slots = self.gradient.inputs.iter().filter(|slot| self.optional_input(slot).is_none());
        self.source(slots.rfind(overwritten)?)
    }

    fn output(&self, slot: &'a GradSlot) -> Option<StepOutput<'a>> {
        let (name, variable) = (slot.name.as_str().into(), &slot.variable.value);
        let Some(position) = self.op.position_of_input(variable) else {
            let position = self.op.position_of_output(variable)?;
            return Some(StepOutput {
                name,
                position,
                overwrites: true,
                list: false,
                only_with: None,
                only_with_list: false,
            });
        };
        let input = self.op.inputs[position];
        let keeps = || self.gradient.inputs.iter().any(|slot| !slot.is_gradient && slot.variable.value == *variable);
        Some(StepOutput {
            name,
            position,
            overwrites: false,
            list: input.duplicable && !self.per_item,
            only_with: (input.dispensable && keeps()).then(|| local(variable)),
            only_with_list: input.duplicable,
        })
    }

    /// The results of the operator. Gradients of inputs are returned at the indices of these, followed by those of outputs.
    fn results(&self) -> Vec<StepResult<'a>> {
        let result = |slot: &'a GradSlot, position| StepResult { name: slot.name.as_str().into(), position };
        let of_inputs =
            self.gradient.outputs.iter().filter_map(|slot| {
                self.op.position_of_input(&slot.variable.value).map(|position| result(slot, position))
            });
        let of_inputs: Vec<StepResult> = of_inputs.collect();
        let others = self.gradient.outputs.iter();
        let others = others.filter(|slot| self.op.position_of_output(&slot.variable.value).is_some());
        let behind = of_inputs.len();
        let others = others.enumerate().map(|(i, slot)| result(slot, behind + i));
        let others: Vec<StepResult> = others.collect();
        of_inputs.into_iter().chain(others).collect()
    }
}
