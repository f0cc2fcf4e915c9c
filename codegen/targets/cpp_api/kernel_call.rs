//! One call of a kernel: its inputs prepared, its outputs made, infer meta and the kernel run.

use serde::Serialize;

use super::argument::Argument;
use super::distributed::{self, DistributedPlan, ShapePlan};
use super::function::Variant;
use super::tensor_class::{self, TensorClass};
use super::tensors::{self, OutputPlan, PreparedInput, ReturnedTensor};
use crate::names::Locals;
use profile::CppApi;
use spec::{AttrType, Dispatch, Element, Input, KernelFn, Named, Op, Output, Param};

#[derive(Debug, Serialize)]
pub struct KernelCallPlan {
    /// What the inputs must be for this kernel. Read only if there are several kernels.
    pub tests: Vec<ClassTest>,
    pub kernel: String,
    pub inputs: Named<PreparedInput>,
    /// Absent if no input can be distributed.
    pub distributed: Option<DistributedPlan>,
    /// Absent if the profiler is told nothing.
    pub recorded: Option<Recorded>,
    pub outputs: Named<OutputPlan>,
    pub infer_meta: Option<InferMetaCall>,
    /// Parameters of the kernel behind the context.
    pub parameters: Vec<KernelParameter>,
    /// Arguments of the kernel before the outputs.
    pub args: Vec<Argument>,
    /// Strided results are given back after results of a kernel that stood in were moved, not before.
    pub restores_last: bool,
    pub returned: Vec<ReturnedTensor>,
}

/// Whether an input is of a class.
#[derive(Debug, Serialize)]
pub struct ClassTest {
    pub input: String,
    pub optional: bool,
    pub class: TensorClass,
}

#[derive(Debug, Serialize)]
pub struct InferMetaCall {
    pub function: String,
    /// The arguments before the outputs.
    pub args: Vec<Argument>,
}

/// A parameter of a kernel.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum KernelParameter {
    Input {
        class: TensorClass,
        list: bool,
        optional: bool,
    },
    Attribute {
        #[serde(rename = "type")]
        ty: AttrType,
        optional: bool,
    },
    Output {
        class: TensorClass,
        list: bool,
    },
}

/// What the profiler is told.
#[derive(Debug, Serialize)]
pub struct Recorded {
    /// Single tensors first, then lists.
    pub inputs: Vec<RecordedInput>,
    pub attrs: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct RecordedInput {
    pub name: String,
    /// The variable of the prepared tensor.
    pub local: String,
}

pub fn plan(
    variant: Variant,
    function: &KernelFn,
    distributed: bool,
    mut locals: Locals,
    settings: &CppApi,
) -> KernelCallPlan {
    let op = variant.op;
    let shapes = distributed.then(|| distributed::shapes(op, function, &mut locals, &settings.distributed));
    let params = Named::from(op.kernel_params());
    let planner = Planner {
        variant,
        op,
        distributed,
        copies_overwritten: settings.copies_overwritten,
        shapes: shapes.unwrap_or_default(),
        dispatch: function.dispatch.as_ref(),
        params: &params,
    };
    let inputs = planner.inputs(&mut locals);
    let is_dense = tensor_class::is_dense(op.home.family());
    let keeps_strides = is_dense && variant.inplace && !settings.stride_kernels.contains(&function.name.value);
    let outputs = op.signature.outputs.iter().enumerate();
    let outputs: Vec<OutputPlan> =
        outputs.map(|(i, output)| planner.output(i, output, &inputs, keeps_strides, &mut locals)).collect();
    let outputs = Named::from(outputs);
    let to_kernel: Vec<&PreparedInput> = inputs.iter().filter(|input| input.to_kernel).collect();
    let to_kernel = Named::from(to_kernel);
    KernelCallPlan {
        tests: planner.tests(),
        kernel: function.name.value.clone(),
        recorded: is_dense.then(|| recorded(op, &to_kernel)),
        infer_meta: planner.infer_meta(&to_kernel),
        parameters: planner.parameters(),
        args: params.iter().map(|param| planner.kernel_argument(param, &to_kernel)).collect(),
        restores_last: settings.restores_last,
        returned: tensors::returned(variant, &outputs),
        distributed: distributed
            .then(|| distributed::plan(variant, function, &params, planner.shapes.clone(), &settings.distributed)),
        inputs,
        outputs,
    }
}

/// What the parts of a call are planned from.
pub(super) struct Planner<'a> {
    pub(super) variant: Variant<'a>,
    pub(super) op: &'a Op,
    /// Whether this kernel also computes parts of distributed tensors.
    pub(super) distributed: bool,
    /// Whether inputs that an output is written over are copied first.
    pub(super) copies_overwritten: bool,
    /// Attributes in place of which infer meta, and maybe the kernel, is given the shape of a part.
    pub(super) shapes: Vec<ShapePlan>,
    pub(super) dispatch: Option<&'a Dispatch>,
    pub(super) params: &'a Named<Param>,
}

