//! The functions that Python code calls.

mod methods;
mod named_arguments;

use std::collections::BTreeSet;

use profile::{ApiForm, Keywords, Profile, Stubs};
use registry::{OpId, Registry};
use serde::Serialize;
use source::keywords;
use spec::python_api::Mode;
use spec::{AttrType, Op, Output, PythonApi};

use crate::cpp_api::Variant;
use crate::lists::{ops_of, variants_in};
use crate::schema;
pub use methods::{Methods, OnlyInPrograms, method_name, only_in_programs};
pub use named_arguments::{NamedArguments, aliases};

/// A function as declared in Python.
#[derive(Debug, Serialize)]
pub struct PythonFunction<'a> {
    /// The name.
    pub name: String,
    /// The parameters.
    pub parameters: Vec<PythonParameter<'a>>,
    /// How arguments are passed.
    pub passing: Passing,
    /// The number of tensors that the caller may pass as `out` for the results.
    pub out: Option<usize>,
    /// Whether it is one of several declarations of a function whose arguments have further names.
    pub overloaded: bool,
    /// The results.
    pub returns: Vec<PythonResult>,
    /// The operator as its YAML defines it, with defaults.
    pub schema: String,
    /// Whether it only adds to programs. Without results, these functions return `None`.
    pub in_programs: bool,
    /// Python types that are hidden in the file because an operator has the same name.
    pub hidden: &'a [&'a str],
}

/// How the arguments of a function are passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Passing {
    /// By position. None may be omitted.
    Position,
    /// By position or by name, but only by name from this parameter on.
    Name {
        /// The position of the parameter. The number of parameters if all may be passed by position.
        only_from: usize,
    },
    /// A function that is written by hand decides that.
    ByHand,
}

/// A parameter of a function.
#[derive(Debug, Clone, Serialize)]
pub struct PythonParameter<'a> {
    /// The name.
    pub name: String,
    /// The type, or that of the elements of a list. `None` for a type that the profile does not know: the template then
    /// fails.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<&'a str>,
    /// Whether it is a list.
    pub list: bool,
    /// Whether it may be `None`.
    pub optional: bool,
    /// Whether it may be omitted.
    pub omissible: bool,
}

/// One tensor or a list of tensors.
#[derive(Debug, Serialize)]
pub struct PythonResult {
    /// Whether it is a list.
    pub list: bool,
    /// Whether it may be `None`.
    pub optional: bool,
}

/// Python's containers, whose names templates contain.
pub const CONTAINERS: [&str; 2] = ["list", "tuple"];

/// All functions as declared in Python.
pub struct Declarations<'a> {
    stubs: Option<&'a Stubs>,
    callables: Vec<Callable<'a>>,
    hidden: Vec<&'a str>,
}

impl<'a> Declarations<'a> {
    /// The functions of all operators.
    pub fn new(registry: &'a Registry, profile: &'a Profile) -> Self {
        Declarations::of_ops(registry, profile, |_| true)
    }

    /// The functions of some operators.
    pub fn of_ops(registry: &'a Registry, profile: &'a Profile, is_wanted: impl Fn(&Op) -> bool) -> Self {
        let Some(stubs) = &profile.stubs else {
            return Declarations { stubs: None, callables: Vec::new(), hidden: Vec::new() };
        };
        // Other functions matter if they may hide a type.
        let types: BTreeSet<&str> = types(stubs).collect();
        let may_hide = |op: &Op| op.variants().any(|inplace| types.contains(&*op.function_name(inplace)));
        let callables: Vec<_> = callables(registry, profile, |op| is_wanted(op) || may_hide(op)).collect();
        let hidden = hidden(&callables, stubs);
        Declarations { stubs: Some(stubs), callables, hidden }
    }

    /// The functions of one operator.
    pub fn of(&self, op: &Op) -> Vec<PythonFunction<'_>> {
        let Some(stubs) = self.stubs else { return Vec::new() };
        let of_op = self.callables.iter().filter(|callable| std::ptr::eq(callable.op, op));
        of_op.flat_map(|callable| callable.functions(stubs, &self.hidden)).collect()
    }
}

