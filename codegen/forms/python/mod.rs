//! The functions that Python code calls.

mod methods;
mod named_arguments;

use std::collections::BTreeSet;

use profile::{Profile, Stubs};
use registry::Registry;
use serde::Serialize;
use spec::{AttrType, Op, Output, keywords};

use crate::lists::ops_of;
use crate::schema;
pub use methods::{Methods, OnlyInPrograms, method_name, only_in_programs};
pub use named_arguments::{NamedArguments, aliases};

/// A function as declared in Python.
#[derive(Debug, Serialize)]
pub struct PythonFunction<'a> {
    /// The name.
    pub name: String,
    /// The parameters, which are positional only: that is how arguments are read.
    pub parameters: Vec<PythonParameter<'a>>,
    /// The results.
    pub returns: Vec<PythonResult>,
    /// The operator as its YAML defines it, with defaults.
    pub schema: String,
    /// Whether it only adds to programs. Without results, these functions return `None`.
    pub in_programs: bool,
    /// Python types that are hidden in the file because an operator has the same name.
    pub hidden: &'a [&'a str],
}

/// A parameter of a function.
#[derive(Debug, Serialize)]
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
        let stubs = profile.stubs.as_ref();
        let callables: Vec<Callable> = stubs.map_or(Vec::new(), |_| callables(registry, profile).collect());
        let hidden = stubs.map_or(Vec::new(), |stubs| hidden(&callables, stubs));
        Declarations { stubs, callables, hidden }
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
    /// The operator.
    pub op: &'a Op,
    namespace: Option<&'a str>,
    /// For each function, whether it is the inplace variant.
    variants: Vec<bool>,
    in_programs: bool,
}

/// All operators that Python can call, in the order of their functions.
pub fn callables<'a>(registry: &'a Registry, profile: &'a Profile) -> impl Iterator<Item = Callable<'a>> {
    let groups = profile.python_c.iter().flat_map(|section| section.groups.values());
    let eager = groups.flat_map(|group| {
        let namespace = group.namespace.as_deref();
        let function =
            move |op: &'a Op| Callable { op, namespace, variants: op.variants().collect(), in_programs: false };
        ops_of(registry, group).map(move |(_, op)| function(op))
    });
    let programs = only_in_programs(registry, profile).into_iter();
    eager.chain(programs.map(|OnlyInPrograms { op, namespace, variants }| Callable {
        op,
        namespace,
        variants,
        in_programs: true,
    }))
}

/// Python types that are hidden by functions of the same name.
pub fn hidden<'a>(callables: &[Callable], stubs: &'a Stubs) -> Vec<&'a str> {
    let names: BTreeSet<String> = callables.iter().flat_map(Callable::names).collect();
    let types: BTreeSet<&str> = stubs.types.values().map(String::as_str).chain(CONTAINERS).collect();
    types.into_iter().filter(|ty| names.contains(*ty)).collect()
}

impl Callable<'_> {
    fn names(&self) -> impl Iterator<Item = String> {
        self.variants.iter().map(|inplace| self.name(*inplace))
    }

    fn name(&self, inplace: bool) -> String {
        method_name(self.op, inplace, self.namespace)
    }

    /// The functions as declared in Python.
    pub fn functions<'p>(&self, stubs: &'p Stubs, hidden: &'p [&'p str]) -> Vec<PythonFunction<'p>> {
        let stub = |inplace| PythonFunction {
            name: self.name(inplace),
            parameters: parameters(self.op, stubs),
            returns: returns(self.op, inplace),
            schema: schema::of(self.op),
            in_programs: self.in_programs,
            hidden,
        };
        // Python cannot declare a function whose name is a keyword.
        let declared = self.variants.iter().copied().filter(|inplace| !keywords::is_python(&self.name(*inplace)));
        declared.map(stub).collect()
    }
}

fn parameters<'a>(op: &Op, stubs: &'a Stubs) -> Vec<PythonParameter<'a>> {
    let inputs = op.signature.inputs.iter().map(|input| PythonParameter {
        name: python_name(input.name.as_str()),
        ty: Some("Tensor"),
        list: input.ty.is_list(),
        optional: input.optional,
    });
    let attrs = op.signature.attrs.iter().map(|attr| PythonParameter {
        name: python_name(attr.name.as_str()),
        ty: stubs.types.get(&AttrType::one(attr.ty.element).to_string()).map(String::as_str),
        list: attr.ty.list,
        optional: false,
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
