//! Argument mappings, which map an operator in a program to its kernel and the kernel's arguments.

use std::collections::BTreeSet;

use super::attr::{Carrier, StaticAttr};
use super::names::program_name;
use super::op_group::StaticOp;
use profile::{StaticForm, StaticGroup};
use serde::Serialize;
use spec::{KernelFn, Param, TensorKind};

/// The kernel that runs an operator, and its arguments, depending on the arguments of the operator.
#[derive(Debug, Serialize)]
pub struct ArgumentMapping {
    /// The prefix of the mapping's name.
    pub class: String,
    /// The choice of the kernel.
    pub kernel: KernelChoice,
    /// The inputs that the kernel gets.
    pub inputs: Vec<String>,
    /// The attributes that the kernel gets.
    pub attrs: Vec<MappedAttr>,
    /// The outputs that the kernel gets.
    pub outputs: Vec<String>,
    /// Whether the mapping depends on the arguments of the call.
    pub reads_context: bool,
}

/// An attribute, or the input that carries its value in this call. A tensor takes precedence over a list of tensors.
#[derive(Debug, Serialize)]
pub struct MappedAttr {
    /// The attribute.
    pub name: String,
    /// The input with one tensor.
    pub tensor: Option<String>,
    /// The input with a list of tensors.
    pub tensors: Option<String>,
}

/// Selects the first kernel whose tests all hold.
#[derive(Debug, Serialize)]
pub struct KernelChoice {
    /// The kernels with tests.
    pub choices: Vec<Choice>,
    /// The kernel if no choice fits, if there is one.
    pub otherwise: Option<String>,
    /// Whether no arguments are mapped either if there is no kernel.
    pub gives_up: bool,
}

/// A kernel and its tests.
#[derive(Debug, Serialize)]
pub struct Choice {
    /// The tests, which must all hold.
    pub tests: Vec<KindTest>,
    /// The name of the kernel.
    pub name: String,
}

/// Tests that an input is of a kind.
#[derive(Debug, Serialize)]
pub struct KindTest {
    /// The name of the input in programs.
    pub input: String,
    /// The kind.
    pub kind: TensorKind,
    /// Whether it also holds if the input is absent.
    pub optional: bool,
}

/// The mapping of an operator. `None` if it calls no kernel.
pub fn argument_mapping(op: &StaticOp, group: &StaticGroup) -> Option<ArgumentMapping> {
    if !op.has_kernel() {
        return None;
    }
    let params = op.op.kernel_params();
    // The YAML may also refer to a parameter by its name in programs.
    let taken: BTreeSet<String> = params.iter().filter_map(|param| Some(op.names.any(param.name()?))).collect();
    let signature = &op.op.signature;
    let inputs = signature.input_names().map(|name| op.names.input(name)).filter(|name| taken.contains(name));
    let outputs = signature.output_names().map(|name| op.names.output(name));
    let attrs: Vec<_> = op.attrs.iter().filter(|attr| taken.contains(&attr.name)).map(attr).collect();
    let kernel = kernel(op, &params, group);
    let reads_context =
        !kernel.choices.is_empty() || attrs.iter().any(|attr| attr.tensor.is_some() || attr.tensors.is_some());
    Some(ArgumentMapping {
        class: op.class(),
        kernel,
        inputs: inputs.map(|name| program_name(&name)).collect(),
        attrs,
        outputs: outputs.map(|name| program_name(&name)).collect(),
        reads_context,
    })
}

fn attr(attr: &StaticAttr) -> MappedAttr {
    let (tensor, tensors) = match &attr.carrier {
        Carrier::Fixed | Carrier::Variable => (None, None),
        Carrier::Inputs { tensor, tensors, .. } => (tensor.clone(), tensors.clone()),
    };
    MappedAttr { name: attr.name.clone(), tensor, tensors }
}

fn kernel(op: &StaticOp, params: &[Param], group: &StaticGroup) -> KernelChoice {
    let functions = op.op.kernel.as_ref().map_or(&[][..], |kernel| &kernel.functions);
    let strict = group.form == StaticForm::Dispatched;
    let mut choices = Vec::new();
    for function in functions {
        let name = function.name.value.clone();
        let tests = tests(op, params, function, strict);
        // Neither a kernel for any kind of tensor nor an only kernel needs tests.
        if tests.is_empty() || functions.len() == 1 && !strict {
            return KernelChoice { choices, otherwise: Some(name), gives_up: false };
        }
        choices.push(Choice { tests, name });
    }
    KernelChoice { choices, otherwise: None, gives_up: !strict }
}

/// The tests that the inputs are of the kinds for which a kernel is meant.
fn tests(op: &StaticOp, params: &[Param], function: &KernelFn, strict: bool) -> Vec<KindTest> {
    let inputs = params.iter().filter_map(|param| op.op.signature.input(param.name()?));
    let kinds = function.dispatch.iter().flat_map(|dispatch| &dispatch.inputs);
    let tests = inputs.zip(kinds).map(|(input, kind)| {
        let name = op.names.input(&input.name.value);
        let name = if strict { name } else { program_name(&name) };
        KindTest { input: name, kind: kind.value, optional: input.optional && !strict }
    });
    tests.collect()
}
