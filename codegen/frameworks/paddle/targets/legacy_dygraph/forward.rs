//! Plans the functions of the old dynamic graph.

use std::borrow::Cow;

use serde::Serialize;
use spec::registered::ProtoVar;

use forms::legacy_dygraph::{Operator, local};

/// A function, plain or inplace.
#[derive(Debug, Serialize)]
pub struct ForwardPlan<'a> {
    pub op: &'a str,
    /// The name without the suffix `_dygraph_function`.
    pub name: String,
    pub inplace: bool,
    pub inputs: Vec<InputPlan<'a>>,
    /// Inputs that are always present.
    pub required: Vec<InputPlan<'a>>,
    /// Inputs that may be absent.
    pub optional: Vec<InputPlan<'a>>,
    /// Parameters after the inputs.
    pub parameters: Vec<ParameterPlan<'a>>,
    /// Whether inputs are cast for AMP.
    pub casts: bool,
    pub outputs: Vec<OutputPlan<'a>>,
    /// Outputs for which the caller can pass a tensor as an input.
    pub given_outputs: Vec<PairPlan<'a>>,
    pub view: Option<&'a [String; 2]>,
    /// The pairs of overwritten tensors that the tracer is told about.
    pub overwritten: Vec<PairPlan<'a>>,
    /// Inputs that are checked because they are overwritten.
    pub checked: Vec<Cow<'a, str>>,
    pub results: Vec<ResultPlan<'a>>,
    pub returns: Returns,
    pub node: Option<CreationPlan<'a>>,
}

#[derive(Debug, Serialize)]
pub struct InputPlan<'a> {
    /// The name of the variable, and its name in C++.
    pub name: Cow<'a, str>,
    pub local: Cow<'a, str>,
    pub list: bool,
    pub optional: bool,
    pub mutable: bool,
}

/// An output that is passed as an argument, or the number of tensors in an output.
#[derive(Debug, Serialize)]
pub struct ParameterPlan<'a> {
    pub local: Cow<'a, str>,
    pub kind: ParameterKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    Tensor,
    List,
    Count,
}

/// The value of an output before the operator runs.
#[derive(Debug, Serialize)]
pub struct OutputPlan<'a> {
    pub name: Cow<'a, str>,
    pub source: OutputSource<'a>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", content = "of", rename_all = "snake_case")]
pub enum OutputSource<'a> {
    /// An input, by the variable's name.
    Input(Cow<'a, str>),
    /// A parameter.
    Passed(Cow<'a, str>),
    /// A list whose length is a parameter.
    Many(Cow<'a, str>),
    One,
}

#[derive(Debug, Serialize)]
pub struct PairPlan<'a> {
    pub input: Cow<'a, str>,
    pub output: Cow<'a, str>,
}

/// The number of results of a function.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Returns {
    Nothing,
    One,
    Many,
}

/// A result, as it is read after the operator ran.
#[derive(Debug, Serialize)]
pub struct ResultPlan<'a> {
    pub name: Cow<'a, str>,
    /// The variable into which it is read.
    pub local: Cow<'a, str>,
    /// The variable that is returned. For an overwritten input, this is the input.
    pub returned: Cow<'a, str>,
    pub list: bool,
    /// The parameter through which it was passed.
    pub passed: Option<Cow<'a, str>>,
    /// Whether it is read into a variable of its own.
    pub declared: bool,
    /// Whether it is read into the input that it overwrites.
    pub overwrites: bool,
    /// Whether it may be absent.
    pub optional: bool,
}

/// How a grad node is created.
#[derive(Debug, Serialize)]
pub struct CreationPlan<'a> {
    /// In C++.
    pub watched: Vec<Cow<'a, str>>,
    pub kept: Vec<KeptPlan<'a>>,
    /// Inputs whose gradients the node returns, with their indices.
    pub wanted: Vec<PlacePlan<'a>>,
    pub outputs: Vec<NodeOutputPlan<'a>>,
}

/// A tensor that a node keeps.
#[derive(Debug, Serialize)]
pub struct KeptPlan<'a> {
    /// The last part of the setter's name.
    pub name: Cow<'a, str>,
    pub local: Cow<'a, str>,
}

#[derive(Debug, Serialize)]
pub struct PlacePlan<'a> {
    pub local: Cow<'a, str>,
    pub position: usize,
}

#[derive(Debug, Serialize)]
pub struct NodeOutputPlan<'a> {
    pub local: Cow<'a, str>,
    /// Whether it is an intermediate output, for which the node is not recorded.
    pub intermediate: bool,
}

/// Plans the function of an operator, and its inplace function if there is one.
pub fn plans<'a>(op: &'a Operator<'a>) -> Vec<ForwardPlan<'a>> {
    let inplace = (!op.inplace.is_empty()).then_some(true);
    [Some(false), inplace].into_iter().flatten().map(|inplace| Function { op, inplace }.plan()).collect()
}

/// A function of an operator.
#[derive(Clone, Copy)]
pub struct Function<'a> {
    pub op: &'a Operator<'a>,
    pub inplace: bool,
}

