//! One call of a kernel: its inputs prepared, its outputs made, infer meta and the kernel run.

use serde::Serialize;

use super::cpp_types;
use super::function::Variant;
use crate::profile::CppApi;
use crate::spec::{Dispatch, Element, Input, KernelFn, Op, Output, Param, TensorKind};
use crate::targets::cpp::joined;
use crate::targets::names::Locals;

#[derive(Debug, Serialize)]
pub struct KernelCallPlan {
    /// When this kernel is the one, where there are several.
    pub condition: Option<String>,
    pub kernel: String,
    pub inputs: Vec<PreparedInput>,
    /// What the profiler is told: single tensors first, then lists.
    pub recorded: Vec<PreparedInput>,
    pub recorded_attrs: Vec<String>,
    pub outputs: Vec<OutputPlan>,
    pub infer_meta: String,
    pub infer_meta_args: String,
    /// Parameter types of the kernel, behind the context.
    pub parameter_types: String,
    pub args: String,
    pub returns: Option<String>,
}

/// An input on its way to the kernel.
#[derive(Debug, Clone, Serialize)]
pub struct PreparedInput {
    pub name: String,
    pub local: String,
    /// The runtime's function that prepares it.
    pub method: &'static str,
    /// Its place among the kernel's parameters.
    pub index: usize,
    pub transform: Option<&'static str>,
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
    /// The caller's list that results go back to after a fallback.
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
    let keeps_strides = variant.inplace && !settings.stride_kernels.contains(&function.name.value);
    let outputs: Vec<Made> = op
        .signature
        .outputs
        .iter()
        .enumerate()
        .map(|(i, output)| planner.output(i, output, &inputs, keeps_strides, &mut locals))
        .collect();
    let kernel_inputs: Vec<_> =
        inputs.iter().filter(|input| planner.position(&input.name).is_some()).cloned().collect();
    let (lists, singles): (Vec<_>, Vec<_>) = kernel_inputs.into_iter().partition(|input| input.list);
    KernelCallPlan {
        condition: dispatched.then(|| planner.condition()),
        kernel: function.name.value.clone(),
        recorded: singles.into_iter().chain(lists).collect(),
        recorded_attrs: recorded_attrs(op),
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

    fn input_kind(&self, name: &str) -> TensorKind {
        let kind = self.position(name).zip(self.dispatch).and_then(|(at, dispatch)| dispatch.inputs.get(at));
        kind.map_or(TensorKind::Dense, |kind| kind.value)
    }

    fn output_kind(&self, index: usize) -> TensorKind {
        let kind = self.dispatch.and_then(|dispatch| dispatch.outputs.get(index));
        kind.map_or(TensorKind::Dense, |kind| kind.value)
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
        let test = match self.input_kind(name) {
            TensorKind::Dense => "is_dense_tensor()",
            TensorKind::SelectedRows => "is_selected_rows()",
            TensorKind::SparseCoo => "is_sparse_coo_tensor()",
            TensorKind::SparseCsr => "is_sparse_csr_tensor()",
        };
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
        let method = match self.input_kind(name) {
            TensorKind::SelectedRows => "PrepareRows",
            _ if input.ty.is_list() && self.variant.writes(input) => "PrepareInplace",
            _ => "Prepare",
        };
        let transform = match (input.skip_transform, input.support_trans_dtype) {
            (true, _) => Some("Transform::kSkip"),
            (false, true) => Some("Transform::kDataType"),
            (false, false) => None,
        };
        let local = locals.fresh(format!("in_{name}"));
        PreparedInput {
            name: name.clone(),
            local,
            method,
            index,
            transform,
            list: input.ty.is_list(),
            optional: input.optional,
        }
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
        let rows = self.output_kind(index) == TensorKind::SelectedRows;
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
            made_by: self.made_by(output, &tensor, target, rows, inputs),
            backup: keeps_strides.then(|| locals.fresh(format!("b_{name}"))),
            view: self.view(output, inputs),
            meta: locals.fresh(format!("m_{name}")),
            meta_type,
            strided_meta: !output.ty.is_list(),
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
        rows: bool,
        inputs: &[PreparedInput],
    ) -> String {
        let set = if rows { "SetSelectedRowsKernelOutput" } else { "SetKernelOutput" };
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
        if self.variant.inplace || self.op.is_backward() {
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
        let outputs = outputs.map(|(i, output)| cpp_types::kernel_output(output.ty, self.output_kind(i)));
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
            signature.input(name).map(|input| cpp_types::kernel_input(input.ty, input.optional, self.input_kind(name)));
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

/// Attributes that the profiler can show: not places and data types.
fn recorded_attrs(op: &Op) -> Vec<String> {
    let shown = op.signature.attrs.iter().filter(|attr| !matches!(attr.ty.element, Element::Place | Element::DataType));
    shown.map(|attr| attr.name.value.clone()).collect()
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
