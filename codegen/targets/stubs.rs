//! Target `stubs`: types and documentation of the Python-C functions, for editors and type checkers.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::cpp::joined;
use super::{BANNER, FilePlan, Item, python_c, schema};
use crate::profile::Profile;
use crate::registry::Registry;
use crate::spec::{AttrType, Element, Op, Output, Signature};

/// What the profile says of this target.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub file: String,
}

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
}

/// Python's own types. An operator may be called like one, and then stands before it in the file.
struct Types {
    shadowed: BTreeSet<String>,
}

impl Types {
    fn builtin(&self, name: &str) -> String {
        if self.shadowed.contains(name) { format!("builtins.{name}") } else { name.to_owned() }
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
    let stubs = stubs(registry, profile, |_| true);
    let items = stubs.iter().map(|(op, stub)| Item::new(&op.name.value, stub)).collect();
    let file = FilePlan::new(&profile.stubs.file, "stubs/file.pyi.j2", FileContext { banner: BANNER });
    vec![file.with_items("stubs/function.pyi.j2", items)]
}

/// The functions of one operator as Python sees them: `def abs(x: Tensor, /) -> Tensor`.
pub fn declarations(registry: &Registry, profile: &Profile, op: &Op) -> Vec<String> {
    let shown = |(_, stub): (&Op, StubPlan)| format!("def {}({}) -> {}", stub.name, stub.parameters, stub.returns);
    stubs(registry, profile, |other| std::ptr::eq(other, op)).into_iter().map(shown).collect()
}

/// The functions of the operators that are wanted.
fn stubs<'a>(registry: &'a Registry, profile: &'a Profile, wanted: impl Fn(&Op) -> bool) -> Vec<(&'a Op, StubPlan)> {
    let groups = profile.python_c.groups.iter();
    let ops =
        groups.flat_map(|group| python_c::ops_of(registry, group).map(move |op| (op, group.namespace.as_deref())));
    let functions: Vec<_> =
        ops.flat_map(|(op, space)| op.variants().map(move |inplace| (op, inplace, space))).collect();
    let name = |&(op, inplace, space): &(&Op, bool, Option<&str>)| python_c::method_name(op, inplace, space);
    let types = Types { shadowed: functions.iter().map(name).collect() };
    let stub = |function: &(&Op, bool, Option<&str>)| StubPlan {
        name: name(function),
        parameters: parameters(&function.0.signature, &types),
        returns: returns(function.0, function.1, &types),
        schema: schema(function.0),
    };
    functions.iter().filter(|(op, ..)| wanted(op)).map(|function| (function.0, stub(function))).collect()
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