/// An operator that Python can call.
pub struct Callable<'a> {
    /// Its place in the registry.
    pub id: OpId,
    /// The operator.
    pub op: &'a Op,
    namespace: Option<&'a str>,
    /// For each function, whether it is the inplace variant.
    variants: Vec<bool>,
    in_programs: bool,
    keywords: Option<&'a Keywords>,
    /// How Python calls the plain function and the inplace one.
    apis: [Option<&'a PythonApi>; 2],
    /// The number of tensors that a caller may pass for the results of the plain function.
    out: Option<usize>,
}

/// The operators, of those that are wanted, that Python can call, in the order of their functions.
pub fn callables<'a>(
    registry: &'a Registry,
    profile: &'a Profile,
    is_wanted: impl Fn(&Op) -> bool,
) -> impl Iterator<Item = Callable<'a>> {
    let keywords = profile.python_c.as_ref().and_then(|section| section.keywords.as_ref());
    let programs = only_in_programs(registry, profile, &is_wanted).into_iter();
    eager_callables(registry, profile, is_wanted).chain(programs.map(
        move |OnlyInPrograms { id, op, namespace, variants }| {
            let apis = [false, true].map(|inplace| registry.python_api(op, &op.function_name(inplace)));
            Callable { id, op, namespace, variants, in_programs: true, keywords, apis, out: None }
        },
    ))
}

/// The operators, of those that are wanted, that Python can call in the dynamic graph, in the order of their functions.
pub fn eager_callables<'a>(
    registry: &'a Registry,
    profile: &'a Profile,
    is_wanted: impl Fn(&Op) -> bool,
) -> impl Iterator<Item = Callable<'a>> {
    let groups = profile.python_c.iter().flat_map(|section| section.groups.values());
    let keywords = profile.python_c.as_ref().and_then(|section| section.keywords.as_ref());
    let ops = groups.flat_map(|group| ops_of(registry, group).map(move |(id, op)| (group, id, op)));
    ops.filter(move |(_, _, op)| is_wanted(op)).map(move |(group, id, op)| {
        let namespace = group.namespace.as_deref();
        let plain = Variant { op, inplace: false, form: ApiForm::Returning };
        let out = profile.cpp_api.as_ref().filter(|_| keywords.is_some()).and_then(|api| plain.predefined_outputs(api));
        let variants = variants_in(op, group).collect();
        let apis = [false, true].map(|inplace| registry.dygraph_python_api(op, &op.function_name(inplace)));
        Callable { id, op, namespace, variants, in_programs: false, keywords, apis, out }
    })
}

/// Python types that are hidden by functions of the same name.
pub fn hidden<'a>(callables: &[Callable], stubs: &'a Stubs) -> Vec<&'a str> {
    let names: BTreeSet<String> = callables.iter().flat_map(Callable::names).collect();
    let types: BTreeSet<&str> = types(stubs).collect();
    types.into_iter().filter(|ty| names.contains(*ty)).collect()
}

/// The Python types that declarations contain.
fn types(stubs: &Stubs) -> impl Iterator<Item = &str> {
    stubs.types.values().map(String::as_str).chain(CONTAINERS)
}

impl Callable<'_> {
    /// The names of its functions.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.variants.iter().map(|inplace| self.name(*inplace))
    }

    fn name(&self, inplace: bool) -> String {
        method_name(self.op, inplace, self.namespace)
    }

    /// The functions as declared in Python.
    pub fn functions<'p>(&self, stubs: &'p Stubs, hidden: &'p [&'p str]) -> Vec<PythonFunction<'p>> {
        let stub = |inplace| {
            let declared = declarations(self.op, self.api(inplace), self.keywords, stubs);
            let overloaded = declared.len() > 1;
            declared.into_iter().map(move |(parameters, passing)| PythonFunction {
                name: self.name(inplace),
                parameters,
                passing,
                out: self.out.filter(|_| !inplace),
                overloaded,
                returns: returns(self.op, inplace),
                schema: schema::of(self.op),
                in_programs: self.in_programs,
                hidden,
            })
        };
        // Python cannot declare a function whose name is a keyword.
        let declared = self.variants.iter().copied().filter(|inplace| !keywords::is_python(&self.name(*inplace)));
        declared.flat_map(stub).collect()
    }

    /// How Python calls a function, if the version has arguments by keyword.
    fn api(&self, inplace: bool) -> Option<&PythonApi> {
        self.keywords?;
        self.apis[usize::from(inplace)]
    }
}