impl Planner<'_> {
    /// The position of an argument among the kernel's parameters.
    fn position(&self, name: &str) -> Option<usize> {
        self.params.position_of(name)
    }

    pub(super) fn input_class(&self, name: &str) -> TensorClass {
        let kind = self.position(name).zip(self.dispatch).and_then(|(at, dispatch)| dispatch.inputs.get(at));
        TensorClass::of_input(self.op, kind.map(|kind| kind.value))
    }

    pub(super) fn output_class(&self, index: usize, output: &Output) -> TensorClass {
        let kind = self.dispatch.and_then(|dispatch| dispatch.outputs.get(index));
        TensorClass::of_output(self.op, output, kind.map(|kind| kind.value))
    }

    /// Tests of every single tensor that the kernel takes. Lists are of any class.
    fn tests(&self) -> Vec<ClassTest> {
        let inputs = self.op.signature.inputs.iter();
        let inputs = inputs.filter(|input| self.position(&input.name.value).is_some() && !input.ty.is_list());
        let test = |input: &Input| ClassTest {
            input: input.name.value.clone(),
            optional: input.optional,
            class: self.input_class(&input.name.value),
        };
        inputs.map(test).collect()
    }

    /// The kernel's inputs, and any input that is only viewed.
    fn inputs(&self, locals: &mut Locals) -> Named<PreparedInput> {
        let is_viewed =
            |input: &Input| !self.op.is_backward() && self.op.view.iter().any(|view| view.input == input.name);
        let inputs = self.op.signature.inputs.iter().map(|input| (input, self.position(&input.name.value)));
        let wanted = inputs.filter(|(input, position)| position.is_some() || is_viewed(input));
        Named::from(wanted.map(|(input, position)| self.input(input, position, locals)).collect::<Vec<_>>())
    }

    fn infer_meta(&self, inputs: &Named<&PreparedInput>) -> Option<InferMetaCall> {
        let function = self.op.infer_meta.as_ref()?.func.value.clone();
        let params = self.op.infer_meta_params();
        let args = params.iter().map(|param| Argument::unprepared(self.op, param));
        Some(InferMetaCall { function, args: args.map(|arg| arg.prepared(inputs, &self.shapes)).collect() })
    }

    fn kernel_argument(&self, param: &Param, inputs: &Named<&PreparedInput>) -> Argument {
        match (param, Argument::unprepared(self.op, param)) {
            // What is no argument is a name that only C++ knows.
            (Param::Name(_), Argument::Text { text }) => Argument::Expression { text },
            (_, argument) => argument.prepared(inputs, self.shapes.iter().filter(|shape| shape.to_kernel)),
        }
    }

    fn parameters(&self) -> Vec<KernelParameter> {
        let params = self.params.iter().filter_map(|param| self.parameter(param));
        let outputs = self.op.signature.outputs.iter().enumerate();
        let outputs = outputs.map(|(index, output)| KernelParameter::Output {
            class: self.output_class(index, output),
            list: output.ty.is_list(),
        });
        params.chain(outputs).collect()
    }

    /// `None` for a name that only C++ knows, and so also its type.
    fn parameter(&self, param: &Param) -> Option<KernelParameter> {
        let plain = |element| KernelParameter::Attribute { ty: AttrType::one(element), optional: false };
        let name = match param {
            Param::Name(name) => &name.value,
            Param::Literal(literal) => return Some(plain(literal_type(&literal.value))),
            Param::Text(_) => return Some(plain(Element::Str)),
        };
        if let Some(input) = self.op.signature.input(name) {
            let class = self.input_class(name);
            return Some(KernelParameter::Input { class, list: input.ty.is_list(), optional: input.optional });
        }
        let attr = self.op.signature.attr(name)?;
        // Kernels take these as they are, even if the function's parameter is optional.
        let never_optional = attr.ty.list || attr.ty.is_scalar() || attr.ty.element == Element::IntArray;
        Some(KernelParameter::Attribute { ty: attr.ty, optional: attr.optional && !never_optional })
    }
}

/// The type of a number or truth value that the YAML hands to a kernel.
fn literal_type(text: &str) -> Element {
    match text {
        "true" | "false" => Element::Bool,
        _ if text.parse::<i64>().is_ok() => Element::Int,
        _ => Element::Float,
    }
}

fn recorded(op: &Op, inputs: &[&PreparedInput]) -> Recorded {
    let (lists, singles): (Vec<_>, Vec<_>) = inputs.iter().partition(|input| input.list);
    // The profiler cannot show places and data types.
    let shown = op.signature.attrs.iter().filter(|attr| !matches!(attr.ty.element, Element::Place | Element::DataType));
    let input = |input: &&PreparedInput| RecordedInput { name: input.name.clone(), local: input.local.clone() };
    Recorded {
        inputs: singles.into_iter().chain(lists).map(input).collect(),
        attrs: shown.map(|attr| attr.name.value.clone()).collect(),
    }
}
