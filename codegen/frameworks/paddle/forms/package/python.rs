//! The Python function of an operator of a package.

use profile::Package;
use serde::Serialize;
use spec::Attr;

use super::{InputForm, OutputForm, PackageForm};
use crate::defaults::{self, DefaultValue};

/// A parameter of a Python function.
#[derive(Debug, Clone, Serialize)]
pub struct PythonParameter {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    default: Option<String>,
}

/// What a Python function takes and returns.
#[derive(Debug, Serialize)]
pub struct PythonFunction {
    python_parameters: Vec<PythonParameter>,
    /// The parameters after the inputs that must be given.
    python_rest: Vec<PythonParameter>,
    has_required: bool,
    python_result: String,
    /// The positions of the outputs that callers see.
    visible: Vec<usize>,
    /// Whether results must be divided, because there are lists or optional outputs.
    splits: bool,
    /// The results that callers see, of a list `_opgen_results`.
    picked: String,
}

impl PythonFunction {
    /// The function of an operator. Inputs that must be given come first, then the others in their order.
    pub fn new(form: &PackageForm, package: &Package) -> Self {
        let (required, optional): (Vec<_>, Vec<_>) = form.inputs.iter().partition(|input| !input.optional);
        let input = |input: &&InputForm| {
            let ty = if input.list { "Sequence[Tensor]" } else { "Tensor" };
            PythonParameter {
                name: input.name.clone(),
                ty: if input.optional { format!("{ty} | None") } else { ty.to_owned() },
                default: input.optional.then(|| "None".to_owned()),
            }
        };
        let attr = |attr: &&Attr| {
            let spelling = package.attributes.get(&attr.ty.to_string());
            PythonParameter {
                name: attr.name.value.clone(),
                ty: spelling.map_or_else(String::new, |spelling| spelling.python.clone()),
                default: defaults::default(attr).and_then(|default| literal(&default, Literals::PYTHON)),
            }
        };
        // A parameter without a default cannot follow one with a default.
        let (bare, with_default): (Vec<_>, Vec<_>) =
            form.attrs.iter().map(attr).partition(|attr| attr.default.is_none());
        let rest: Vec<_> = bare.into_iter().chain(optional.iter().map(input)).chain(with_default).collect();
        let visible: Vec<usize> = (0..form.outputs.len()).filter(|&at| !form.outputs[at].intermediate).collect();
        let results: Vec<String> = visible.iter().map(|at| format!("_opgen_results[{at}]")).collect();
        PythonFunction {
            python_parameters: required.iter().map(input).chain(rest.iter().cloned()).collect(),
            python_rest: rest,
            has_required: !required.is_empty(),
            python_result: result(&visible.iter().map(|&at| &form.outputs[at]).collect::<Vec<_>>()),
            splits: form.outputs.iter().any(|output| output.list || output.optional),
            visible,
            picked: results.join(", "),
        }
    }
}

fn result(outputs: &[&OutputForm]) -> String {
    let one = |output: &&OutputForm| {
        let ty = if output.list { "list[Tensor]" } else { "Tensor" };
        if output.optional { format!("{ty} | None") } else { ty.to_owned() }
    };
    match outputs {
        [only] => one(only),
        _ => format!("tuple[{}]", outputs.iter().map(one).collect::<Vec<_>>().join(", ")),
    }
}

/// How a language spells some values.
#[derive(Debug, Clone, Copy)]
pub struct Literals {
    open: char,
    close: char,
    /// Whether a list of one item needs a comma.
    tuple: bool,
}

impl Literals {
    /// Python.
    pub const PYTHON: Literals = Literals { open: '(', close: ')', tuple: true };
    /// Schemas of `PyTorch`.
    pub const SCHEMA: Literals = Literals { open: '[', close: ']', tuple: false };
}

/// A default as a literal. `None` if it is an expression of C++.
pub fn literal(default: &DefaultValue, of: Literals) -> Option<String> {
    let list = |items: Vec<String>| {
        let comma = if of.tuple && items.len() == 1 { "," } else { "" };
        format!("{}{}{comma}{}", of.open, items.join(", "), of.close)
    };
    let flag = |flag: &bool| if *flag { "True" } else { "False" }.to_owned();
    let text = |text: &String| format!("{text:?}");
    Some(match default {
        DefaultValue::Bool(value) => flag(value),
        DefaultValue::Int(value) => value.to_string(),
        DefaultValue::Float(value) => format!("{value:?}"),
        DefaultValue::Str(value) => text(value),
        DefaultValue::Bools(values) => list(values.iter().map(flag).collect()),
        DefaultValue::Ints(values) => list(values.iter().map(i64::to_string).collect()),
        DefaultValue::Floats(values) => list(values.iter().map(|value| format!("{value:?}")).collect()),
        DefaultValue::Strs(values) => list(values.iter().map(text).collect()),
        DefaultValue::Expr(_) => return None,
    })
}
