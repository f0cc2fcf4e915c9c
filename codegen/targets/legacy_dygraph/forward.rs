//! Functions of the old dynamic graph.

use registered::ProtoVar;
use serde::Serialize;

use super::operator::{Operator, local};

/// A function, which may work in place.
#[derive(Debug, Serialize)]
pub struct ForwardPlan {
    pub op: String,
    /// What stands before `_dygraph_function`.
    pub name: String,
    pub inplace: bool,
    pub inputs: Vec<InputPlan>,
    /// Parameters behind the inputs.
    pub parameters: Vec<ParameterPlan>,
    /// Whether inputs are cast for AMP.
    pub casts: bool,
    pub outputs: Vec<OutputPlan>,
    /// Inputs that outputs are, if the caller gives them.
    pub given_outputs: Vec<PairPlan>,
    pub view: Option<[String; 2]>,
    /// What the tracer is told to be overwritten.
    pub overwritten: Vec<PairPlan>,
    /// The inputs that are checked, because they are overwritten.
    pub checked: Vec<String>,
    pub results: Vec<ResultPlan>,
    pub node: Option<CreationPlan>,
}

#[derive(Debug, Serialize)]
pub struct InputPlan {
    /// Of the variable, and in C++.
    pub name: String,
    pub local: String,
    pub list: bool,
    pub optional: bool,
    pub mutable: bool,
}

/// An output that is passed in, or the number of tensors that an output has.
#[derive(Debug, Serialize)]
pub struct ParameterPlan {
    pub local: String,
    pub kind: ParameterKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    Tensor,
    List,
    Count,
}

/// What an output is before the operator runs.
#[derive(Debug, Serialize)]
pub struct OutputPlan {
    pub name: String,
    pub source: OutputSource,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", content = "of", rename_all = "snake_case")]
pub enum OutputSource {
    /// An input, by the variable's name.
    Input(String),
    /// A parameter.
    Passed(String),
    /// As many tensors as a parameter says.
    Many(String),
    One,
}

#[derive(Debug, Serialize)]
pub struct PairPlan {
    pub input: String,
    pub output: String,
}

/// A result, as it is taken out after the operator ran.
#[derive(Debug, Serialize)]
pub struct ResultPlan {
    pub name: String,
    /// What it is taken out into.
    pub local: String,
    /// What is returned: where an input is overwritten, that.
    pub returned: String,
    pub list: bool,
    /// The parameter that it was passed in as.
    pub passed: Option<String>,
    /// It is taken out into the input that it overwrites.
    pub overwrites: bool,
    /// It may be absent.
    pub optional: bool,
}

/// How a grad node is made.
#[derive(Debug, Serialize)]
pub struct CreationPlan {
    /// In C++.
    pub watched: Vec<String>,
    pub kept: Vec<KeptPlan>,
    /// Inputs whose gradients the node returns, with their positions.
    pub wanted: Vec<PlacePlan>,
    pub outputs: Vec<NodeOutputPlan>,
}

/// A tensor that a node keeps.
#[derive(Debug, Serialize)]
pub struct KeptPlan {
    /// What the setter's name ends in.
    pub name: String,
    pub local: String,
}

#[derive(Debug, Serialize)]
pub struct PlacePlan {
    pub local: String,
    pub position: usize,
}

#[derive(Debug, Serialize)]
pub struct NodeOutputPlan {
    pub local: String,
    /// The node is not the history of intermediate outputs.
    pub intermediate: bool,
}

/// The function of an operator, and the one that works in place if there is one.
pub fn plans(op: &Operator) -> Vec<ForwardPlan> {
    let inplace = (!op.inplace.is_empty()).then_some(true);
    [Some(false), inplace].into_iter().flatten().map(|inplace| Function { op, inplace }.plan()).collect()
}

/// One function of an operator.
#[derive(Clone, Copy)]
pub struct Function<'a> {
    pub op: &'a Operator<'a>,
    pub inplace: bool,
}