/// The declarations of a function: one, or one for each choice of names if arguments have further names.
fn declarations<'a>(
    op: &Op,
    api: Option<&PythonApi>,
    keywords: Option<&Keywords>,
    stubs: &'a Stubs,
) -> Vec<(Vec<PythonParameter<'a>>, Passing)> {
    let parameters = parameters(op, stubs);
    let (Some(api), Some(keywords)) = (api, keywords) else { return vec![(parameters, Passing::Position)] };
    if api.args_mapper.of(Mode::Dygraph).is_some() {
        return vec![(parameters, Passing::ByHand)];
    }
    let mut declared = vec![(Vec::new(), None)];
    let names = NamedArguments::new(op.signature.arg_names(), api, keywords).names;
    for (position, (names, mut parameter)) in names.iter().zip(parameters).enumerate() {
        parameter.omissible = may_be_omitted(op, position);
        let with = |(before, only_from): &(Vec<PythonParameter<'a>>, Option<usize>), i: usize, name: &String| {
            let own = PythonParameter { name: python_name(name), ..parameter.clone() };
            let only_from = only_from.or((i > 0).then_some(position));
            (before.iter().cloned().chain([own]).collect(), only_from)
        };
        let longer = |before| names.iter().enumerate().map(move |(i, name)| with(before, i, name));
        declared = declared.iter().flat_map(longer).collect();
    }
    let with_passing = |(parameters, only_from): (Vec<_>, Option<usize>)| {
        let only_from = only_from.unwrap_or(parameters.len());
        (parameters, Passing::Name { only_from })
    };
    declared.into_iter().map(with_passing).collect()
}

/// Whether an argument and all after it may be omitted: optional tensors, and attributes with defaults.
fn may_be_omitted(op: &Op, position: usize) -> bool {
    let inputs = op.signature.inputs.iter().map(|input| input.optional);
    inputs.chain(op.signature.attrs.iter().map(|attr| attr.default.is_some())).skip(position).all(|may_be| may_be)
}

fn parameters<'a>(op: &Op, stubs: &'a Stubs) -> Vec<PythonParameter<'a>> {
    let inputs = op.signature.inputs.iter().map(|input| PythonParameter {
        name: python_name(input.name.as_str()),
        ty: Some("Tensor"),
        list: input.ty.is_list(),
        optional: input.optional,
        omissible: false,
    });
    let attrs = op.signature.attrs.iter().map(|attr| PythonParameter {
        name: python_name(attr.name.as_str()),
        ty: stubs.types.get(&AttrType::one(attr.ty.element).to_string()).map(String::as_str),
        list: attr.ty.list,
        optional: false,
        omissible: false,
    });
    inputs.chain(attrs).collect()
}

fn returns(op: &Op, inplace: bool) -> Vec<PythonResult> {
    let returned = op.signature.outputs.iter().filter(|output| !output.intermediate);
    returned.map(|output| return_plan(op, output, inplace)).collect()
}

/// An omitted optional argument is returned as `None`.
fn return_plan(op: &Op, output: &Output, inplace: bool) -> PythonResult {
    let target = inplace.then(|| op.inplace_input(&output.name.value)).flatten();
    let optional = target.and_then(|input| op.signature.input(input)).is_some_and(|input| input.optional);
    PythonResult { list: output.ty.is_list(), optional }
}

/// A keyword cannot be the name of a parameter, so it gets an underscore.
fn python_name(name: &str) -> String {
    if keywords::is_python(name) { format!("{name}_") } else { name.to_owned() }
}
