//! Plans the makers that compose gradients of primitive operators in programs.

use serde::Serialize;

use forms::static_graph::{CarrierInput, GradPair, Source, StaticAttr, StaticOp, TensorName, carriers};

#[derive(Debug, Serialize)]
pub struct CompositePlan {
    /// The first part of the name of its class.
    pub class: String,
    /// The gradient's type in programs.
    pub op: String,
    pub inputs: Vec<InputPlan>,
    pub attrs: Vec<AttrPlan>,
    pub outputs: Vec<OutputPlan>,
    pub function: String,
    /// C++ expressions.
    pub args: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct InputPlan {
    /// The variable.
    pub local: String,
    pub list: bool,
    pub optional: bool,
    /// The role of the tensor in the forward operator.
    pub source: Source,
    pub of: TensorName,
}

#[derive(Debug, Serialize)]
pub struct AttrPlan {
    /// The variable.
    pub local: String,
    pub name: String,
    /// The stored type.
    pub stored: String,
    /// The inputs that can carry its value, which must be absent.
    pub inputs: Vec<CarrierInput>,
}

#[derive(Debug, Serialize)]
pub struct OutputPlan {
    /// The variable.
    pub local: String,
    pub list: bool,
    /// The forward input whose gradient it is.
    pub of: TensorName,
}

/// The first part of the name of the maker's class, without `Grad`, which the suffix for composite makers replaces.
pub fn class(gradient: &StaticOp) -> String {
    let class = gradient.class();
    class.strip_suffix("Grad").unwrap_or(&class).to_owned()
}

pub fn plan(gradient: &StaticOp, forward: &StaticOp) -> Option<CompositePlan> {
    let composite = gradient.op.composite.as_ref()?;
    let pair = GradPair { gradient, forward };
    let signature = &gradient.op.signature;
    let inputs = signature.inputs.iter().filter_map(|input| {
        let (source, of) = pair.source(&input.name.value)?;
        let (list, optional) = (input.ty.is_list(), input.optional);
        Some(InputPlan { local: input.name.value.clone(), list, optional, source, of: TensorName::new(&of) })
    });
    let outputs = signature.outputs.iter().filter_map(|output| {
        let of = pair.forward_input(output.name.value.strip_suffix("_grad")?)?;
        let of = TensorName::new(&of);
        Some(OutputPlan { local: output.name.value.clone(), list: output.ty.is_list(), of })
    });
    Some(CompositePlan {
        class: class(gradient),
        op: gradient.ty.clone(),
        inputs: inputs.collect(),
        attrs: gradient.attrs.iter().map(attr).collect(),
        outputs: outputs.collect(),
        function: composite.func.value.clone(),
        args: composite.args.iter().map(|arg| arg.value.clone()).collect(),
    })
}

fn attr(attr: &StaticAttr) -> AttrPlan {
    AttrPlan {
        local: attr.attr.name.value.clone(),
        name: attr.name.clone(),
        stored: attr.stored.clone(),
        inputs: carriers(attr),
    }
}
