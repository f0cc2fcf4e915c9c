//! What a call does where its tensors are distributed: the layouts of inputs and results, and the shapes of whole results.

use profile::Distributed;
use serde::Serialize;

use super::function::Variant;
use super::held::{self, Held};
use crate::cpp::joined;
use spec::{Element, Kernel, KernelFn, Op, Output, Param};

#[derive(Debug, Serialize)]
pub struct DistributedPlan {
    /// The statement that finds the layouts; absent where the kernel takes no tensors, and so nothing has to be laid out.
    pub infer: Option<String>,
    /// One per output.
    pub created: Vec<String>,
    /// Arguments of infer meta, for whole tensors.
    pub infer_meta_args: String,
    /// The attribute that is the shape of the result, and the variable that holds this process's part.
    pub shape: Option<ShapePlan>,
    pub updates_shapes: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct ShapePlan {
    pub attr: String,
    pub local: String,
}

/// The kernel that computes parts of distributed tensors: the first that is for dense ones.
pub fn kernel<'a>(op: &Op, kernel: &'a Kernel, settings: &Distributed) -> Option<&'a KernelFn> {
    let never = settings.never.iter().any(|end| op.name.value.ends_with(end.as_str()));
    if !settings.enabled || never || op.signature.inputs.is_empty() || !held::is_in_full(op.home.family()) {
        return None;
    }
    kernel.functions.iter().find(|function| {
        let Some(dispatch) = &function.dispatch else { return true };
        let mut kinds = dispatch.inputs.iter().chain(&dispatch.outputs);
        kinds.all(|kind| Held::input(op, Some(kind.value)) == Held::Dense)
    })
}

/// A kernel's call as this part of it needs to know it.
pub struct Call<'a> {
    pub variant: Variant<'a>,
    pub function: &'a KernelFn,
    pub params: &'a [Param],
    /// The variable that holds the call's state.
    pub name: &'a str,
    /// The variables of outputs, in order.
    pub outputs: Vec<String>,
    pub shape: Option<ShapePlan>,
}

impl Call<'_> {
    pub fn plan(self, settings: &Distributed) -> DistributedPlan {
        let outputs = self.variant.op.signature.outputs.iter().zip(&self.outputs);
        DistributedPlan {
            infer: self.infer(settings),
            created: outputs.map(|(output, variable)| self.created(output, variable)).collect(),
            infer_meta_args: self.infer_meta_args(),
            updates_shapes: settings.runtime_shapes.contains(&self.function.name.value),
            shape: self.shape,
        }
    }

    fn infer(&self, settings: &Distributed) -> Option<String> {
        let op = self.variant.op;
        let inputs = self.params.iter().filter_map(Param::name).filter(|name| op.signature.input(name).is_some());
        let inputs: Vec<_> = inputs.collect();
        if inputs.is_empty() {
            return None;
        }
        let rule = op.infer_meta.as_ref().and_then(|infer_meta| infer_meta.spmd_rule.as_ref());
        let Some(rule) = rule else { return Some(format!("{}.InferReplicated({{{}}})", self.name, joined(inputs))) };
        let further = settings.rule_inputs.get(&self.function.name.value).into_iter().flatten();
        let further = further.filter(|name| op.signature.input(name).is_some()).map(|name| format!("DistMeta({name})"));
        let args = further.chain(self.params.iter().map(|param| rule_arg(op, param)));
        Some(format!("{}.Infer(phi::distributed::{}({}))", self.name, rule.value, joined(args)))
    }

    fn created(&self, output: &Output, variable: &str) -> String {
        let op = self.variant.op;
        let call = self.name;
        let only = op.signature.outputs.len() == 1;
        let is_view = op.view_input(&output.name.value).is_some();
        match (self.variant.target(output), op.is_backward(), output.ty.is_list()) {
            (Some(_), ..) => format!("{call}.CreateInplace(&{variable}, {is_view})"),
            (None, true, false) => format!("{call}.CreateGrad({variable})"),
            (None, true, true) if only => format!("{call}.CreateGrads({variable})"),
            (None, true, true) => format!("{call}.CreateGradsInPlace({variable})"),
            (None, false, false) => format!("{call}.Create(&{variable})"),
            (None, false, true) => {
                let size = output.size.as_ref().map_or("1", |size| size.as_str());
                format!("{call}.Create({size}, &{variable})")
            }
        }
    }

    fn infer_meta_args(&self) -> String {
        let op = self.variant.op;
        let params = op.infer_meta_params();
        let args = params.iter().map(|param| match param {
            Param::Name(name) if op.signature.input(&name.value).is_some() => format!("Meta({})", name.value),
            Param::Name(name) if op.signature.attr(&name.value).is_some() => name.value.clone(),
            Param::Literal(literal) => literal.value.clone(),
            Param::Name(text) | Param::Text(text) => format!("\"{}\"", text.value),
        });
        let outputs = op.signature.outputs.iter().enumerate();
        let outputs = outputs.map(|(i, output)| match output.ty.is_list() {
            true => format!("{}.GlobalList({i})", self.name),
            false => format!("{}.Global({i})", self.name),
        });
        joined(args.chain(outputs))
    }
}

/// An argument of a rule for layouts: lists of numbers come as such.
fn rule_arg(op: &Op, param: &Param) -> String {
    match param {
        Param::Name(name) if op.signature.input(&name.value).is_some() => format!("DistMeta({})", name.value),
        Param::Name(name) => match op.signature.attr(&name.value) {
            Some(attr) if attr.ty.element == Element::IntArray => format!("{}.GetData()", name.value),
            Some(_) => name.value.clone(),
            None => format!("\"{}\"", name.value),
        },
        Param::Literal(literal) => literal.value.clone(),
        Param::Text(text) => format!("\"{}\"", text.value),
    }
}
