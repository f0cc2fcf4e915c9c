//! The functions of one operator: what callers see, and which of the bodies is behind it.

use serde::Serialize;

use super::tensors::{self, FilledTensor, InputPlan, OutputPlan, ReturnedTensor};
use crate::names::Locals;
use forms::cpp_api::{
    ApiSignature, KernelCall, KernelKey, PREDEFINED, Variant, described_attrs, distributed, kernel_calls, kernel_key,
    tensor_class,
};
use profile::{ApiForm, CppApi, Tensors};
use spec::{Kernel, Named};

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
        /// It is also written to tensors that the caller may give.
        predefined: bool,
    },
    /// Calls the function that fills tensors, and returns them.
    Fills {
        function: String,
        /// Inputs and attributes.
        args: Vec<String>,
        filled: Vec<FilledTensor>,
    },
    Kernels(Box<KernelsPlan>),
}

#[derive(Debug, Serialize)]
pub struct KernelsPlan {
    /// The operator's name, for the profiler and messages.
    pub op: String,
    pub kind_of_call: CallKind,
    pub local: LocalNames,
    pub key: KernelKey,
    pub inputs: Vec<InputPlan>,
    /// The attributes that the call is told of: for the profiler, and for the rule for layouts.
    pub attrs: Vec<String>,
    pub outputs: Named<OutputPlan>,
    pub calls: Vec<KernelCall>,
    /// Whether the classes of the inputs choose among the calls.
    pub dispatched: bool,
    pub returned: Vec<ReturnedTensor>,
    /// The variable of the tensors that the function makes where the caller gives none for its results.
    pub made: Option<String>,
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

/// A function of an operator.
pub fn plan(variant: Variant, namespace: Option<&str>, settings: &CppApi) -> FunctionPlan {
    FunctionPlan {
        namespace: namespace.map(str::to_owned),
        signature: variant.api_signature(settings),
        body: body(variant, settings),
    }
}

/// Whether a function needs the eager mode's state.
pub fn needs_eager_mode(variant: Variant) -> bool {
    let op = variant.op;
    !returns_filled(variant) && op.invoke.is_none() && op.kernel.is_some() && kernel_key::needs_eager_mode(op)
}

fn returns_filled(variant: Variant) -> bool {
    variant.form == ApiForm::ReturningFilled
}

fn body(variant: Variant, settings: &CppApi) -> Body {
    let op = variant.op;
    match (&op.invoke, &op.kernel) {
        _ if returns_filled(variant) => fills(variant),
        (Some(invoke), _) => Body::Invoke {
            function: invoke.func.value.clone(),
            args: invoke.args.iter().map(|arg| arg.value.clone()).collect(),
            returns_result: !variant.fills(),
            predefined: variant.predefined_outputs(settings).is_some(),
        },
        (None, Some(kernel)) => kernels(variant, kernel, settings),
        (None, None) => Body::Elsewhere,
    }
}

fn fills(variant: Variant) -> Body {
    let mut locals = Locals::new(variant.op.signature.arg_names());
    Body::Fills {
        function: variant.op.function_name(false),
        args: variant.op.signature.arg_names().map(str::to_owned).collect(),
        filled: tensors::filled(variant, &mut locals),
    }
}

fn kernels(variant: Variant, kernel: &Kernel, settings: &CppApi) -> Body {
    let op = variant.op;
    let checks_classes = op.home.family().tensors() == Tensors::Sparse
        && kernel.functions.iter().any(|function| function.dispatch.is_some());
    let given = op.signature.output_names().filter(|_| variant.fills());
    let predefined = variant.predefined_outputs(settings).map(|_| PREDEFINED);
    let mut locals = Locals::new(op.signature.arg_names().chain(given).chain(predefined));
    let local = LocalNames {
        call: locals.fresh("call"),
        inputs: locals.fresh("in"),
        attrs: locals.fresh("attrs"),
        outputs: locals.fresh("to"),
    };
    let calls = kernel_calls(variant, kernel, settings);
    let kind = match tensor_class::is_dense(op.home.family()) {
        _ if calls.iter().any(|call| call.distributed) => CallKind::Distributed,
        true => CallKind::Dense,
        false => CallKind::Sparse,
    };
    let has_rule = distributed::has_rule(op, &settings.distributed);
    let outputs = tensors::outputs(variant, settings, &mut locals);
    Body::Kernels(Box::new(KernelsPlan {
        op: op.name.value.clone(),
        kind_of_call: kind,
        local,
        key: KernelKey::new(op, kernel, settings),
        inputs: tensors::inputs(op),
        attrs: if kind == CallKind::Sparse { Vec::new() } else { described_attrs(op, has_rule) },
        calls,
        dispatched: checks_classes || kernel.functions.len() > 1,
        returned: tensors::returned(variant, &outputs),
        made: predefined.map(|_| locals.fresh("made")),
        outputs,
    }))
}
