//! The functions of one operator: what callers see, and which of the bodies is behind it.

use serde::Serialize;

use super::cpp_types;
use super::distributed;
use super::kernel_call::{self, KernelCallPlan, Scope};
use super::key::{self, KeyPlan};
use super::signature::ApiSignature;
use crate::cpp::{self, joined};
use crate::names::Locals;
use profile::Tensors;
use profile::{CppApi, Profile};
use spec::{Call, Input, Kernel, KernelFn, Op, Output};

/// One C++ function.
#[derive(Debug, Serialize)]
pub struct FunctionPlan {
    /// The namespace in which the header declares it.
    pub namespace: Option<String>,
    #[serde(flatten)]
    pub signature: ApiSignature,
    pub body: Body,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Body {
    /// Declared here, made by hand or by another target.
    Elsewhere,
    /// One statement that calls another function.
    Invoke {
        statement: String,
    },
    Kernels(Box<KernelsPlan>),
}

#[derive(Debug, Serialize)]
pub struct KernelsPlan {
    /// The operator's name, for the profiler and messages.
    pub op: String,
    /// The local variable that holds the call's state, and its class.
    pub call: String,
    pub class: &'static str,
    pub key: KeyPlan,
    pub calls: Vec<KernelCallPlan>,
    /// Whether the kinds of the inputs choose among the calls.
    pub dispatched: bool,
}

/// Where functions stand, and what they return there.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    pub namespace: Option<&'a str>,
    /// Intermediate outputs are returned too, and the name says so.
    pub intermediate: bool,
}

/// The plain function, the inplace one, or both.
pub fn plan(op: &Op, place: Place, settings: &CppApi) -> Vec<FunctionPlan> {
    // A gradient is written where its caller says, so it has no inplace function.
    let variants = op.variants().filter(|inplace| !(inplace & op.is_backward()));
    let variants = variants.map(|inplace| Variant { op, inplace, intermediate: place.intermediate });
    let functions = variants.filter_map(|variant| Some((variant, body(variant, settings)?)));
    functions.map(|(variant, body)| function(variant, place, body)).collect()
}

/// Whether the functions of an operator need the eager mode's state.
pub fn asks_eager_mode(op: &Op) -> bool {
    op.invoke.is_none() && op.kernel.is_some() && key::asks_eager_mode(op)
}

/// `None` for a function that there is not: an operator without a kernel has only its plain one.
fn body(variant: Variant, settings: &CppApi) -> Option<Body> {
    let op = variant.op;
    match (&op.invoke, &op.kernel) {
        (Some(invoke), _) if !variant.inplace || op.is_inplace_only() => invoked(op, invoke),
        (None, Some(kernel)) => Some(kernels(variant, kernel, settings)),
        (None, None) if !variant.inplace => Some(Body::Elsewhere),
        _ => None,
    }
}

/// An operator's function: plain, or writing its results into the inputs that are mapped to outputs.
#[derive(Debug, Clone, Copy)]
pub struct Variant<'a> {
    pub op: &'a Op,
    pub inplace: bool,
    pub intermediate: bool,
}

impl<'a> Variant<'a> {
    /// The function that an operator's own name means.
    pub fn named(op: &'a Op) -> Self {
        Variant { op, inplace: op.is_inplace_only(), intermediate: false }
    }