impl Function<'_> {
    fn plan(self) -> ForwardPlan {
        let Operator { name, section, .. } = *self.op;
        let is_named = |names: &[String]| names.iter().any(|named| named == name);
        let pairs = |kept: &dyn Fn(&ProtoVar) -> bool| {
            let outputs = self.op.outputs.iter().filter(|output| kept(output));
            let pair = |output: &&ProtoVar| {
                let input = self.overwritten(output)?.to_owned();
                Some(PairPlan { input, output: output.name.value.clone() })
            };
            outputs.filter_map(pair).collect::<Vec<_>>()
        };
        ForwardPlan {
            op: name.to_owned(),
            name: self.name(),
            inplace: self.inplace,
            inputs: self.op.inputs.iter().map(|input| self.input(input)).collect(),
            parameters: self.parameters(),
            casts: !self.inplace && !is_named(&section.no_amp),
            outputs: self.op.outputs.iter().filter_map(|output| self.output(output)).collect(),
            given_outputs: self.given_outputs(),
            view: section.views.get(name).filter(|_| !self.inplace).cloned(),
            overwritten: pairs(&|output| !self.op.is_passed(output)),
            checked: self.pairs().map(|(input, _)| local(input)).collect(),
            results: self.op.outputs.iter().map(|output| self.result(output)).collect(),
            node: (!self.op.gradient.is_empty()).then(|| self.creation()),
        }
    }

    /// What stands before `_dygraph_function`, and what the method in Python is called.
    pub fn name(self) -> String {
        format!("{}{}", self.op.name, if self.inplace { "_" } else { "" })
    }

    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.op.inplace.iter().filter(|_| self.inplace);
        pairs.map(|pair| (pair.input.as_str(), pair.output.as_str()))
    }

    /// The input that an output overwrites.
    fn overwritten(&self, output: &ProtoVar) -> Option<&str> {
        self.op.overwritten(&output.name.value).filter(|_| self.inplace)
    }

    fn input(&self, input: &ProtoVar) -> InputPlan {
        let name = &input.name.value;
        InputPlan {
            name: name.clone(),
            local: local(name),
            list: input.duplicable,
            optional: input.dispensable,
            mutable: !input.duplicable && self.pairs().any(|(overwritten, _)| overwritten == name),
        }
    }

    /// The outputs that are passed in, and the numbers of tensors that others have.
    fn parameters(&self) -> Vec<ParameterPlan> {
        let parameter = |output: &&ProtoVar| {
            let kind = self.parameter(output)?;
            let ending = if kind == ParameterKind::Count { "Num" } else { "Var" };
            Some(ParameterPlan { local: local(&output.name.value) + ending, kind })
        };
        self.op.outputs.iter().filter_map(parameter).collect()
    }

    /// The parameter that there is for an output.
    pub fn parameter(&self, output: &ProtoVar) -> Option<ParameterKind> {
        match (self.op.is_passed(output), output.duplicable) {
            (true, true) => Some(ParameterKind::List),
            (true, false) => Some(ParameterKind::Tensor),
            (false, true) => self.overwritten(output).is_none().then_some(ParameterKind::Count),
            (false, false) => None,
        }
    }

    /// The input that an output is called after: `ParamOut` and `Param`.
    fn namesake<'b>(&self, output: &'b ProtoVar) -> Option<&'b str> {
        let base = output.name.value.strip_suffix("Out").filter(|base| !base.is_empty())?;
        self.op.position_of_input(base).is_some().then_some(base)
    }

    fn output(&self, output: &ProtoVar) -> Option<OutputPlan> {
        let name = &output.name.value;
        let source = match (self.op.is_passed(output), self.namesake(output)) {
            (true, Some(_)) if output.dispensable => return None,
            (true, Some(input)) => OutputSource::Input(input.to_owned()),
            (true, None) => OutputSource::Passed(local(name) + "Var"),
            (false, _) => match self.overwritten(output) {
                Some(input) => OutputSource::Input(input.to_owned()),
                None if output.duplicable => OutputSource::Many(local(name) + "Num"),
                None => OutputSource::One,
            },
        };
        Some(OutputPlan { name: name.clone(), source })
    }

    fn given_outputs(&self) -> Vec<PairPlan> {
        let given = self.op.outputs.iter().filter(|output| self.op.is_passed(output) && output.dispensable);
        let pair = |output: &&ProtoVar| {
            let input = self.namesake(output)?.to_owned();
            Some(PairPlan { input, output: output.name.value.clone() })
        };
        given.filter_map(pair).collect()
    }

    fn result(&self, output: &ProtoVar) -> ResultPlan {
        let name = &output.name.value;
        let passed = self.op.is_passed(output).then(|| local(name) + "Var");
        let returned = local(self.overwritten(output).unwrap_or(name));
        let is_new = passed.is_some() || output.duplicable;
        ResultPlan {
            name: name.clone(),
            local: if is_new { local(name) } else { returned.clone() },
            list: output.duplicable,
            optional: passed.is_some() && output.dispensable,
            overwrites: !is_new && self.overwritten(output).is_some(),
            returned,
            passed,
        }
    }

    fn creation(&self) -> CreationPlan {
        let op = self.op;
        let returned = |name: &str| op.gradient.iter().any(|gradient| gradient.returns(name));
        let wanted = op.inputs.iter().enumerate().filter(|(_, input)| returned(&input.name.value));
        let kept = kept(op).into_iter().map(|var| KeptPlan {
            name: local(&var.name.value),
            local: local(self.overwritten(var).unwrap_or(&var.name.value)),
        });
        let outputs = op.outputs.iter().map(|output| NodeOutputPlan {
            local: local(self.overwritten(output).unwrap_or(&output.name.value)),
            intermediate: output.intermediate,
        });
        CreationPlan {
            watched: op.inputs.iter().map(|input| local(&input.name.value)).collect(),
            kept: kept.collect(),
            wanted: wanted.map(|(position, input)| PlacePlan { local: local(&input.name.value), position }).collect(),
            outputs: outputs.collect(),
        }
    }
}

/// The variables that a node keeps: what its operators read of the forward operator.
pub fn kept<'a>(op: &Operator<'a>) -> Vec<&'a ProtoVar> {
    let mut kept: Vec<&ProtoVar> = Vec::new();
    for slot in op.gradient.iter().flat_map(|gradient| gradient.inputs.iter().filter(|slot| !slot.is_gradient)) {
        let variable = op.variable(&slot.variable.value);
        kept.extend(variable.filter(|var| !kept.iter().any(|earlier| earlier.name == var.name)));
    }
    kept
}
