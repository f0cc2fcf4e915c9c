//! The inputs and outputs of a kernel call: how they are prepared, what the kernel writes to, and what is returned.

use serde::Serialize;

use super::function::Variant;
use super::kernel_call::Planner;
use super::tensor_class::{self, TensorClass};
use crate::names::Locals;
use spec::{HasName, Input, Named, Output};

/// An input on its way to the kernel.
#[derive(Debug, Clone, Serialize)]
pub struct PreparedInput {
    pub name: String,
    /// The variable of the prepared tensor.
    pub local: String,
    /// The position among the kernel's parameters.
    pub index: usize,
    pub preparation: Preparation,
    pub transform: Transform,
    /// The kernel and infer meta are given a copy, because an output is written over it.
    pub copied: bool,
    pub optional: bool,
    /// The kernel takes it. If not, it is only viewed.
    #[serde(skip)]
    pub to_kernel: bool,
    #[serde(skip)]
    pub list: bool,
}

impl HasName for PreparedInput {
    fn name(&self) -> &str {
        &self.name
    }
}

impl HasName for OutputPlan {
    fn name(&self) -> &str {
        &self.name
    }
}

/// How an input is brought into the form that the kernel takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Preparation {
    /// One dense tensor or a list, as the kernel's registration asks.
    Dense,
    /// A list that the call writes into.
    WrittenList,
    /// Of a distributed call: an input that is only viewed, so that nothing lays it out anew.
    Viewed,
    SelectedRows,
    SparseCoo,
    SparseCsr,
    DenseInSparse,
    Strings,
}

/// How an input may be changed on its way to the kernel, apart from its place and layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Transform {
    Default,
    Skip,
    DataType,
}

#[derive(Debug, Serialize)]
pub struct OutputPlan {
    /// The variable of the caller's tensor or list.
    pub tensor: String,
    pub destination: Destination,
    pub class: TensorClass,
    pub list: bool,
    /// It is the only output of the operator.
    pub only: bool,
    /// The destination is an optional input.
    pub optional: bool,
    /// The length of a list that is a result of its own: an expression.
    pub size: Option<String>,
    /// The variable of the prepared list that the output is written into.
    pub prepared: Option<String>,
    /// What the kernel writes to.
    pub local: String,
    /// The variable of the strided tensor while the kernel writes contiguous memory.
    pub backup: Option<String>,
    /// The YAML calls the output a view of an input.
    pub is_view: bool,
    /// The input whose memory the output shares.
    pub view: Option<ViewPlan>,
    /// The variable of what infer meta fills.
    pub meta: String,
    /// Whether the result moves after a fallback to the CPU.
    pub moves_back: bool,
    #[serde(skip)]
    pub name: String,
}

/// Where an output of the kernel goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    /// A variable that the function returns.
    Result,
    /// An input that is written to.
    Input,
    /// The tensor that the caller of a backward function points to.
    Gradient,
}

#[derive(Debug, Serialize)]
pub struct ViewPlan {
    /// The argument that is viewed.
    pub input: String,
    /// The variable of the prepared tensor.
    pub local: String,
    pub optional: bool,
}

/// A tensor that the function returns.
#[derive(Debug, Serialize)]
pub struct ReturnedTensor {
    pub tensor: String,
    /// The tensor is a local variable.
    pub is_local: bool,
}

impl Planner<'_> {
    pub(super) fn input(&self, input: &Input, position: Option<usize>, locals: &mut Locals) -> PreparedInput {
        let name = &input.name.value;
        let list = input.ty.is_list();
        let preparation = match self.input_class(name) {
            TensorClass::SelectedRows => Preparation::SelectedRows,
            TensorClass::SparseCoo if !list => Preparation::SparseCoo,
            TensorClass::SparseCsr if !list => Preparation::SparseCsr,
            TensorClass::DenseInSparse if !list => Preparation::DenseInSparse,
            TensorClass::Strings if !list => Preparation::Strings,
            _ if self.distributed && position.is_none() => Preparation::Viewed,
            _ if list && self.variant.writes(input) => Preparation::WrittenList,
            _ => Preparation::Dense,
        };
        let may_be_copied = matches!(preparation, Preparation::Dense | Preparation::SelectedRows);
        let is_overwritten = self.variant.writes(input) && !list && !input.optional;
        PreparedInput {
            copied: self.copies_overwritten && may_be_copied && is_overwritten,
            name: name.clone(),
            local: locals.fresh(format!("in_{name}")),
            index: position.unwrap_or(0),
            preparation,
            transform: match (input.skip_transform, input.support_trans_dtype) {
                (true, _) => Transform::Skip,
                (false, true) => Transform::DataType,
                (false, false) => Transform::Default,
            },
            optional: input.optional,
            to_kernel: position.is_some(),
            list,
        }
    }

    pub(super) fn output(
        &self,
        index: usize,
        output: &Output,
        inputs: &Named<PreparedInput>,
        keeps_strides: bool,
        locals: &mut Locals,
    ) -> OutputPlan {
        let name = &output.name.value;
        let target = self.variant.target(output);
        let (destination, tensor) = match target {
            Some(input) => (Destination::Input, input.name.value.clone()),
            None if self.op.is_backward() => (Destination::Gradient, name.clone()),
            None => (Destination::Result, locals.fresh(name)),
        };
        let prepared = |target: &Input| inputs.by_name(&target.name.value);
        OutputPlan {
            local: locals.fresh(format!("k_{name}")),
            backup: keeps_strides.then(|| locals.fresh(format!("b_{name}"))),
            meta: locals.fresh(format!("m_{name}")),
            tensor,
            destination,
            class: self.output_class(index, output),
            list: output.ty.is_list(),
            only: self.op.signature.outputs.len() == 1,
            optional: target.is_some_and(|input| input.optional),
            size: output.size.as_ref().map(|size| size.value.clone()),
            prepared: target.and_then(prepared).map(|input| input.local.clone()),
            is_view: self.op.view_input(name).is_some(),
            view: self.view(output, inputs),
            moves_back: tensor_class::is_dense(self.op.home.family()),
            name: name.clone(),
        }
    }

    fn view(&self, output: &Output, inputs: &Named<PreparedInput>) -> Option<ViewPlan> {
        if self.variant.inplace || self.op.is_backward() || !tensor_class::is_dense(self.op.home.family()) {
            return None;
        }
        let viewed = self.op.view_input(&output.name.value)?;
        let input = inputs.by_name(viewed)?;
        Some(ViewPlan { input: viewed.to_owned(), local: input.local.clone(), optional: input.optional })
    }
}

/// What the function returns: nothing if it is a backward one.
pub(super) fn returned(variant: Variant, outputs: &Named<OutputPlan>) -> Vec<ReturnedTensor> {
    let returned = variant.returned().filter(|_| !variant.op.is_backward());
    let plans = returned.filter_map(|output| outputs.by_name(&output.name.value));
    let tensor = |plan: &OutputPlan| ReturnedTensor {
        tensor: plan.tensor.clone(),
        is_local: plan.destination == Destination::Result,
    };
    plans.map(tensor).collect()
}
