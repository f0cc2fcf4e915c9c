//! One call of a kernel: its inputs prepared, its outputs made, infer meta and the kernel run.

use serde::Serialize;

use super::cpp_types;
use super::distributed::{self, DistributedPlan, ShapePlan};
use super::function::Variant;
use super::held::{self, Held};
use super::outputs::{self, Made, OutputPlan};
use crate::cpp::joined;
use crate::names::Locals;
use profile::{CppApi, Distributed};
use spec::{Dispatch, Element, Input, KernelFn, Op, Output, Param};

#[derive(Debug, Serialize)]
pub struct KernelCallPlan {
    /// When this kernel is the one, where there are several.
    pub condition: Option<String>,
    pub kernel: String,
    pub inputs: Vec<PreparedInput>,
    /// Absent where no input can be distributed.
    pub distributed: Option<DistributedPlan>,
    /// Absent where the profiler is told nothing.
    pub recorded: Option<Recorded>,
    pub outputs: Vec<OutputPlan>,
    pub infer_meta: String,
    pub infer_meta_args: String,
    /// Parameter types of the kernel, behind the context.
    pub parameter_types: String,
    pub args: String,
    pub returns: Option<String>,
}

/// What the profiler is told.
#[derive(Debug, Serialize)]
pub struct Recorded {
    /// Single tensors first, then lists.
    pub inputs: Vec<PreparedInput>,
    pub attrs: Vec<String>,
}

/// An input on its way to the kernel.
#[derive(Debug, Clone, Serialize)]
pub struct PreparedInput {
    pub name: String,
    pub local: String,
    /// An expression that prepares it.
    pub made_by: String,
    pub list: bool,
    pub optional: bool,
}

/// The variables around a kernel call.
pub struct Scope<'a> {
    /// The one that holds the call's state.
    pub call: &'a str,
    /// Whether this kernel also computes parts of distributed tensors.
    pub distributed: bool,
    pub locals: Locals,
}

pub fn plan(
    variant: Variant,
    function: &KernelFn,
    scope: Scope,
    dispatched: bool,
    settings: &CppApi,
) -> KernelCallPlan {
    let op = variant.op;
    let Scope { call, distributed, mut locals } = scope;
    let shape = distributed.then(|| shape(function, &mut locals, &settings.distributed)).flatten();
    let params = op.kernel_params();
    let planner =
        Planner { variant, op, call, distributed, shape, dispatch: function.dispatch.as_ref(), params: &params };
    let inputs = planner.inputs(&mut locals);
    let in_full = held::is_in_full(op.home.family());
    let keeps_strides = in_full && variant.inplace && !settings.stride_kernels.contains(&function.name.value);
    let outputs = op.signature.outputs.iter().enumerate();
    let outputs: Vec<Made> =
        outputs.map(|(i, output)| planner.output(i, output, &inputs, keeps_strides, &mut locals)).collect();
    let kernel_inputs: Vec<_> =
        inputs.iter().filter(|input| planner.position(&input.name).is_some()).cloned().collect();
    KernelCallPlan {
        condition: dispatched.then(|| planner.condition()),
        kernel: function.name.value.clone(),
        distributed: distributed.then(|| planner.distributed_call(function, &outputs).plan(&settings.distributed)),
        recorded: in_full.then(|| recorded(op, kernel_inputs)),
        infer_meta: op.infer_meta.as_ref().map_or(String::new(), |infer_meta| infer_meta.func.value.clone()),
        infer_meta_args: planner.infer_meta_args(&inputs, &outputs),
        parameter_types: planner.parameter_types(),
        args: planner.args(&inputs, &outputs),
        returns: outputs::returns(variant, &outputs),
        inputs,
        outputs: outputs.into_iter().map(|made| made.plan).collect(),
    }
}

