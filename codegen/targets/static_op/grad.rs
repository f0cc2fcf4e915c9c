//! Grad op makers: from an operator in a program to the operator that computes its gradient.

use serde::Serialize;

use crate::cpp::quoted;
use crate::static_graph::{StaticAttr, StaticOp, World, maker_name};
use spec::{Call, ForwardCall};

#[derive(Debug, Serialize)]
pub struct GradMakerPlan {
    pub class: String,
    /// The type of the operator that is made.
    pub ty: String,
    pub tensors: Vec<SetPlan>,
    /// Whether all attributes of the operator are taken over; another forward operator has attributes of its own.
    pub takes_attrs: bool,
    pub attrs: Vec<SetPlan>,
}

/// `grad_op->SetWHAT(name, value)`.
#[derive(Debug, Serialize)]
pub struct SetPlan {
    /// `Input`, `Output` or `Attr`.
    pub what: &'static str,
    /// A C++ expression, as the value is.
    pub name: String,
    pub value: String,
    /// Only where this holds of the operator.
    pub guard: Option<String>,
}

/// `None` for gradients that are made of primitive operators only.
pub fn plan(gradient: &StaticOp, forward: &StaticOp, world: &World) -> Option<GradMakerPlan> {
    let pair = Pair { gradient, forward };
    let class = format!("{}OpMaker", gradient.class());
    if let Some(invoke) = &gradient.op.invoke {
        let (ty, tensors, attrs) = pair.reused(world.forward_named(&invoke.func.value)?, invoke);
        return Some(GradMakerPlan { class, ty, tensors, takes_attrs: false, attrs });
    }
    gradient.has_kernel().then(|| GradMakerPlan {
        class,
        ty: gradient.ty.clone(),
        tensors: pair.tensors(),
        takes_attrs: true,
        attrs: pair.attrs(),
    })
}

/// Where an argument of a gradient comes from.
pub enum Source {
    Input(String),
    Output(String),
    /// The gradient of an output.
    OutputGrad(String),
}

/// A gradient and its operator.
pub struct Pair<'a, 'w> {
    pub gradient: &'w StaticOp<'a>,
    pub forward: &'w StaticOp<'a>,
}

impl Pair<'_, '_> {
    /// The input of the operator that the gradient knows by a name. The two may call it differently, and then its
    /// place tells.
    pub fn forward_input(&self, name: &str) -> Option<String> {
        let names = self.called()?.signature.input_names();
        let position = names.into_iter().position(|input| input == name)?;
        let input = self.forward.op.signature.inputs.get(position)?;
        Some(self.forward.parts.input(&input.name.value))
    }

    fn forward_output(&self, name: &str) -> Option<String> {
        let position = self.called()?.signature.output_names().position(|output| output == name)?;
        let output = self.forward.op.signature.outputs.get(position)?;
        Some(self.forward.parts.output(&output.name.value))
    }

    fn called(&self) -> Option<&ForwardCall> {
        self.gradient.op.forward.as_ref()
    }

    /// What an argument of the gradient is to its operator.
    pub fn source(&self, name: &str) -> Option<Source> {
        let grad = || Some(Source::OutputGrad(self.forward_output(name.strip_suffix("_grad")?)?));
        let output = || self.forward_output(name).map(Source::Output);
        self.forward_input(name).map(Source::Input).or_else(output).or_else(grad)
    }

    fn tensors(&self) -> Vec<SetPlan> {
        let signature = &self.gradient.op.signature;
        let inputs = signature.inputs.iter().filter_map(|input| {
            let name = self.gradient.parts.input(&input.name.value);
            self.set_input(&name, &input.name.value, input.optional)
        });
        let outputs = signature.outputs.iter().filter_map(|output| {
            let name = self.gradient.parts.output(&output.name.value);
            let kept = self.gradient.compat.is_some_and(|compat| compat.keeps_empty_grad(&output.name.value));
            self.set_output(&name, &output.name.value, output.optional, !kept)
        });
        inputs.chain(outputs).collect()
    }

