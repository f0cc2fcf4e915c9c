//! The Python function of an operator of a package, and its schema for `PyTorch`.

use forms::package::{InputForm, OutputForm, PackageForm};
use profile::Package;
use serde::Serialize;
use source::Spanned;
use spec::{Attr, Element};

use crate::rust::value::{self, DefaultPlan};

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
pub struct FunctionPlan {
    python_parameters: Vec<PythonParameter>,
    /// The parameters after the inputs that must be given.
    python_rest: Vec<PythonParameter>,
    has_required: bool,
    python_result: String,
    /// The positions of the outputs that callers see.
    visible: Vec<usize>,
    /// Whether results must be divided, because there are lists or optional outputs.
    splits: bool,
    /// The results that callers see, of a list `results`.
    picked: String,
}

impl FunctionPlan {
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
                default: value::default(attr).and_then(|default| literal(&default, Literals::PYTHON)),
            }
        };
        // A parameter without a default cannot follow one with a default.
        let (bare, with_default): (Vec<_>, Vec<_>) =
            form.attrs.iter().map(attr).partition(|attr| attr.default.is_none());
        let rest: Vec<_> = bare.into_iter().chain(optional.iter().map(input)).chain(with_default).collect();
        let visible: Vec<usize> = (0..form.outputs.len()).filter(|&at| !form.outputs[at].intermediate).collect();
        let results: Vec<String> = visible.iter().map(|at| format!("results[{at}]")).collect();
        FunctionPlan {
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
#[derive(Clone, Copy)]
struct Literals {
    open: char,
    close: char,
    /// Whether a list of one item needs a comma.
    tuple: bool,
}

impl Literals {
    const PYTHON: Literals = Literals { open: '(', close: ')', tuple: true };
    const SCHEMA: Literals = Literals { open: '[', close: ']', tuple: false };
}

/// A default as a literal. `None` if it is an expression of C++.
fn literal(default: &DefaultPlan, of: Literals) -> Option<String> {
    let list = |items: Vec<String>| {
        let comma = if of.tuple && items.len() == 1 { "," } else { "" };
        format!("{}{}{comma}{}", of.open, items.join(", "), of.close)
    };
    let flag = |flag: &bool| if *flag { "True" } else { "False" }.to_owned();
    let text = |text: &String| format!("{text:?}");
    Some(match default {
        DefaultPlan::Bool(value) => flag(value),
        DefaultPlan::Int(value) => value.to_string(),
        DefaultPlan::Float(value) => format!("{value:?}"),
        DefaultPlan::Str(value) => text(value),
        DefaultPlan::Bools(values) => list(values.iter().map(flag).collect()),
        DefaultPlan::Ints(values) => list(values.iter().map(i64::to_string).collect()),
        DefaultPlan::Floats(values) => list(values.iter().map(|value| format!("{value:?}")).collect()),
        DefaultPlan::Strs(values) => list(values.iter().map(text).collect()),
        DefaultPlan::Expr(_) => return None,
    })
}

/// The documentation of a function, without quotes.
pub fn docstring(form: &PackageForm, _package: &Package) -> String {
    let doc = form.op.package.as_ref().and_then(|own| own.doc.as_ref());
    let text = doc.map_or_else(|| format!("The operator {}.", form.op.name.value), |doc| doc.value.clone());
    text.replace('\\', "\\\\").replace('"', "'")
}

/// The schema of an operator for `PyTorch`.
pub fn torch_schema(form: &PackageForm, package: &Package) -> String {
    // Tensors that are written get a letter, which their outputs repeat.
    let letter = |name: &str| {
        let mut written = form.inputs.iter().filter(|input| input.written);
        written.position(|input| input.name == name).map(|at| format!("({}!)", char::from(b'a' + (at % 26) as u8)))
    };
    let tensor = |list: bool, optional: bool, letter: Option<String>| {
        let letter = letter.unwrap_or_default();
        format!("Tensor{letter}{}{}", if list { "[]" } else { "" }, if optional { "?" } else { "" })
    };
    let inputs = form
        .inputs
        .iter()
        .map(|input| format!("{} {}", tensor(input.list, input.optional, letter(&input.name)), input.name));
    let attrs = form.attrs.iter().map(|attr| {
        let spelling = package.attributes.get(&attr.ty.to_string());
        let default = value::default(attr).and_then(|default| literal(&default, Literals::SCHEMA));
        let default = default.map_or_else(String::new, |default| format!("={default}"));
        format!("{} {}{default}", spelling.map_or("", |spelling| &spelling.schema), attr.name.value)
    });
    let outputs: Vec<String> = form
        .outputs
        .iter()
        .map(|output| tensor(output.list, false, output.overwrites.as_deref().and_then(letter)))
        .collect();
    let outputs = if let [only] = outputs.as_slice() { only.clone() } else { format!("({})", outputs.join(", ")) };
    format!("{}({}) -> {outputs}", form.op.name.value, inputs.chain(attrs).collect::<Vec<_>>().join(", "))
}

/// The shape of an input in tests: the one that the entry states, or a small square.
pub fn example_shape(form: &PackageForm, input: &str) -> Vec<u32> {
    let stated = stated(form, input).and_then(|text| {
        let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
        let sizes = inner.split(',').map(str::trim).filter(|size| !size.is_empty());
        sizes.map(|size| size.parse().ok()).collect::<Option<Vec<u32>>>()
    });
    stated.unwrap_or_else(|| vec![3, 3])
}

/// The value of an attribute in tests: the one that the entry states, the default, or something small.
pub fn example_value(form: &PackageForm, attr: &Attr) -> String {
    let with_default =
        |text: &str| Attr { default: Some(Spanned::new(text.to_owned(), attr.name.span)), ..attr.clone() };
    let read = |attr: &Attr| value::default(attr).and_then(|default| literal(&default, Literals::PYTHON));
    let stated = stated(form, attr.name.as_str()).and_then(|text| {
        let braced = text.replace('[', "{").replace(']', "}");
        read(&with_default(&braced)).or_else(|| read(&with_default(&format!("{text:?}"))))
    });
    let small = || match (attr.ty.element, attr.ty.list) {
        (Element::Bool, _) => "False",
        (Element::Float | Element::Double, false) => "1.0",
        (Element::Str, false) => "\"\"",
        (_, false) => "1",
        (Element::Float | Element::Double, true) => "(1.0,)",
        (Element::Str, true) => "(\"\",)",
        (_, true) => "(1,)",
    };
    stated.or_else(|| read(attr)).unwrap_or_else(|| small().to_owned())
}

fn stated<'a>(form: &PackageForm<'a>, argument: &str) -> Option<&'a str> {
    let stated = &form.op.package.as_ref()?.example;
    stated.iter().find(|stated| stated.name.value == argument).map(|stated| stated.text.as_str())
}