impl<'a> Function<'a> {
    fn plan(self) -> ForwardPlan<'a> {
        let &Operator { name, section, .. } = self.op;
        let is_named = |names: &[String]| names.iter().any(|named| named == name);
        let pairs = |kept: &dyn Fn(&ProtoVar) -> bool| {
            let outputs = self.op.outputs.iter().copied().filter(|output| kept(output));
            let pair = |output: &'a ProtoVar| {
                let input = self.overwritten(output)?.into();
                Some(PairPlan { input, output: output.name.as_str().into() })
            };
            outputs.filter_map(pair).collect::<Vec<_>>()
        };
        ForwardPlan {
            op: name,
            name: self.name(),
            inplace: self.inplace,
            inputs: self.inputs(|_| true),
            required: self.inputs(|input| !input.dispensable),
            optional: self.inputs(|input| input.dispensable),
            parameters: self.parameters(),
            casts: !self.inplace && !is_named(&section.no_amp),
            outputs: self.op.outputs.iter().filter_map(|output| self.output(output)).collect(),
            given_outputs: self.given_outputs(),
            view: section.views.get(name).filter(|_| !self.inplace),
            overwritten: pairs(&|output| !self.op.is_passed(output)),
            checked: self.pairs().map(|(input, _)| local(input)).collect(),
            results: self.op.outputs.iter().map(|output| self.result(output)).collect(),
            returns: match self.op.outputs.len() {
                0 => Returns::Nothing,
                1 => Returns::One,
                _ => Returns::Many,
            },
            node: (!self.op.gradient.is_empty()).then(|| self.creation()),
        }
    }

    /// The name of the method in Python, and of the function without the suffix `_dygraph_function`.
    pub fn name(self) -> String {
        format!("{}{}", self.op.name, if self.inplace { "_" } else { "" })
    }

    fn pairs(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let pairs = self.op.inplace.iter().filter(move |_| self.inplace);
        pairs.map(|pair| (pair.input.as_str(), pair.output.as_str()))
    }

    /// The input that an output overwrites.
    fn overwritten(self, output: &ProtoVar) -> Option<&'a str> {
        self.op.overwritten(&output.name.value).filter(|_| self.inplace)
    }

    fn inputs(self, are: impl Fn(&ProtoVar) -> bool) -> Vec<InputPlan<'a>> {
        self.op.inputs.iter().filter(|input| are(input)).map(|input| self.input(input)).collect()
    }

    fn input(self, input: &'a ProtoVar) -> InputPlan<'a> {
        let name = input.name.as_str();
        InputPlan {
            name: name.into(),
            local: local(name),
            list: input.duplicable,
            optional: input.dispensable,
            mutable: !input.duplicable && self.pairs().any(|(overwritten, _)| overwritten == name),
        }
    }

    /// The outputs that are passed as arguments, and the lengths of lists.
    fn parameters(self) -> Vec<ParameterPlan<'a>> {
        let parameter = |output: &&'a ProtoVar| {
            let kind = self.parameter(output)?;
            let ending = if kind == ParameterKind::Count { "Num" } else { "Var" };
            Some(ParameterPlan { local: local(&output.name.value) + ending, kind })
        };
        self.op.outputs.iter().filter_map(parameter).collect()
    }

    /// The parameter for an output, if there is one.
    pub fn parameter(self, output: &ProtoVar) -> Option<ParameterKind> {
        match (self.op.is_passed(output), output.duplicable) {
            (true, true) => Some(ParameterKind::List),
            (true, false) => Some(ParameterKind::Tensor),
            (false, true) => self.overwritten(output).is_none().then_some(ParameterKind::Count),
            (false, false) => None,
        }
    }

    /// The input after which an output is named, such as `Param` for `ParamOut`.
    fn namesake(self, output: &ProtoVar) -> Option<&str> {
        let base = output.name.value.strip_suffix("Out").filter(|base| !base.is_empty())?;
        self.op.position_of_input(base).is_some().then_some(base)
    }

    fn output(self, output: &'a ProtoVar) -> Option<OutputPlan<'a>> {
        let name = output.name.as_str();
        let source = match (self.op.is_passed(output), self.namesake(output)) {
            (true, Some(_)) if output.dispensable => return None,
            (true, Some(input)) => OutputSource::Input(input.into()),
            (true, None) => OutputSource::Passed(local(name) + "Var"),
            (false, _) => match self.overwritten(output) {
                Some(input) => OutputSource::Input(input.into()),
                None if output.duplicable => OutputSource::Many(local(name) + "Num"),
                None => OutputSource::One,
            },
        };
        Some(OutputPlan { name: name.into(), source })
    }

    fn given_outputs(self) -> Vec<PairPlan<'a>> {
        let given = self.op.outputs.iter().copied().filter(|output| self.op.is_passed(output) && output.dispensable);
        let pair = |output: &'a ProtoVar| {
            let input = self.namesake(output)?.into();
            Some(PairPlan { input, output: output.name.as_str().into() })
        };
        given.filter_map(pair).collect()
    }

    fn result(self, output: &'a ProtoVar) -> ResultPlan<'a> {
        let name = output.name.as_str();
        let passed = self.op.is_passed(output).then(|| local(name) + "Var");
        let returned = local(self.overwritten(output).unwrap_or(name));
        let is_new = passed.is_some() || output.duplicable;
        let overwrites = !is_new && self.overwritten(output).is_some();
        ResultPlan {
            name: name.into(),
            local: if is_new { local(name) } else { returned.clone() },
            list: output.duplicable,
            optional: passed.is_some() && output.dispensable,
            declared: output.duplicable || (passed.is_none() && !overwrites),
            overwrites,
            returned,
            passed,
        }
    }

    fn creation(self) -> CreationPlan<'a> {
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

/// The variables that a node keeps: those of the forward operator that its operators read.
pub fn kept<'a>(op: &Operator<'a>) -> Vec<&'a ProtoVar> {
    let mut kept: Vec<&ProtoVar> = Vec::new();
    for slot in op.gradient.iter().flat_map(|gradient| gradient.inputs.iter().filter(|slot| !slot.is_gradient)) {
        let variable = op.variable(&slot.variable.value);
        kept.extend(variable.filter(|var| !kept.iter().any(|earlier| earlier.name == var.name)));
    }
    kept
}