fn shape(function: &KernelFn, locals: &mut Locals, settings: &Distributed) -> Option<ShapePlan> {
    let attr = settings.shape_attrs.get(&function.name.value)?;
    Some(ShapePlan { attr: attr.clone(), local: locals.fresh(format!("local_{attr}")) })
}

/// What the parts of a call are planned from.
pub(super) struct Planner<'a> {
    pub(super) variant: Variant<'a>,
    pub(super) op: &'a Op,
    pub(super) call: &'a str,
    pub(super) distributed: bool,
    pub(super) shape: Option<ShapePlan>,
    pub(super) dispatch: Option<&'a Dispatch>,
    pub(super) params: &'a [Param],
}

impl<'a> Planner<'a> {
    fn distributed_call(&self, function: &'a KernelFn, outputs: &[Made]) -> distributed::Call<'a> {
        distributed::Call {
            variant: self.variant,
            function,
            params: self.params,
            name: self.call,
            outputs: outputs.iter().map(|made| made.tensor.clone()).collect(),
            shape: self.shape.clone(),
        }
    }

    /// The place of an argument among the kernel's parameters.
    fn position(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| param.name() == Some(name))
    }

    fn held_input(&self, name: &str) -> Held {
        let kind = self.position(name).zip(self.dispatch).and_then(|(at, dispatch)| dispatch.inputs.get(at));
        Held::input(self.op, kind.map(|kind| kind.value))
    }

    pub(super) fn held_output(&self, index: usize, output: &Output) -> Held {
        let kind = self.dispatch.and_then(|dispatch| dispatch.outputs.get(index));
        Held::output(self.op, output, kind.map(|kind| kind.value))
    }

    /// Whether every input is of the kind that this kernel is for.
    fn condition(&self) -> String {
        let inputs = self
            .op
            .signature
            .inputs
            .iter()
            .filter(|input| self.position(&input.name.value).is_some() && !input.ty.is_list());
        let tests = inputs.map(|input| self.test(input)).collect::<Vec<_>>().join(" && ");
        if self.distributed { format!("{}.distributed() || ({tests})", self.call) } else { tests }
    }

    fn test(&self, input: &Input) -> String {
        let name = &input.name.value;
        let test = self.held_input(name).test();
        if input.optional { format!("(!{name} || {name}->{test})") } else { format!("{name}.{test}") }
    }

    /// The kernel's inputs, and any input that is only viewed.
    fn inputs(&self, locals: &mut Locals) -> Vec<PreparedInput> {
        let is_viewed =
            |input: &Input| !self.op.is_backward() && self.op.view.iter().any(|view| view.input == input.name);
        let wanted = self.op.signature.inputs.iter().filter_map(|input| match self.position(&input.name.value) {
            Some(index) => Some((input, index)),
            None => is_viewed(input).then_some((input, 0)),
        });
        wanted.map(|(input, index)| self.prepare(input, index, locals)).collect()
    }

    fn prepare(&self, input: &Input, index: usize, locals: &mut Locals) -> PreparedInput {
        let name = &input.name.value;
        PreparedInput {
            name: name.clone(),
            local: locals.fresh(format!("in_{name}")),
            made_by: self.prepared_by(input, index),
            list: input.ty.is_list(),
            optional: input.optional,
        }
    }

    fn prepared_by(&self, input: &Input, index: usize) -> String {
        let name = &input.name.value;
        let held = self.held_input(name);
        if let Some(function) = held.prepare().filter(|_| !input.ty.is_list()) {
            return format!("{function}({name})");
        }
        let method = match held {
            Held::SelectedRows => "PrepareRows",
            _ if self.distributed && self.position(name).is_none() => "PrepareViewed",
            _ if input.ty.is_list() && self.variant.writes(input) => "PrepareInplace",
            _ => "Prepare",
        };
        let transform = match (input.skip_transform, input.support_trans_dtype) {
            (true, _) => ", Transform::kSkip",
            (false, true) => ", Transform::kDataType",
            (false, false) => "",
        };
        format!("{}.{method}({name}, {index}{transform})", self.call)
    }

