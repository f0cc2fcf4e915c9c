//! Names that are keywords of C++ or Python.

use super::{has_cpp_function, sound_ops};
use crate::rules;
use registry::Registry;
use source::keywords;
use source::{Diagnostic, Diagnostics, Rule, Spanned};
use spec::Op;

pub(crate) fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    for op in sound_ops(registry) {
        let names = std::iter::once(("an operator", &op.name)).chain(parts(op));
        for (what, name) in names.filter(|(_, name)| keywords::is_cpp(&name.value)) {
            let message = format!("`{}` is a C++ keyword, so {what} cannot have this name", name.value);
            let help = format!("choose another name, such as `{}_value`", name.value);
            let help = if what == "an operator" { "choose another name".to_owned() } else { help };
            diagnostics.push(Diagnostic::new(rules::CPP_KEYWORD, name.span, message).help(help));
        }
    }
}

/// Reports keywords of Python in operators that are functions there.
pub(crate) fn check_python_functions(registry: &Registry, diagnostics: &mut Diagnostics) {
    for op in sound_ops(registry).filter(|op| is_in_python(registry, op)) {
        check_python(op, rules::PYTHON_KEYWORD, diagnostics);
    }
}

/// The arguments and outputs, each with the words for its kind.
fn parts(op: &Op) -> impl Iterator<Item = (&'static str, &Spanned<String>)> {
    let inputs = op.signature.inputs.iter().map(|input| ("an input", &input.name));
    let attrs = op.signature.attrs.iter().map(|attr| ("an attribute", &attr.name));
    let outputs = op.signature.outputs.iter().map(|output| ("an output", &output.name));
    inputs.chain(attrs).chain(outputs)
}

/// True if Python has a function with exactly the operator's name.
fn is_in_python(registry: &Registry, op: &Op) -> bool {
    let groups = registry.profile().python_c.iter().flat_map(|python_c| python_c.groups.values());
    let mut of_home = groups.filter(|group| group.homes.iter().any(|home| home == op.home.key()));
    has_cpp_function(op) && of_home.any(|group| group.namespace.is_none())
}

/// Reports Python keywords in an operator that is a function there. Python never sees the names of outputs. A keyword of both languages has already been
/// reported.
pub fn check_python(op: &Op, rule: Rule, diagnostics: &mut Diagnostics) {
    let is_keyword = |name: &str| keywords::is_python(name) && !keywords::is_cpp(name);
    let name = &op.name;
    if is_keyword(&name.value) {
        let message =
            format!("`{}` is a Python keyword, so Python code cannot call an operator by this name", name.value);
        diagnostics.push(Diagnostic::new(rule, name.span, message).help("choose another name"));
    }
    for (what, name) in parts(op).filter(|(what, name)| *what != "an output" && is_keyword(&name.value)) {
        let message = format!("`{}` is a Python keyword, so Python code cannot pass {what} by this name", name.value);
        diagnostics.push(Diagnostic::new(rule, name.span, message).help("choose another name"));
    }
}
