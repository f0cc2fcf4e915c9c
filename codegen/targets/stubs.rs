//! Target `stubs`: types and documentation of the Python-C functions, for editors and type checkers.

use std::collections::BTreeSet;

use serde::Serialize;

use super::cpp::joined;
use super::{BANNER, FilePlan, Item, items, python_c, schema};
use profile::Profile;
use registry::Registry;
use spec::{AttrType, Element, Op, Output, Signature};

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
}

/// Python's own types that stubs name.
const BUILTINS: &[&str] = &["bool", "float", "int", "list", "str", "tuple"];

/// How types are written. An operator may be called like one of Python's, and then stands before it in the file.
struct Types {
    shadowed: Vec<&'static str>,
}

impl Types {
    fn beside(functions: &[Function]) -> Self {
        let names: BTreeSet<String> = functions.iter().flat_map(Function::names).collect();
        Types { shadowed: BUILTINS.iter().copied().filter(|name| names.contains(*name)).collect() }
    }

    fn builtin(&self, name: &str) -> String {
        if self.shadowed.contains(&name) { format!("builtins.{name}") } else { name.to_owned() }
    }
}

/// A function as Python sees it.
#[derive(Debug, Serialize)]
struct StubPlan {
    name: String,
    /// Positional only: that is how arguments are read.
    parameters: String,
    returns: String,
    /// The operator as its YAML has it, defaults included.
    schema: String,
}

/// Plans the stub file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(stubs) = &profile.stubs else { return Vec::new() };
    let functions: Vec<Function> = functions(registry, profile).collect();
    let types = Types::beside(&functions);
    let file = FilePlan::new(&stubs.file, "stubs/file.pyi.j2", FileContext { banner: BANNER });
    let item = |function: &Function| Item::new(&function.op.name.value, function.stubs(&types));
    vec![file.with_items("stubs/function.pyi.j2", items(&functions, item))]
}

/// The functions of one operator as Python sees them: `def abs(x: Tensor, /) -> Tensor`.
pub fn declarations(registry: &Registry, profile: &Profile, op: &Op) -> Vec<String> {
    let functions: Vec<Function> = functions(registry, profile).collect();
    let types = Types::beside(&functions);
    let shown = |stub: StubPlan| format!("def {}({}) -> {}", stub.name, stub.parameters, stub.returns);
    let own = functions.iter().filter(|function| std::ptr::eq(function.op, op));
    own.flat_map(|function| function.stubs(&types)).map(shown).collect()
}

/// An operator that Python can call, plain or inplace.
struct Function<'a> {
    op: &'a Op,
    namespace: Option<&'a str>,
}

fn functions<'a>(registry: &'a Registry, profile: &'a Profile) -> impl Iterator<Item = Function<'a>> {
    profile.python_c.iter().flat_map(|section| section.groups.values()).flat_map(|group| {
        let namespace = group.namespace.as_deref();
        python_c::ops_of(registry, group).map(move |(_, op)| Function { op, namespace })
    })
}

impl Function<'_> {
    fn names(&self) -> impl Iterator<Item = String> {
        self.op.variants().map(|inplace| self.name(inplace))
    }

    fn name(&self, inplace: bool) -> String {
        python_c::method_name(self.op, inplace, self.namespace)
    }

    fn stubs(&self, types: &Types) -> Vec<StubPlan> {
        let stub = |inplace| StubPlan {
            name: self.name(inplace),
            parameters: parameters(&self.op.signature, types),
            returns: returns(self.op, inplace, types),
            schema: schema(self.op),
        };
        self.op.variants().map(stub).collect()
    }
}

fn parameters(signature: &Signature, types: &Types) -> String {
    let inputs = signature.inputs.iter().map(|input| {
        let ty = if input.ty.is_list() { "Sequence[Tensor]" } else { "Tensor" };
        let none = if input.optional { " | None" } else { "" };
        format!("{}: {ty}{none}", python_name(&input.name.value))
    });
    let attrs =
        signature.attrs.iter().map(|attr| format!("{}: {}", python_name(&attr.name.value), attr_type(attr.ty, types)));
    let list = joined(inputs.chain(attrs));
    if list.is_empty() { list } else { format!("{list}, /") }
}

/// What Python may pass for an attribute.
fn attr_type(ty: AttrType, types: &Types) -> String {
    let element = match ty.element {
        Element::Bool => "bool",
        Element::Int | Element::Int32 | Element::Int64 | Element::Long | Element::Size => "int",
        Element::Float | Element::Double => "float",
        Element::Str | Element::DataLayout => "str",
        Element::Scalar(_) => "_Scalar",
        Element::IntArray => "_IntArray",
        Element::Place => "_Place",
        Element::DataType => "_DataType",
    };
    let element = types.builtin(element);
    if ty.list { format!("Sequence[{element}]") } else { element }
}

fn returns(op: &Op, inplace: bool, types: &Types) -> String {
    let shown = op.signature.outputs.iter().filter(|output| !output.intermediate);
    let parts: Vec<_> = shown.map(|output| return_type(op, output, inplace, types)).collect();
    match parts.as_slice() {
        [one] => one.clone(),
        [] => format!("{}[()]", types.builtin("tuple")),
        several => format!("{}[{}]", types.builtin("tuple"), joined(several)),
    }
}

/// An optional argument that was not given comes back as `None`.
fn return_type(op: &Op, output: &Output, inplace: bool, types: &Types) -> String {
    let target = inplace.then(|| op.inplace_input(&output.name.value)).flatten();
    let optional = target.and_then(|input| op.signature.input(input)).is_some_and(|input| input.optional);
    let ty = if output.ty.is_list() { format!("{}[Tensor]", types.builtin("list")) } else { "Tensor".to_owned() };
    if optional { format!("{ty} | None") } else { ty }
}

/// The text stands in a Python string.
fn schema(op: &Op) -> String {
    schema::of(op).replace('\\', "\\\\").replace('"', "'")
}

/// Python's keywords, which no parameter may be called.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except",
    "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise",
    "return", "try", "while", "with", "yield", "False", "None", "True",
];

fn python_name(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() }
}
