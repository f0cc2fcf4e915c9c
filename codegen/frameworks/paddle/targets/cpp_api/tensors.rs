//! Plans the inputs and outputs of a call: where their tensors are, and how they are converted for the kernel.

use serde::Serialize;

use crate::names::Locals;
use forms::cpp_api::{Variant, tensor_class};
use profile::CppApi;
use spec::{HasName, Input, Named, Op, Output, Param};

/// An input of a call.
#[derive(Debug, Serialize)]
pub struct InputPlan {
    pub name: String,
    /// The index among the kernel's parameters, if it differs from the index among the inputs.
    pub position: Option<usize>,
    pub role: InputRole,
    pub transform: Transform,
}

/// How a call uses an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InputRole {
    /// The kernel takes it.
    Taken,
    /// An output shares its memory, although the kernel does not take it.
    Viewed,
    /// Neither. It may be passed to infer meta, or influence the selection of the kernel.
    Unused,
}

/// How an input may be converted for the kernel, besides its place and layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Transform {
    Default,
    Skip,
    DataType,
}

#[derive(Debug, Serialize)]
pub struct OutputPlan {
    /// The variable with the caller's tensor or list.
    pub tensor: String,
    pub destination: Destination,
    pub list: bool,
    /// The length of a returned list, as an expression.
    pub size: Option<String>,
    /// The index of the input that it overwrites.
    pub written_into: Option<usize>,
    /// Whether it is a view of the input that it overwrites.
    pub inplace_view: bool,
    /// The index of the input whose memory the result shares.
    pub view_of: Option<usize>,
    /// Its position among the outputs, if the caller may pass tensors for the results.
    pub predefined: Option<usize>,
    #[serde(skip)]
    pub name: String,
}

impl HasName for OutputPlan {
    fn name(&self) -> &str {
        &self.name
    }
}

/// The destination of a kernel's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    /// A variable that the function returns.
    Result,
    /// An input that is overwritten.
    Input,
    /// The tensor to which the caller of a backward function passes a pointer.
    Gradient,
}

/// A tensor that the function returns.
#[derive(Debug, Serialize)]
pub struct ReturnedTensor {
    pub tensor: String,
    /// Whether the tensor is a local variable.
    pub is_local: bool,
}

/// A tensor, or a list of them, that another function fills.
#[derive(Debug, Serialize)]
pub struct FilledTensor {
    /// The variable of the tensor or list.
    pub tensor: String,
    pub is_local: bool,
    pub list: bool,
    /// Whether it is an input that may be absent.
    pub optional: bool,
    /// The length of a list: an expression.
    pub size: Option<String>,
    /// An input that may be absent, whose length a list has.
    pub as_long_as: Option<String>,
}

/// Plans all inputs of an operator.
pub fn inputs(op: &Op) -> Vec<InputPlan> {
    let params = Named::from(op.kernel_params());
    let inputs = op.signature.inputs.iter().enumerate();
    inputs.map(|(slot, input)| plan_input(op, slot, input, &params)).collect()
}

fn plan_input(op: &Op, slot: usize, input: &Input, params: &Named<Param>) -> InputPlan {
    let name = &input.name.value;
    let position = params.position_of(name);
    let is_viewed = || !op.is_backward() && op.view.iter().any(|view| view.input == input.name);
    InputPlan {
        name: name.clone(),
        position: position.filter(|position| *position != slot),
        role: match position {
            Some(_) => InputRole::Taken,
            None if is_viewed() => InputRole::Viewed,
            None => InputRole::Unused,
        },
        transform: match (input.skip_transform, input.support_trans_dtype) {
            (true, _) => Transform::Skip,
            (false, true) => Transform::DataType,
            (false, false) => Transform::Default,
        },
    }
}

/// Plans all outputs of a variant of an operator's function.
pub fn outputs(variant: Variant, settings: &CppApi, locals: &mut Locals) -> Named<OutputPlan> {
    let takes_results = variant.predefined_outputs(settings).is_some();
    let plan = |(position, output)| {
        let predefined = takes_results.then_some(position);
        OutputPlan { predefined, ..plan_output(variant, output, locals) }
    };
    Named::from(variant.op.signature.outputs.iter().enumerate().map(plan).collect::<Vec<_>>())
}

fn plan_output(variant: Variant, output: &Output, locals: &mut Locals) -> OutputPlan {
    let op = variant.op;
    let name = &output.name.value;
    let target = variant.target(output);
    let (destination, tensor) = match target {
        Some(input) => (Destination::Input, input.name.value.clone()),
        None if variant.fills() => (Destination::Gradient, name.clone()),
        None => (Destination::Result, locals.fresh(name)),
    };
    let slot = |name: &str| op.signature.inputs.position_of(name);
    let shares_memory = !variant.inplace && !variant.fills() && tensor_class::is_dense(op.home.family());
    OutputPlan {
        tensor,
        destination,
        list: output.ty.is_list(),
        size: output.size.as_ref().map(|size| size.value.clone()),
        written_into: target.and_then(|input| slot(&input.name.value)),
        inplace_view: target.is_some() && op.view_input(name).is_some(),
        view_of: op.view_input(name).filter(|_| shares_memory).and_then(slot),
        predefined: None,
        name: name.clone(),
    }
}

/// Plans the tensors that a function has another one fill, and returns.
pub fn filled(variant: Variant, locals: &mut Locals) -> Vec<FilledTensor> {
    let filled = |output: &Output| {
        let target = variant.target(output);
        let is_size = |input: &&Input| {
            input.optional
                && output.size.as_ref().is_some_and(|size| size.value == format!("{}.size()", input.name.value))
        };
        let as_long_as = variant.op.signature.inputs.iter().find(is_size);
        FilledTensor {
            tensor: target.map_or_else(|| locals.fresh(&output.name.value), |input| input.name.value.clone()),
            is_local: target.is_none(),
            list: output.ty.is_list(),
            optional: target.is_some_and(|input| input.optional),
            size: output.size.as_ref().map(|size| size.value.clone()),
            as_long_as: as_long_as.map(|input| input.name.value.clone()),
        }
    };
    variant.op.signature.outputs.iter().map(filled).collect()
}

/// The tensors that the function returns. A function that fills its caller's tensors returns none.
pub fn returned(variant: Variant, outputs: &Named<OutputPlan>) -> Vec<ReturnedTensor> {
    let plans = variant.returned().filter_map(|output| outputs.by_name(&output.name.value));
    let tensor = |plan: &OutputPlan| ReturnedTensor {
        tensor: plan.tensor.clone(),
        is_local: plan.destination == Destination::Result && plan.predefined.is_none(),
    };
    plans.map(tensor).collect()
}