    fn set_input(&self, name: &str, value: &str, optional: bool) -> Option<SetPlan> {
        let (value, guard) = match self.source(value)? {
            Source::Input(of) => {
                (format!("this->Input({})", maker_name(&of)), format!("HasInput({})", maker_name(&of)))
            }
            Source::Output(of) => {
                (format!("this->Output({})", maker_name(&of)), format!("HasOutput({})", maker_name(&of)))
            }
            Source::OutputGrad(of) => {
                (format!("this->OutputGrad({})", maker_name(&of)), format!("HasOutput({})", maker_name(&of)))
            }
        };
        Some(SetPlan { what: "Input", name: maker_name(name), value, guard: optional.then_some(guard) })
    }

    fn set_output(&self, name: &str, value: &str, optional: bool, drop_empty: bool) -> Option<SetPlan> {
        let of = value.strip_suffix("_grad").and_then(|base| self.forward_input(base));
        let (value, guard) = match of {
            Some(of) => {
                let keep = if drop_empty { "" } else { ", false" };
                (format!("this->InputGrad({}{keep})", maker_name(&of)), Some(format!("HasInput({})", maker_name(&of))))
            }
            // A gradient may also write to what its operator took.
            None => (format!("this->Input({})", maker_name(&self.forward_input(value)?)), None),
        };
        Some(SetPlan { what: "Output", name: maker_name(name), value, guard: guard.filter(|_| optional) })
    }

    /// Attributes that the operator does not have, and the inputs that may carry those that it has.
    fn attrs(&self) -> Vec<SetPlan> {
        self.gradient
            .attrs
            .iter()
            .flat_map(|attr| match self.has_attr(&attr.name) {
                true => inherited(attr.inherited()),
                false => attr.default.iter().map(|default| set_attr(&attr.name, default.clone())).collect(),
            })
            .collect()
    }

    fn has_attr(&self, legacy: &str) -> bool {
        let attrs = self.called().map(|call| &call.signature.attrs);
        attrs.is_some_and(|attrs| attrs.iter().any(|attr| self.gradient.parts.attr(&attr.name.value) == legacy))
    }

    /// A gradient that is another forward operator: its type, and how its arguments are set.
    fn reused(&self, reused: &StaticOp, invoke: &Call) -> (String, Vec<SetPlan>, Vec<SetPlan>) {
        let mut args = invoke.args.iter().map(|arg| arg.value.as_str());
        let mut tensors = Vec::new();
        for (input, arg) in reused.op.signature.input_names().zip(&mut args) {
            tensors.extend(self.set_input(&reused.parts.input(input), arg, false));
        }
        for (output, own) in reused.op.signature.output_names().zip(self.gradient.op.signature.output_names()) {
            tensors.extend(self.set_output(&reused.parts.output(output), own, false, true));
        }
        let written: Vec<(&StaticAttr, &str)> = reused.attrs.iter().zip(args).collect();
        let carried = written.iter().zip(&self.forward.attrs);
        let carried = carried.filter(|((attr, _), _)| self.has_attr(&attr.name));
        let mut attrs: Vec<_> = carried.flat_map(|(_, own)| inherited(own.inherited())).collect();
        attrs.extend(written.iter().map(|(attr, arg)| set_attr(&attr.name, self.attr_value(arg))));
        (reused.ty.clone(), tensors, attrs)
    }

    /// An attribute of the gradient, or a literal.
    fn attr_value(&self, arg: &str) -> String {
        let legacy = self.gradient.parts.any(arg);
        let is_attr = self.gradient.attrs.iter().any(|attr| attr.name == legacy);
        if is_attr { format!("this->GetAttr({})", quoted(&legacy)) } else { arg.to_owned() }
    }
}

fn inherited(names: Vec<String>) -> Vec<SetPlan> {
    let set = |name: String| {
        let name = quoted(&name);
        SetPlan { what: "Input", value: format!("this->Input({name})"), guard: Some(format!("HasInput({name})")), name }
    };
    names.into_iter().map(set).collect()
}

fn set_attr(name: &str, value: String) -> SetPlan {
    SetPlan { what: "Attr", name: quoted(name), value, guard: None }
}
