//! Grad op makers, which turn an operator in a program into the operator that computes its gradient.

use serde::Serialize;

use super::attr::{DefaultValue, StaticAttr};
use super::names::TensorName;
use super::op_group::{OpGroup, StaticOp};
use spec::{Call, ForwardCall};

/// A grad op maker.
#[derive(Debug, Serialize)]
pub struct GradMaker {
    /// The prefix of the name of its class.
    pub class: String,
    /// The type of the operator that it creates.
    pub op: String,
    /// The steps that fill the operator, in order.
    pub steps: Vec<Step>,
}

/// A step that fills the new operator.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    /// An input is set.
    Input(SetTensor),
    /// An output is set.
    Output(SetTensor),
    /// All attributes are copied from the forward operator.
    AllAttrs,
    /// Sets an attribute to a value.
    Attr {
        /// The attribute.
        name: String,
        /// The value in C++.
        value: DefaultValue,
    },
    /// An attribute gets the value of one of the forward operator's.
    AttrOf {
        /// The attribute.
        name: String,
        /// The attribute of the forward operator.
        of: String,
    },
}

/// A tensor that is set.
#[derive(Debug, Serialize)]
pub struct SetTensor {
    /// The name in the new operator.
    pub name: TensorName,
    /// Its role in the forward operator.
    pub source: Source,
    /// Its name in the forward operator.
    pub of: TensorName,
    /// Whether it is set only if the forward operator has it.
    pub optional: bool,
    /// Whether the gradient of an input is kept even if it is not needed.
    pub keep_empty: bool,
}

/// The role of a tensor in the forward operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// An input.
    Input,
    /// An output.
    Output,
    /// The gradient of an input.
    InputGrad,
    /// The gradient of an output.
    OutputGrad,
}

/// The maker of a gradient. `None` if the gradient is only composed of primitive operators.
pub fn grad_maker(gradient: &StaticOp, forward: &StaticOp, group: &OpGroup) -> Option<GradMaker> {
    let pair = GradPair { gradient, forward };
    let class = gradient.class();
    if let Some(invoke) = &gradient.op.invoke {
        let invoked = group.forward_named(&invoke.func.value)?;
        return Some(GradMaker { class, op: invoked.ty.clone(), steps: pair.invoke(invoked, invoke) });
    }
    gradient.has_kernel().then(|| GradMaker { class, op: gradient.ty.clone(), steps: pair.steps() })
}

/// A gradient and its forward operator.
pub struct GradPair<'a, 'w> {
    /// The gradient.
    pub gradient: &'w StaticOp<'a>,
    /// The forward operator.
    pub forward: &'w StaticOp<'a>,
}

impl GradPair<'_, '_> {
    /// The name in programs of an input of the forward operator. The gradient's `forward` may have another name for it,
    /// so it is found by its position.
    pub fn forward_input(&self, name: &str) -> Option<String> {
        let names = self.forward_call()?.signature.input_names();
        let position = names.into_iter().position(|input| input == name)?;
        let input = self.forward.op.signature.inputs.get(position)?;
        Some(self.forward.names.input(&input.name.value))
    }

    fn forward_output(&self, name: &str) -> Option<String> {
        let position = self.forward_call()?.signature.output_names().position(|output| output == name)?;
        let output = self.forward.op.signature.outputs.get(position)?;
        Some(self.forward.names.output(&output.name.value))
    }

    fn forward_call(&self) -> Option<&ForwardCall> {
        self.gradient.op.forward.as_ref()
    }

    /// The role of an argument of the gradient in the forward operator.
    pub fn source(&self, name: &str) -> Option<(Source, String)> {
        if let Some(input) = self.forward_input(name) {
            return Some((Source::Input, input));
        }
        if let Some(output) = self.forward_output(name) {
            return Some((Source::Output, output));
        }
        Some((Source::OutputGrad, self.forward_output(name.strip_suffix("_grad")?)?))
    }