    /// The input that an output is written into, in this variant.
    pub fn target(self, output: &Output) -> Option<&'a Input> {
        let input = self.inplace.then(|| self.op.inplace_input(&output.name.value)).flatten()?;
        self.op.signature.input(input)
    }

    /// Whether this variant writes into an input.
    pub fn writes(self, input: &Input) -> bool {
        self.inplace && self.op.writes_into(&input.name.value)
    }

    /// Outputs that the function returns: but for its intermediate form not the intermediate ones, unless a caller's
    /// tensor holds them.
    pub fn returned(self) -> impl Iterator<Item = &'a Output> {
        let is_returned =
            move |output: &&Output| self.intermediate || !output.intermediate || self.target(output).is_some();
        self.op.signature.outputs.iter().filter(is_returned)
    }

    /// To be removed: `signature` gives the same as facts.
    pub fn returns(self) -> String {
        if self.op.is_backward() {
            return "void".to_owned();
        }
        cpp::return_type(&self.returned().map(|output| self.return_type(output)).collect::<Vec<_>>())
    }

    fn return_type(self, output: &Output) -> String {
        match self.target(output) {
            Some(input) => cpp_types::api_input(output.ty, input.optional, true),
            None => cpp_types::api_tensor(output.ty).to_owned(),
        }
    }

    pub fn name(self) -> String {
        match self.intermediate {
            true => self.op.intermediate_name(self.inplace),
            false => self.op.function_name(self.inplace),
        }
    }

    /// To be removed: `signature` gives the same as facts.
    pub fn parameters(self, defaults: bool) -> Vec<String> {
        let op = self.op;
        let inputs = op.signature.inputs.iter().map(|input| {
            format!("{} {}", cpp_types::api_input(input.ty, input.optional, self.writes(input)), input.name.value)
        });
        let attrs = op.signature.attrs.iter().map(|attr| {
            let parameter = format!("{} {}", cpp_types::api_attr(attr.ty, attr.optional), attr.name.value);
            match attr.default.as_ref().filter(|_| defaults && !op.is_backward()) {
                Some(default) => format!("{parameter} = {}", default.value),
                None => parameter,
            }
        });
        let outputs = op.signature.outputs.iter().filter(|_| op.is_backward());
        let outputs = outputs.map(|output| match output.ty.is_list() {
            true => format!("std::vector<Tensor*> {}", output.name.value),
            false => format!("Tensor* {}", output.name.value),
        });
        inputs.chain(attrs).chain(outputs).collect()
    }
}

fn function(variant: Variant, place: Place, body: Body) -> FunctionPlan {
    FunctionPlan { namespace: place.namespace.map(str::to_owned), signature: variant.signature(), body }
}

/// A function that stands for another. A backward one exists only where that other takes the gradients to fill;
/// the rest are called by grad nodes directly.
fn invoked(op: &Op, invoke: &Call) -> Option<Body> {
    let call = format!("{}({})", invoke.func.value, joined(invoke.args.iter().map(|arg| &arg.value)));
    let fills_gradients = invoke.func.value.ends_with("_grad") || invoke.func.value.ends_with("_impl");
    let statement = match op.is_backward() {
        true if fills_gradients => call,
        true => return None,
        false => format!("return {call}"),
    };
    Some(Body::Invoke { statement })
}

fn kernels(variant: Variant, kernel: &Kernel, settings: &CppApi) -> Body {
    let op = variant.op;
    let checks_kinds = op.home.family().tensors() == Tensors::Sparse
        && kernel.functions.iter().any(|function| function.dispatch.is_some());
    let dispatched = checks_kinds || kernel.functions.len() > 1;
    let mut locals =
        Locals::new(op.signature.arg_names().chain(op.signature.output_names().filter(|_| op.is_backward())));
    let call = locals.fresh("call");
    let for_parts = distributed::kernel(op, kernel, &settings.distributed);
    let plan = |function: &KernelFn| {
        let distributed = for_parts.is_some_and(|for_parts| for_parts.name == function.name);
        let scope = Scope { call: &call, distributed, locals: locals.clone() };
        kernel_call::plan(variant, function, scope, dispatched, settings)
    };
    let calls = kernel.functions.iter().map(plan).collect();
    let op_name = op.name.value.clone();
    let class = if for_parts.is_some() { "DistributedCall" } else { "KernelCall" };
    Body::Kernels(Box::new(KernelsPlan { op: op_name, key: key::plan(op, kernel), calls, dispatched, call, class }))
}

/// A kernel's name, and the types of its parameters behind the context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelSignature {
    pub name: String,
    pub parameters: String,
}

impl KernelSignature {
    /// As C++ declares it, but for the context's own type.
    pub fn shown(&self) -> String {
        format!("void {}(Context, {})", self.name, self.parameters)
    }
}

/// The signatures of the kernels that an operator calls, in the order of its YAML.
pub fn kernel_signatures(op: &Op, profile: &Profile) -> Vec<KernelSignature> {
    let (Some(kernel), Some(settings)) = (&op.kernel, &profile.cpp_api) else { return Vec::new() };
    match kernels(Variant::named(op), kernel, settings) {
        Body::Kernels(plan) => {
            let signature =
                |call: KernelCallPlan| KernelSignature { name: call.kernel, parameters: call.parameter_types };
            plan.calls.into_iter().map(signature).collect()
        }
        Body::Elsewhere | Body::Invoke { .. } => Vec::new(),
    }
}
