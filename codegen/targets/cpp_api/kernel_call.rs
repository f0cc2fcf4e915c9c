//! One call of a kernel: its inputs prepared, its outputs made, infer meta and the kernel run.

use serde::Serialize;

use super::cpp_types;
use super::function::Variant;
use super::held::{self, Held};
use crate::profile::CppApi;
use crate::spec::{Dispatch, Element, Input, KernelFn, Op, Output, Param};
use crate::targets::cpp::joined;
use crate::targets::names::Locals;

#[derive(Debug, Serialize)]
pub struct KernelCallPlan {
    /// When this kernel is the one, where there are several.
    pub condition: Option<String>,
    pub kernel: String,
    pub inputs: Vec<PreparedInput>,
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
    list: bool,
    optional: bool,
}

#[derive(Debug, Serialize)]
pub struct OutputPlan {
    /// A declaration of the tensor, where the caller brings none.
    pub declaration: Option<String>,
    /// What the kernel writes to.
    pub local: String,
    /// An expression that makes it.
    pub made_by: String,
    /// Holds the strided tensor while the kernel writes contiguous memory.
    pub backup: Option<String>,
    pub view: Option<ViewPlan>,
    pub meta: String,
    pub meta_type: &'static str,
    /// Whether infer meta is told of strides.
    pub strided_meta: bool,
    /// Whether the result moves after a fallback to the CPU.
    pub moves_back: bool,
    /// The caller's list that it goes back to then.
    pub back_into: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct ViewPlan {
    /// The argument that is viewed.
    pub input: String,
    /// A pointer to the prepared tensor.
    pub pointer: String,
}

/// The variables around a kernel call.
pub struct Scope<'a> {
    /// The one that holds the call's state.
    pub call: &'a str,
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
    let Scope { call, mut locals } = scope;
    let planner = Planner { variant, op, call, dispatch: function.dispatch.as_ref(), params: op.kernel_params() };
    let inputs = planner.inputs(&mut locals);
    let in_full = held::is_in_full(op);
    let keeps_strides = in_full && variant.inplace && !settings.stride_kernels.contains(&function.name.value);
    let outputs: Vec<Made> = op
        .signature
        .outputs
        .iter()
        .enumerate()
        .map(|(i, output)| planner.output(i, output, &inputs, keeps_strides, &mut locals))
        .collect();
    let kernel_inputs: Vec<_> =
        inputs.iter().filter(|input| planner.position(&input.name).is_some()).cloned().collect();
    KernelCallPlan {
        condition: dispatched.then(|| planner.condition()),
        kernel: function.name.value.clone(),
        recorded: in_full.then(|| recorded(op, kernel_inputs)),
        infer_meta: op.infer_meta.as_ref().map_or(String::new(), |infer_meta| infer_meta.func.value.clone()),
        infer_meta_args: planner.infer_meta_args(&inputs, &outputs),
        parameter_types: planner.parameter_types(),
        args: planner.args(&inputs, &outputs),
        returns: returns(variant, &outputs),
        inputs,
        outputs: outputs.into_iter().map(|made| made.plan).collect(),
    }
}

/// An output's plan, and the tensor it ends up in.
struct Made {
    name: String,
    plan: OutputPlan,
    tensor: String,
    /// The tensor is a local variable.
    own: bool,
}

struct Planner<'a> {
    variant: Variant<'a>,
    op: &'a Op,
    call: &'a str,
    dispatch: Option<&'a Dispatch>,
    params: Vec<Param>,
}

