//! The functions of one operator: what callers see, and which of the bodies is behind it.

use serde::Serialize;

use super::distributed;
use super::kernel_call::{self, KernelCallPlan};
use super::kernel_key::{self, KeyPlan};
use super::signature::ApiSignature;
use super::tensor_class;
use super::tensors::{self, InputPlan, OutputPlan, ReturnedTensor};
use crate::names::Locals;
use profile::{CppApi, Tensors};
use spec::{Attr, Call, Element, Input, Kernel, KernelFn, Named, Op, Output};

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
    /// Calls another function.
    Invoke {
        function: String,
        /// C++ expressions.
        args: Vec<String>,
        /// What the other function returns is returned.
        returns_result: bool,
    },
    Kernels(Box<KernelsPlan>),
}

#[derive(Debug, Serialize)]
pub struct KernelsPlan {
    /// The operator's name, for the profiler and messages.
    pub op: String,
    pub kind_of_call: CallKind,
    pub local: LocalNames,
    pub key: KeyPlan,
    pub inputs: Vec<InputPlan>,
    /// The attributes that the call is told of: for the profiler, and for the rule for layouts.
    pub attrs: Vec<String>,
    pub outputs: Named<OutputPlan>,
    pub calls: Vec<KernelCallPlan>,
    /// Whether the classes of the inputs choose among the calls.
    pub dispatched: bool,
    pub returned: Vec<ReturnedTensor>,
}

/// What the tensors of a call may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallKind {
    Dense,
    /// One of the kernels may also be given distributed tensors.
    Distributed,
    /// Sparse tensors, or strings.
    Sparse,
}

/// The variables of a function that are not named after its outputs.
#[derive(Debug, Serialize)]
pub struct LocalNames {
    /// The state of the call.
    pub call: String,
    /// What it was given, and what it makes.
    pub inputs: String,
    pub attrs: String,
    pub outputs: String,
}

/// Which functions a file has of an operator.
#[derive(Debug, Clone, Copy)]
pub struct FunctionSet<'a> {
    pub namespace: Option<&'a str>,
    /// Intermediate outputs are returned too, and the name says so.
    pub intermediate: bool,
}

/// The plain function, the inplace one, or both.
pub fn plan(op: &Op, set: FunctionSet, settings: &CppApi) -> Vec<FunctionPlan> {
    // A gradient is written where its caller says, so it has no inplace function.
    let variants = op.variants().filter(|inplace| !(inplace & op.is_backward()));
    let variants = variants.map(|inplace| Variant { op, inplace, intermediate: set.intermediate });
    let functions = variants.filter_map(|variant| Some((variant, body(variant, settings)?)));
    functions.map(|(variant, body)| function(variant, set, body)).collect()
}

/// Whether the functions of an operator need the eager mode's state.
pub fn needs_eager_mode(op: &Op) -> bool {
    op.invoke.is_none() && op.kernel.is_some() && kernel_key::needs_eager_mode(op)
}

/// `None` for a function that there is not: an operator without a kernel has only its plain one.
fn body(variant: Variant, settings: &CppApi) -> Option<Body> {
    let op = variant.op;
    match (&op.invoke, &op.kernel) {
        (Some(invoke), _) if !variant.inplace || op.is_inplace_only() => invoked(op, invoke, settings),
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

    pub fn name(self) -> String {
        match self.intermediate {
            true => self.op.intermediate_name(self.inplace),
            false => self.op.function_name(self.inplace),
        }
    }
}

fn function(variant: Variant, set: FunctionSet, body: Body) -> FunctionPlan {
    FunctionPlan { namespace: set.namespace.map(str::to_owned), signature: variant.signature(), body }
}

/// A function that stands for another. A backward one exists only if that other takes the gradients to fill;
/// the rest are called by grad nodes directly.
fn invoked(op: &Op, invoke: &Call, settings: &CppApi) -> Option<Body> {
    let function = &invoke.func.value;
    let fills_gradients = || settings.gradient_functions.iter().any(|end| function.ends_with(end.as_str()));
    if op.is_backward() && !fills_gradients() {
        return None;
    }
    Some(Body::Invoke {
        function: function.clone(),
        args: invoke.args.iter().map(|arg| arg.value.clone()).collect(),
        returns_result: !op.is_backward(),
    })
}

fn kernels(variant: Variant, kernel: &Kernel, settings: &CppApi) -> Body {
    let op = variant.op;
    let checks_classes = op.home.family().tensors() == Tensors::Sparse
        && kernel.functions.iter().any(|function| function.dispatch.is_some());
    let mut locals =
        Locals::new(op.signature.arg_names().chain(op.signature.output_names().filter(|_| op.is_backward())));
    let local = LocalNames {
        call: locals.fresh("call"),
        inputs: locals.fresh("in"),
        attrs: locals.fresh("attrs"),
        outputs: locals.fresh("to"),
    };
    let for_parts = distributed::kernel(op, kernel, &settings.distributed);
    let plan = |function: &KernelFn| {
        let is_distributed = for_parts.is_some_and(|for_parts| for_parts.name == function.name);
        kernel_call::plan(variant, function, is_distributed, settings)
    };
    let kind = match for_parts {
        Some(_) => CallKind::Distributed,
        None if tensor_class::is_dense(op.home.family()) => CallKind::Dense,
        None => CallKind::Sparse,
    };
    let has_rule = distributed::has_rule(op, &settings.distributed);
    let outputs = tensors::outputs(variant, &mut locals);
    Body::Kernels(Box::new(KernelsPlan {
        op: op.name.value.clone(),
        kind_of_call: kind,
        local,
        key: kernel_key::plan(op, kernel, settings),
        inputs: tensors::inputs(op),
        attrs: if kind == CallKind::Sparse { Vec::new() } else { described_attrs(op, has_rule) },
        calls: kernel.functions.iter().map(plan).collect(),
        dispatched: checks_classes || kernel.functions.len() > 1,
        returned: tensors::returned(variant, &outputs),
        outputs,
    }))
}

/// The attributes that the call of an operator over dense tensors is told of. Of those that the profiler cannot show, only a
/// rule for layouts has a use.
pub(super) fn described_attrs(op: &Op, has_rule: bool) -> Vec<String> {
    let is_shown = |attr: &&Attr| has_rule || !matches!(attr.ty.element, Element::Place | Element::DataType);
    op.signature.attrs.iter().filter(is_shown).map(|attr| attr.name.value.clone()).collect()
}

/// The calls of an operator's kernels, in the order of its YAML.
pub fn kernel_calls(op: &Op, settings: &CppApi) -> Vec<KernelCallPlan> {
    let Some(kernel) = &op.kernel else { return Vec::new() };
    match kernels(Variant::named(op), kernel, settings) {
        Body::Kernels(plan) => plan.calls,
        Body::Elsewhere | Body::Invoke { .. } => Vec::new(),
    }
}
