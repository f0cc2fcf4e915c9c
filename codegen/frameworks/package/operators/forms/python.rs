//! The Python function of an operator of a package.

use profile::{AttributeSpelling, Framework, Package};
use serde::Serialize;
use spec::argument_marks::NONE;
use spec::{Attr, Element};

use super::{ArgumentForm, InputForm, OutputForm, PackageForm, ShapeForm};
use forms::defaults::{self, DefaultValue};

/// A parameter of a Python function.
#[derive(Debug, Clone, Serialize)]
pub struct PythonParameter {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    default: Option<String>,
    /// Whether it is the first of those that are only given by name.
    begins_keywords: bool,
    #[serde(skip)]
    keyword_only: bool,
}

/// What a Python function takes and returns.
#[derive(Debug, Serialize)]
pub struct PythonFunction {
    python_parameters: Vec<PythonParameter>,
    python_result: String,
    /// The positions of the outputs that callers see.
    visible: Vec<usize>,
    /// Whether results must be divided, because there are lists or optional outputs.
    splits: bool,
    /// The results that callers see, of a list `_opgen_results`.
    picked: String,
}

impl PythonFunction {
    /// The function of an operator, as a framework gets it. Parameters have the order of the entry, those with a default come after
    /// the others, and those that are only given by name come last.
    pub fn new(form: &PackageForm, package: &Package, here: Option<Framework>) -> Self {
        let parameter = |argument: &ArgumentForm| match *argument {
            ArgumentForm::Input(at) => input_parameter(&form.inputs[at], form),
            ArgumentForm::Attr(at) => attr_parameter(form.attrs[at], form, package),
        };
        let mut parameters: Vec<PythonParameter> = form.arguments.iter().map(parameter).collect();
        parameters.sort_by_key(|parameter| (parameter.keyword_only, parameter.default.is_some()));
        if let Some(first) = parameters.iter_mut().find(|parameter| parameter.keyword_only) {
            first.begins_keywords = true;
        }
        // JAX overwrites nothing, so what stands for an argument is a result.
        let is_seen = |output: &OutputForm| !output.intermediate && (!output.aside || here == Some(Framework::Jax));
        let visible: Vec<usize> = (0..form.outputs.len()).filter(|&at| is_seen(&form.outputs[at])).collect();
        let results: Vec<String> = visible.iter().map(|at| format!("_opgen_results[{at}]")).collect();
        PythonFunction {
            python_parameters: parameters,
            python_result: result(&visible.iter().map(|&at| &form.outputs[at]).collect::<Vec<_>>(), form, package),
            splits: form.outputs.iter().any(|output| output.list || output.optional),
            visible,
            picked: results.join(", "),
        }
    }
}

/// The function in Python that launches the Triton kernels of an operator. It is called by the names of its parameters, and returns
/// the outputs that overwrite nothing.
pub fn triton_function(form: &PackageForm, package: &Package) -> PythonFunction {
    let parameter = |argument: &ArgumentForm| match *argument {
        ArgumentForm::Input(at) => input_parameter(&form.inputs[at], form),
        ArgumentForm::Attr(at) => attr_parameter(form.attrs[at], form, package),
    };
    // What has the shape of an absent input is absent.
    let is_absent_with = |output: &OutputForm| match &output.shape {
        Some(ShapeForm::Like { input }) => {
            form.inputs.iter().any(|own| own.optional && own.name == *input && !own.list)
        }
        _ => false,
    };
    let returned: Vec<OutputForm> =
        form.returned().map(|output| OutputForm { optional: is_absent_with(output), ..output.clone() }).collect();
    // `PyTorch` passes lists.
    let own = |parameter: PythonParameter| PythonParameter {
        ty: parameter.ty.replace("Sequence", "list"),
        default: None,
        ..parameter
    };
    PythonFunction {
        python_parameters: form.arguments.iter().map(parameter).map(own).collect(),
        python_result: result(&returned.iter().collect::<Vec<_>>(), form, package),
        visible: Vec::new(),
        splits: false,
        picked: String::new(),
    }
}

fn input_parameter(input: &InputForm, form: &PackageForm) -> PythonParameter {
    let ty = match (input.list, input.absent_items) {
        (true, true) => "Sequence[Tensor | None]",
        (true, false) => "Sequence[Tensor]",
        (false, _) => "Tensor",
    };
    PythonParameter {
        name: input.name.clone(),
        ty: if input.optional { format!("{ty} | None") } else { ty.to_owned() },
        default: input.optional.then(|| NONE.to_owned()),
        begins_keywords: false,
        keyword_only: form.marks(&input.name).is_some_and(|marks| marks.keyword_only),
    }
}

fn attr_parameter(attr: &Attr, form: &PackageForm, package: &Package) -> PythonParameter {
    PythonParameter {
        name: attr.name.value.clone(),
        ty: spelling(attr, package).map_or_else(String::new, |spelling| spelling.python.clone()),
        default: default_literal(attr, Literals::PYTHON),
        begins_keywords: false,
        keyword_only: form.marks(attr.name.as_str()).is_some_and(|marks| marks.keyword_only),
    }
}

/// How the type of an attribute is spelled. `None` if packages have no such type.
pub fn spelling<'p>(attr: &Attr, package: &'p Package) -> Option<&'p AttributeSpelling> {
    let optional = if attr.optional { "?" } else { "" };
    package.attributes.get(&format!("{}{optional}", attr.ty))
}

fn result(outputs: &[&OutputForm], form: &PackageForm, package: &Package) -> String {
    let one = |output: &&OutputForm| {
        let ty = if output.list { "list[Tensor]" } else { "Tensor" };
        if output.optional { format!("{ty} | None") } else { ty.to_owned() }
    };
    let mut all: Vec<String> = outputs.iter().map(one).collect();
    for value in form.values {
        let ty = package.attributes.get(&value.ty.to_string()).map_or("", |spelling| &spelling.python);
        all.insert(value.at.min(all.len()), ty.replace("Sequence", "list"));
    }
    match all.as_slice() {
        [] => NONE.to_owned(),
        [only] => only.clone(),
        _ => format!("tuple[{}]", all.join(", ")),
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

/// Whether values of an element can be written as literals.
pub fn has_literals(element: Element) -> bool {
    !matches!(element, Element::Place | Element::DataLayout | Element::DataType | Element::Generator)
}

/// The default of an attribute as a literal. `None` if there is none, or it is an expression of C++.
pub fn default_literal(attr: &Attr, of: Literals) -> Option<String> {
    let is_none = attr.optional && attr.default.as_ref().is_some_and(|default| default.value == NONE);
    match is_none {
        true => Some(NONE.to_owned()),
        false => defaults::default(attr).and_then(|default| literal(&default, of)),
    }
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
