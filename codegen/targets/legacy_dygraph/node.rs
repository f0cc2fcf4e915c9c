//! Grad nodes of the old dynamic graph.

use profile::SetAttr;
use registered::{GradSlot, ProtoVar};
use serde::Serialize;

use super::forward::kept;
use super::operator::{Gradient, Operator, local};

/// The grad node of an operator.
#[derive(Debug, Serialize)]
pub struct NodePlan {
    pub op: String,
    pub kept: Vec<KeptVar>,
    /// The number of inputs, whose gradients it returns.
    pub inputs: usize,
    /// It does the same for each item of its one input, which is a list.
    pub per_item: bool,
    pub steps: Vec<GradStep>,
}

/// A tensor that the node keeps.
#[derive(Debug, Serialize)]
pub struct KeptVar {
    pub name: String,
    pub list: bool,
    pub no_need_buffer: bool,
}

/// One operator of the gradient.
#[derive(Debug, Serialize)]
pub struct GradStep {
    pub op: String,
    /// Outputs whose gradients are filled with zeros if they are absent.
    pub fill_zero: Vec<usize>,
    pub inputs: Vec<StepInput>,
    /// Those of them that may be absent.
    pub optional_inputs: Vec<OptionalInput>,
    /// What the operator may overwrite, if nobody else needs it.
    pub reused: Option<Tensor>,
    pub inplace: Vec<StepPair>,
    pub outputs: Vec<StepOutput>,
    pub set_attrs: Vec<SetAttr>,
    pub exchanged_attrs: Option<[String; 2]>,
    pub results: Vec<StepResult>,
}

#[derive(Debug, Serialize)]
pub struct StepInput {
    pub name: String,
    pub source: Tensor,
}

/// What a tensor of a gradient is.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", content = "of", rename_all = "snake_case")]
pub enum Tensor {
    /// A tensor that the node keeps.
    Kept(String),
    /// The gradient of the output at a position.
    Gradient(usize),
}

#[derive(Debug, Serialize)]
pub struct OptionalInput {
    pub name: String,
    /// The tensor that the node keeps.
    pub kept: String,
    pub list: bool,
}

#[derive(Debug, Serialize)]
pub struct StepPair {
    pub input: String,
    pub output: String,
}

#[derive(Debug, Serialize)]
pub struct StepOutput {
    pub name: String,
    /// Of the input whose gradient it is, or of the output whose gradient it overwrites.
    pub position: usize,
    /// It overwrites a gradient that the node got.
    pub overwrites: bool,
    /// It has as many tensors as the input.
    pub list: bool,
    /// The optional tensor without which it is not computed.
    pub only_with: Option<String>,
    pub only_with_list: bool,
}

/// Where a gradient is returned.
#[derive(Debug, Serialize)]
pub struct StepResult {
    pub name: String,
    pub position: usize,
}

impl Gradient<'_> {
    /// Whether it computes the gradient of an input.
    pub fn returns(&self, input: &str) -> bool {
        self.outputs.iter().any(|slot| slot.variable.value == input)
    }
}

/// `None` for an operator without a gradient.
pub fn plan(op: &Operator) -> Option<NodePlan> {
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
        op: op.name.to_owned(),
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

impl Step<'_> {
    fn plan(&self) -> GradStep {
        let section = self.op.section;
        let fills = section.fill_zero.iter().any(|name| name == self.op.name);
        let gradients = self.gradient.inputs.iter().filter(|slot| fills && slot.is_gradient);
        let reused = self.reused();
        let pairs = self.gradient.op.inplace.iter().filter(|_| reused.is_some());
        let pair =
            |pair: &registered::Pair| StepPair { input: pair.input.value.clone(), output: pair.output.value.clone() };
        GradStep {
            op: self.gradient.op.op.value.clone(),
            fill_zero: gradients.filter_map(|slot| self.op.position_of_output(&slot.variable.value)).collect(),
            inputs: self.inputs().collect(),
            optional_inputs: self.optional_inputs().collect(),
            inplace: pairs.map(pair).collect(),
            reused,
            outputs: self.gradient.outputs.iter().filter_map(|slot| self.output(slot)).collect(),
            set_attrs: section.set_attrs.get(self.op.name).cloned().unwrap_or_default(),
            exchanged_attrs: section.exchanged_attrs.get(self.op.name).cloned(),
            results: self.results(),
        }
    }

    /// The input of the forward operator that a slot keeps, if it may be absent.
    fn optional_input(&self, slot: &GradSlot) -> Option<&ProtoVar> {
        let input = self.op.position_of_input(&slot.variable.value).filter(|_| !slot.is_gradient)?;
        Some(self.op.inputs[input]).filter(|input| input.dispensable)
    }

    fn inputs(&self) -> impl Iterator<Item = StepInput> {
        let slots = self.gradient.inputs.iter().filter(|slot| self.optional_input(slot).is_none());
        slots.filter_map(|slot| Some(StepInput { name: slot.name.value.clone(), source: self.source(slot)? }))
    }

    fn source(&self, slot: &GradSlot) -> Option<Tensor> {
        let name = &slot.variable.value;
        match slot.is_gradient {
            true => self.op.position_of_output(name).map(Tensor::Gradient),
            false => Some(Tensor::Kept(local(name))),
        }
    }

    fn optional_inputs(&self) -> impl Iterator<Item = OptionalInput> {
        self.gradient.inputs.iter().filter_map(|slot| {
            let input = self.optional_input(slot)?;
            Some(OptionalInput {
                name: slot.name.value.clone(),
                kept: local(&input.name.value),
                list: input.duplicable,
            })
        })
    }

    /// The input that the operator may overwrite.
    fn reused(&self) -> Option<Tensor> {
        let overwritten = |slot: &&&GradSlot| self.gradient.op.inplace.iter().any(|pair| pair.input == slot.name);
        let mut slots = self.gradient.inputs.iter().filter(|slot| self.optional_input(slot).is_none());
        self.source(slots.rfind(overwritten)?)
    }

    fn output(&self, slot: &GradSlot) -> Option<StepOutput> {
        let (name, variable) = (slot.name.value.clone(), &slot.variable.value);
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

    /// Gradients of inputs are returned at the positions of these, and behind them those of outputs.
    fn results(&self) -> Vec<StepResult> {
        let result = |slot: &GradSlot, position| StepResult { name: slot.name.value.clone(), position };
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