    fn infer_meta_args(&self, inputs: &[PreparedInput], outputs: &[Made]) -> String {
        let params = self.op.infer_meta_params();
        let args = params.iter().map(|param| match param {
            Param::Name(name) if self.op.signature.input(&name.value).is_some() => {
                let prepared =
                    inputs.iter().find(|input| input.name == name.value && self.position(&name.value).is_some());
                match prepared {
                    Some(input) => format!("Meta({})", input.local),
                    None if self.distributed => format!("{}.LocalMeta({})", self.call, name.value),
                    None => format!("Meta({})", name.value),
                }
            }
            Param::Name(name) if self.op.signature.attr(&name.value).is_some() => {
                self.local_attr(&name.value).to_owned()
            }
            Param::Literal(literal) => literal.value.clone(),
            // What names no argument is a string to infer meta.
            Param::Name(text) | Param::Text(text) => format!("\"{}\"", text.value),
        });
        let only = outputs.len() == 1;
        let outs = outputs.iter().map(|made| match made.plan.meta_type {
            "MetaTensor" if only => format!("&{}", made.plan.meta),
            _ => made.plan.meta.clone(),
        });
        joined(args.chain(outs))
    }

    fn parameter_types(&self) -> String {
        let params = self.params.iter().filter_map(|param| self.parameter_type(param));
        let outputs = self.op.signature.outputs.iter().enumerate();
        let outputs = outputs.map(|(i, output)| cpp_types::kernel_output(output.ty, self.held_output(i, output)));
        joined(params.chain(outputs))
    }

    /// `None` for a name that only C++ knows, and so also its type.
    fn parameter_type(&self, param: &Param) -> Option<String> {
        let name = match param {
            Param::Name(name) => &name.value,
            Param::Literal(literal) => return Some(cpp_types::literal(&literal.value).to_owned()),
            Param::Text(_) => return Some("const std::string&".to_owned()),
        };
        let signature = &self.op.signature;
        let input =
            signature.input(name).map(|input| cpp_types::kernel_input(input.ty, input.optional, self.held_input(name)));
        input.or_else(|| signature.attr(name).map(|attr| cpp_types::kernel_attr(attr.ty, attr.optional)))
    }

    fn args(&self, inputs: &[PreparedInput], outputs: &[Made]) -> String {
        let args = self.params.iter().map(|param| match param {
            Param::Name(name) => self.arg(&name.value, inputs),
            Param::Literal(literal) => literal.value.clone(),
            Param::Text(text) => format!("\"{}\"", text.value),
        });
        joined(args.chain(outputs.iter().map(|made| made.plan.local.clone())))
    }

    /// The variable of an attribute, which may be this process's part of a shape.
    fn local_attr<'n>(&'n self, name: &'n str) -> &'n str {
        self.shape.as_ref().filter(|shape| shape.attr == name).map_or(name, |shape| &shape.local)
    }

    fn arg(&self, name: &str, inputs: &[PreparedInput]) -> String {
        match (inputs.iter().find(|input| input.name == name), self.op.signature.attr(name)) {
            (Some(input), _) if input.list || input.optional => input.local.clone(),
            (Some(input), _) => format!("*{}", input.local),
            (None, Some(attr)) => cpp_types::kernel_attr_value(attr.ty, self.local_attr(name)),
            (None, None) => name.to_owned(),
        }
    }
}

fn recorded(op: &Op, inputs: Vec<PreparedInput>) -> Recorded {
    let (lists, singles): (Vec<_>, Vec<_>) = inputs.into_iter().partition(|input| input.list);
    // The profiler cannot show places and data types.
    let shown = op.signature.attrs.iter().filter(|attr| !matches!(attr.ty.element, Element::Place | Element::DataType));
    Recorded {
        inputs: singles.into_iter().chain(lists).collect(),
        attrs: shown.map(|attr| attr.name.value.clone()).collect(),
    }
}