impl Planner<'_> {
    /// The place of an argument among the kernel's parameters.
    fn position(&self, name: &str) -> Option<usize> {
        self.params.iter().position(|param| param.name() == Some(name))
    }

    fn held_input(&self, name: &str) -> Held {
        let kind = self.position(name).zip(self.dispatch).and_then(|(at, dispatch)| dispatch.inputs.get(at));
        Held::input(self.op, kind.map(|kind| kind.value))
    }

    fn held_output(&self, index: usize, output: &Output) -> Held {
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
        let tests: Vec<_> = inputs.map(|input| self.test(input)).collect();
        tests.join(" && ")
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

    fn output(
        &self,
        index: usize,
        output: &Output,
        inputs: &[PreparedInput],
        keeps_strides: bool,
        locals: &mut Locals,
    ) -> Made {
        let name = &output.name.value;
        let held = self.held_output(index, output);
        let target = self.variant.target(output);
        let own = target.is_none() && !self.op.is_backward();
        let tensor = match target {
            Some(input) => input.name.value.clone(),
            None if own => locals.fresh(name),
            None => name.clone(),
        };
        let local = locals.fresh(format!("k_{name}"));
        let only = self.op.signature.outputs.len() == 1;
        let meta_type = match (output.ty.is_list(), only) {
            (true, _) => "MetaOutList",
            (false, true) => "MetaTensor",
            (false, false) => "MetaOut",
        };
        let plan = OutputPlan {
            declaration: own.then(|| format!("{} {tensor}", cpp_types::api_tensor(output.ty))),
            made_by: self.made_by(output, &tensor, target, held, inputs),
            backup: keeps_strides.then(|| locals.fresh(format!("b_{name}"))),
            view: self.view(output, inputs),
            meta: locals.fresh(format!("m_{name}")),
            meta_type,
            strided_meta: !output.ty.is_list(),
            moves_back: held::is_in_full(self.op),
            back_into: target.filter(|input| input.ty.is_list()).map(|input| input.name.value.clone()),
            local,
        };
        Made { name: name.clone(), plan, tensor, own }
    }

    /// The expression for what the kernel writes to.
    fn made_by(
        &self,
        output: &Output,
        tensor: &str,
        target: Option<&Input>,
        held: Held,
        inputs: &[PreparedInput],
    ) -> String {
        let set = held.set_output();
        match target {
            Some(input) if output.ty.is_list() => {
                let prepared = inputs.iter().find(|prepared| prepared.name == input.name.value);
                let prepared =
                    prepared.map_or_else(|| format!("PointersTo({tensor})"), |prepared| prepared.local.clone());
                format!("{}.InplaceOutput(&{tensor}, {prepared})", self.call)
            }
            Some(input) if input.optional => format!("{set}({tensor}.get_ptr())"),
            Some(_) => format!("{set}(&{tensor})"),
            None if self.op.is_backward() && !output.ty.is_list() => format!("{set}({tensor})"),
            None if self.op.is_backward() => format!("{set}(&{tensor})"),
            None => match &output.size {
                Some(size) => format!("{set}({}, &{tensor})", size.value),
                None => format!("{set}(&{tensor})"),
            },
        }
    }

    fn view(&self, output: &Output, inputs: &[PreparedInput]) -> Option<ViewPlan> {
        if self.variant.inplace || self.op.is_backward() || !held::is_in_full(self.op) {
            return None;
        }
        let viewed = self.op.view_input(&output.name.value)?;
        let input = inputs.iter().find(|input| input.name == viewed)?;
        let get = if input.optional { "get_ptr" } else { "get" };
        Some(ViewPlan { input: viewed.to_owned(), pointer: format!("{}.{get}()", input.local) })
    }

    fn infer_meta_args(&self, inputs: &[PreparedInput], outputs: &[Made]) -> String {
        let params = self.op.infer_meta_params();
        let args = params.iter().map(|param| match param {
            Param::Name(name) if self.op.signature.input(&name.value).is_some() => {
                let prepared =
                    inputs.iter().find(|input| input.name == name.value && self.position(&name.value).is_some());
                format!("Meta({})", prepared.map_or(name.as_str(), |input| input.local.as_str()))
            }
            Param::Name(name) if self.op.signature.attr(&name.value).is_some() => name.value.clone(),
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

    fn arg(&self, name: &str, inputs: &[PreparedInput]) -> String {
        match (inputs.iter().find(|input| input.name == name), self.op.signature.attr(name)) {
            (Some(input), _) if input.list || input.optional => input.local.clone(),
            (Some(input), _) => format!("*{}", input.local),
            (None, Some(attr)) => cpp_types::kernel_attr_value(attr.ty, name),
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

fn returns(variant: Variant, outputs: &[Made]) -> Option<String> {
    if variant.op.is_backward() {
        return None;
    }
    let returned: Vec<_> =
        variant.returned().filter_map(|output| outputs.iter().find(|made| made.name == output.name.value)).collect();
    let moved = |made: &&Made| if made.own { format!("std::move({})", made.tensor) } else { made.tensor.clone() };
    match returned.as_slice() {
        [one] => Some(one.tensor.clone()),
        several => Some(format!("{{{}}}", several.iter().map(moved).collect::<Vec<_>>().join(", "))),
    }
}
