//! The gradient of an operator of a package, as autograd of `PyTorch` and of `torch.func` calls it.

use crate::forms::{ArgumentForm, InputForm, OutputForm, PackageForm, ResultForm};
use profile::Package;
use serde::Serialize;
use spec::Attr;

use super::argument::{AttrPlan, attr_plan};

/// The call of a gradient from the backward function of `PyTorch`.
#[derive(Debug, Serialize)]
pub struct GradientPlan<'a> {
    pub name: &'a str,
    /// Whether its kernel is a function in Python.
    pub is_triton: bool,
    /// Where each of its inputs comes from.
    pub inputs: Vec<GradientInput<'a>>,
    pub attrs: Vec<&'a str>,
    /// The parameters and results of its function.
    pub signature: SignaturePlan<'a>,
    /// For each input of the forward operator, the position among the gradient's outputs.
    pub outputs: Vec<Option<usize>>,
    /// The number of the gradient's outputs.
    pub count: usize,
}

/// How `torch.func` differentiates an operator: in Python.
#[derive(Debug, Serialize)]
pub struct DerivativePlan {
    /// For each input of the gradient: where it comes from.
    pub taken: Vec<Taken>,
    /// The positions of the attributes that the gradient takes.
    pub attrs: Vec<usize>,
    /// The positions of the outputs without a gradient.
    pub constant: Vec<usize>,
    /// Whether the gradient has such a derivative, too.
    pub has_derivative: bool,
}

/// An input, an output, or the gradient of an output.
#[derive(Debug, Serialize)]
pub struct Taken {
    pub of: &'static str,
    pub at: usize,
    /// Whether only its shape and type are needed.
    pub no_need_buffer: bool,
}

/// The parameters and results of a function.
#[derive(Debug, Serialize)]
pub struct SignaturePlan<'a> {
    pub inputs: &'a [InputForm],
    pub attrs: Vec<AttrPlan<'a>>,
    pub outputs: &'a [OutputForm],
    /// Inputs and attributes in the order of the entry.
    pub arguments: &'a [ArgumentForm],
    pub results: Vec<ResultForm<'a>>,
}

#[derive(Debug, Serialize)]
pub struct GradientInput<'a> {
    pub name: &'a str,
    pub list: bool,
    pub optional: bool,
    /// For an input or output of the operator: its position.
    pub input: Option<usize>,
    pub output: Option<usize>,
    /// For the gradient of an output: the output's position.
    pub grad_of: Option<usize>,
    /// Whether only its shape and type are needed.
    pub no_need_buffer: bool,
}

/// The plan of the call of a gradient.
pub fn gradient_plan<'a>(
    form: &'a PackageForm,
    gradient: &'a PackageForm,
    symbolic: &[&str],
    package: &'a Package,
) -> GradientPlan<'a> {
    let input = |input: &'a InputForm| {
        let own = form.inputs.iter().position(|own| own.name == input.name);
        let output = form.outputs.iter().position(|own| own.name == input.name).filter(|_| own.is_none());
        let of = input.name.strip_suffix("_grad").filter(|_| own.is_none() && output.is_none());
        let grad_of = of.and_then(|of| form.op.signature.outputs.iter().position(|output| output.name.value == of));
        GradientInput {
            name: &input.name,
            list: input.list,
            optional: input.optional,
            input: own,
            output,
            grad_of,
            no_need_buffer: input.no_need_buffer,
        }
    };
    let position = |input: &InputForm| {
        let wanted = format!("{}_grad", input.name);
        gradient.op.signature.outputs.iter().position(|output| output.name.value == wanted)
    };
    GradientPlan {
        name: gradient.op.name.as_str(),
        is_triton: gradient.is_triton,
        inputs: gradient.inputs.iter().map(input).collect(),
        attrs: gradient.attrs.iter().map(|attr| attr.name.as_str()).collect(),
        signature: SignaturePlan {
            inputs: &gradient.inputs,
            attrs: gradient.attrs.iter().filter_map(|attr| attr_plan(attr, gradient, symbolic, package)).collect(),
            outputs: &gradient.outputs,
            arguments: &gradient.arguments,
            results: ResultForm::all(gradient, package),
        },
        outputs: form.inputs.iter().map(position).collect(),
        count: gradient.outputs.len(),
    }
}

/// The inputs that have gradients.
pub fn differentiable<'a>(form: &'a PackageForm, gradient: &PackageForm) -> Vec<&'a str> {
    let has = |name: &str| {
        gradient.op.signature.outputs.iter().any(|output| output.name.value.strip_suffix("_grad") == Some(name))
    };
    form.inputs.iter().map(|input| input.name.as_str()).filter(|name| has(name)).collect()
}

/// The inputs without gradients that may be the same tensor as one with a gradient.
pub fn detached<'a>(form: &'a PackageForm, gradient: &PackageForm) -> Vec<&'a str> {
    let differentiable = differentiable(form, gradient);
    let others = form.inputs.iter().filter(|input| !input.list && !input.written);
    others.map(|input| input.name.as_str()).filter(|name| !differentiable.contains(name)).collect()
}

/// How `torch.func` differentiates an operator. `None` if only C++ can do it: it overwrites inputs, or there are lists of results.
pub fn derivative(form: &PackageForm, gradient: &PackageForm, second: Option<&PackageForm>) -> Option<DerivativePlan> {
    if form.outputs.iter().any(|output| output.list || output.overwrites.is_some()) {
        return None;
    }
    let taken = |input: &InputForm| {
        let no_need_buffer = input.no_need_buffer;
        let at = form.inputs.iter().position(|own| own.name == input.name);
        let output = |name: &str| form.outputs.iter().position(|own| own.name == name);
        let grad = || output(input.name.strip_suffix("_grad")?).map(|at| Taken { of: "grad", at, no_need_buffer });
        at.map(|at| Taken { of: "input", at, no_need_buffer })
            .or_else(|| output(&input.name).map(|at| Taken { of: "output", at, no_need_buffer }))
            .or_else(grad)
    };
    let attr = |attr: &&Attr| form.attrs.iter().position(|own| own.name.value == attr.name.value);
    Some(DerivativePlan {
        taken: gradient.inputs.iter().map(taken).collect::<Option<_>>()?,
        attrs: gradient.attrs.iter().map(attr).collect::<Option<_>>()?,
        constant: (0..form.outputs.len()).filter(|&at| form.outputs[at].without_gradient).collect(),
        has_derivative: second.is_some_and(|second| derivative(gradient, second, None).is_some()),
    })
}