    /// The steps for a gradient that is an operator with a kernel of its own.
    fn steps(&self) -> Vec<Step> {
        let StaticOp { op, names, compat, .. } = self.gradient;
        let inputs = op.signature.inputs.iter().filter_map(|input| {
            let set = self.input(&names.input(&input.name.value), &input.name.value)?;
            Some(Step::Input(SetTensor { optional: input.optional, ..set }))
        });
        let outputs = op.signature.outputs.iter().filter_map(|output| {
            let name = &output.name.value;
            let set = self.output(&names.output(name), name)?;
            let is_grad = set.source == Source::InputGrad;
            let keep_empty = is_grad && compat.is_some_and(|compat| compat.keeps_empty_grad(name));
            Some(Step::Output(SetTensor { optional: is_grad && output.optional, keep_empty, ..set }))
        });
        inputs.chain(outputs).chain([Step::AllAttrs]).chain(self.attrs()).collect()
    }

    fn input(&self, name: &str, value: &str) -> Option<SetTensor> {
        let (source, of) = self.source(value)?;
        Some(set_tensor(name, source, &of))
    }

    fn output(&self, name: &str, value: &str) -> Option<SetTensor> {
        match value.strip_suffix("_grad").and_then(|base| self.forward_input(base)) {
            Some(of) => Some(set_tensor(name, Source::InputGrad, &of)),
            // A gradient can also write to an input of the forward operator.
            None => Some(set_tensor(name, Source::Input, &self.forward_input(value)?)),
        }
    }

    /// Sets the attributes that the forward operator lacks, and the inputs that can carry those that it has.
    fn attrs(&self) -> impl Iterator<Item = Step> {
        self.gradient.attrs.iter().flat_map(|attr| match self.has_attr(&attr.name) {
            true => inherited(attr),
            false => attr.default.iter().map(|value| set_attr(&attr.name, value.clone())).collect(),
        })
    }

    fn has_attr(&self, name: &str) -> bool {
        let attrs = self.forward_call().map(|call| &call.signature.attrs);
        attrs.is_some_and(|attrs| attrs.iter().any(|attr| self.gradient.names.attr(&attr.name.value) == name))
    }

    /// The steps for a gradient that invokes another forward operator, which has other attributes than this one.
    fn invoke(&self, invoked: &StaticOp, call: &Call) -> Vec<Step> {
        let mut args = call.args.iter().map(|arg| arg.value.as_str());
        let mut steps = Vec::new();
        for (input, arg) in invoked.op.signature.input_names().zip(&mut args) {
            steps.extend(self.input(&invoked.names.input(input), arg).map(Step::Input));
        }
        for (output, value) in invoked.op.signature.output_names().zip(self.gradient.op.signature.output_names()) {
            steps.extend(self.output(&invoked.names.output(output), value).map(Step::Output));
        }
        let attrs: Vec<(&StaticAttr, &str)> = invoked.attrs.iter().zip(args).collect();
        let carried = attrs.iter().zip(&self.forward.attrs).filter(|((attr, _), _)| self.has_attr(&attr.name));
        steps.extend(carried.flat_map(|(_, forward)| inherited(forward)));
        steps.extend(attrs.iter().map(|(attr, arg)| self.invoked_attr(&attr.name, arg)));
        steps
    }

    /// Sets an attribute of the invoked operator. The argument is an attribute of the gradient or a C++ expression.
    fn invoked_attr(&self, name: &str, arg: &str) -> Step {
        let of = self.gradient.names.any(arg);
        match self.gradient.attrs.iter().any(|attr| attr.name == of) {
            true => Step::AttrOf { name: name.to_owned(), of },
            false => set_attr(name, DefaultValue::Expression(arg.to_owned())),
        }
    }
}

/// Sets the inputs that can carry an attribute of the forward operator.
fn inherited(attr: &StaticAttr) -> Vec<Step> {
    let names = attr.inherited().into_iter();
    let set = |name: String| {
        let name = TensorName { name, gradient: false };
        SetTensor { name: name.clone(), source: Source::Input, of: name, optional: true, keep_empty: false }
    };
    names.map(|name| Step::Input(set(name))).collect()
}

fn set_tensor(name: &str, source: Source, of: &str) -> SetTensor {
    SetTensor { name: TensorName::new(name), source, of: TensorName::new(of), optional: false, keep_empty: false }
}

fn set_attr(name: &str, value: DefaultValue) -> Step {
    Step::Attr { name: name.to_owned(), value }
}
