//! Prints operators as text: a block for each, whose parts have labels.

use super::registrations;
use super::shown::{Added, Attribute, DeclaredKernel, Gradient, Kernel, Location, PackageShown, Shown, Version};
use forms::pir::ValueType;
use forms::pir::form::OperationForm;
use forms::static_graph::program_form::{ProgramAttr, ProgramForm, ProgramTensor};
use spec::ExtraValue;

/// The width of labels.
const LABEL: usize = 15;
/// The additional indentation of the rest of a wrapped line.
const INDENT: usize = 4;
/// The room that a part has in the narrowest terminal.
const NARROWEST: usize = 40;

/// The blocks of several operators, with empty lines between them. Lines are wrapped if a width is given.
pub fn text(shown: &[Shown], width: Option<usize>) -> String {
    shown.iter().map(|op| block(op, width)).collect::<Vec<_>>().join("\n")
}

fn block(op: &Shown, width: Option<usize>) -> String {
    let mut text = format!("{} ({}), {}\n", op.name, op.family, place(&op.defined));
    let room = width.map(|width| width.saturating_sub(LABEL + 3).max(NARROWEST));
    let wrapped = |line: &String| room.map_or(vec![line.clone()], |room| wrapped(line, room));
    let mut part = |label: &str, lines: Vec<String>| {
        for (i, line) in lines.iter().flat_map(wrapped).enumerate() {
            let label = if i == 0 { label } else { "" };
            text += format!("  {label:<LABEL$} {line}").trim_end();
            text.push('\n');
        }
    };
    part("schema", vec![op.schema.clone()]);
    part("C++", op.cpp_api.clone());
    part("dynamic graph", op.dygraph.clone());
    part("Python", op.python.clone());
    part("", op.python_names.clone());
    part("keywords", op.keywords.iter().map(|(argument, names)| format!("{argument}: {}", names.join(", "))).collect());
    part("invoke", op.invoke.iter().cloned().collect());
    part("composite", op.composite.iter().cloned().collect());
    let dispatch =
        |dispatch: &Option<String>| dispatch.as_ref().map_or(String::new(), |kinds| format!("  {{{kinds}}}"));
    part("kernels", op.kernels.iter().map(|kernel| kernel.signature.clone() + &dispatch(&kernel.dispatch)).collect());
    part("in C++", op.kernels.iter().flat_map(declared).collect());
    part("registered", registrations::text(&op.kernels, place));
    part("kernel key", op.kernel_key.iter().map(|(part, from)| format!("{part}: {from}")).collect());
    for (label, lines) in op.package.iter().flat_map(of_package) {
        part(label, lines);
    }
    part("infer meta", op.infer_meta.iter().cloned().collect());
    part("spmd rule", op.spmd_rule.iter().cloned().collect());
    part("local shape", op.local_shape.iter().cloned().collect());
    part("global shape", op.global_shape.iter().cloned().collect());
    part("may be tensors", attributes_as_tensors(op));
    part("inplace", op.inplace.clone());
    part("view", op.view.clone());
    part("gradient of", op.forward.iter().map(|forward| located(&forward.name, &forward.defined)).collect());
    part("called by", op.node.iter().cloned().collect());
    part("gradients", op.gradients.iter().map(gradient).collect());
    part("in programs", op.program.as_ref().map_or(Vec::new(), program));
    part("in PIR", operations(&op.operations));
    part("compat entry", op.compat.iter().map(place).collect());
    part("versions", versions(op));
    part("traits", op.traits.clone());
    part("interfaces", op.interfaces.clone());
    part("additions", op.additions.iter().flat_map(added).collect());
    for (key, value) in &op.extra {
        part(key, vec![extra(value)]);
    }
    text
}

/// What only operators of packages have.
fn of_package(of: &PackageShown) -> [(&'static str, Vec<String>); 7] {
    let pairs = |pairs: &[(String, String)]| pairs.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let listed = |names: &[String]| if names.is_empty() { Vec::new() } else { vec![names.join(", ")] };
    let mut registered: Vec<String> = of.registered.iter().cloned().collect();
    registered.extend(of.registered_names.iter().map(|(name, there)| format!("  {name}: {there}")));
    [
        ("documentation", of.doc.iter().cloned().collect()),
        ("source", of.source.iter().cloned().collect()),
        ("compiled for", listed(&of.data_types)),
        ("devices", listed(&of.devices)),
        ("shapes", pairs(&of.shapes)),
        ("data types", pairs(&of.types)),
        ("in Paddle", registered),
    ]
}

/// Breaks a line between words. All lines but the first are indented.
fn wrapped(line: &str, room: usize) -> Vec<String> {
    // The columns of a table stay where they are.
    if line.chars().count() <= room {
        return vec![line.to_owned()];
    }
    let indent = line.len() - line.trim_start().len();
    let mut lines = vec![" ".repeat(indent)];
    for word in line.split_whitespace() {
        let last = lines.last_mut().expect("there is always one");
        let is_first = last.trim_start().is_empty();
        if !is_first && last.chars().count() + 1 + word.chars().count() > room {
            lines.push(" ".repeat(indent + INDENT) + word);
            continue;
        }
        if !is_first {
            last.push(' ');
        }
        last.push_str(word);
    }
    lines
}

fn extra(value: &ExtraValue) -> String {
    match value {
        ExtraValue::Flag(flag) => flag.to_string(),
        ExtraValue::Names(names) => names.join(", "),
        ExtraValue::Text(text) => text.clone(),
    }
}

fn place(place: &Location) -> String {
    format!("{}:{}:{}", place.file, place.line, place.column)
}

fn located(name: &str, defined: &Location) -> String {
    format!("{name}, {}", place(defined))
}

fn declared(kernel: &Kernel) -> impl Iterator<Item = String> {
    kernel.declared.iter().flat_map(|DeclaredKernel { declaration, defined }| {
        let places = defined.iter().map(|at| format!("  {}", place(at)));
        std::iter::once(declaration.clone()).chain(places)
    })
}

fn gradient(gradient: &Gradient) -> String {
    let Gradient { name, defined, node } = gradient;
    let node = node.as_ref().map_or(String::new(), |node| format!(", called by {node}"));
    format!("{}{node}", located(name, defined))
}

fn program(form: &ProgramForm) -> Vec<String> {
    let renamed = |name: &str, of: &str| if name == of { String::new() } else { format!(" ({of})") };
    let tensor = |side: &str, tensor: &ProgramTensor| {
        let ProgramTensor { name, of, list, dispensable, always_set: _ } = tensor;
        let list = if *list { ", a list" } else { "" };
        let dispensable = if *dispensable { ", may be absent" } else { "" };
        format!("  {side} {name}{}{list}{dispensable}", renamed(name, of))
    };
    let attr = |attr: &ProgramAttr| {
        let ProgramAttr { name, of, ty, default, stored_default: _, variable } = attr;
        let default = default.as_ref().map_or(String::new(), |default| format!(" = {default}"));
        let variable = if *variable { ", may be a variable" } else { "" };
        format!("  attribute {name}{}: {ty}{default}{variable}", renamed(name, of))
    };
    let ProgramForm { op, inputs, outputs, attrs } = form;
    let lines = inputs.iter().map(|input| tensor("input", input));
    let lines = lines.chain(outputs.iter().map(|output| tensor("output", output))).chain(attrs.iter().map(attr));
    std::iter::once(op.clone()).chain(lines).collect()
}

/// Operations with equal parts are listed together: their names, then the parts once.
fn operations(forms: &[OperationForm]) -> Vec<String> {
    let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for form in forms {
        let (name, parts) = (format!("{}, {}", form.operation, form.class), operation(form));
        match groups.iter_mut().find(|(_, known)| *known == parts) {
            Some((names, _)) => names.push(name),
            None => groups.push((vec![name], parts)),
        }
    }
    groups.into_iter().flat_map(|(names, parts)| names.into_iter().chain(parts)).collect()
}

fn operation(form: &OperationForm) -> Vec<String> {
    let absent = |optional: bool| if optional { ", may be absent" } else { "" };
    let operands = form.operands.iter().map(|operand| {
        let mutable = if operand.mutable { ", an attribute given as a tensor" } else { "" };
        format!("  operand {}{}{mutable}{}", operand.name, value_type(operand.ty), absent(operand.optional))
    });
    let attributes = form.attributes.iter().map(|attr| format!("  attribute {}: {}", attr.name, attr.ty));
    let results =
        form.results.iter().map(|out| format!("  result {}{}{}", out.name, value_type(out.ty), absent(out.optional)));
    let listed = |what: &str, names: &[String]| (!names.is_empty()).then(|| format!("  {what} {}", names.join(", ")));
    let inherited = listed("interfaces", &form.interfaces).into_iter().chain(listed("traits", &form.traits));
    let vjp = form.vjp.iter().map(|vjp| format!("  vjp {vjp}"));
    operands.chain(attributes).chain(results).chain(inherited).chain(vjp).collect()
}

/// The kind of a value, unless it is a dense tensor.
fn value_type(ty: ValueType) -> &'static str {
    match ty {
        ValueType::Dense => "",
        ValueType::List => ", a list",
        ValueType::SelectedRows => ", selected rows",
        ValueType::SparseCoo => ", COO",
        ValueType::SparseCsr => ", CSR",
    }
}

/// The attributes that may be passed as tensors, on one line.
fn attributes_as_tensors(op: &Shown) -> Vec<String> {
    let names: Vec<_> = op.attrs.iter().filter(|attr| attr.support_tensor).map(|attr| attr.name.as_str()).collect();
    if names.is_empty() { Vec::new() } else { vec![names.join(", ")] }
}

/// The position of an addition, then its keys with values.
fn added(added: &Added) -> Vec<String> {
    let Added { defined, extra_args, data_format_tensors, dynamic_fallback, traits } = added;
    let args: Vec<_> = extra_args.iter().map(argument).collect();
    let fallback = if *dynamic_fallback { "true" } else { "" };
    let keys = [
        ("extra_args", args.join(", ")),
        ("data_format_tensors", data_format_tensors.join(", ")),
        ("dynamic_fallback", fallback.to_owned()),
        ("traits", traits.join(", ")),
    ];
    let lines = keys.into_iter().filter(|(_, value)| !value.is_empty());
    std::iter::once(place(defined)).chain(lines.map(|(key, value)| format!("  {key}: {value}"))).collect()
}

fn argument(attr: &Attribute) -> String {
    let Attribute { name, ty, default, support_tensor: _ } = attr;
    let default = default.as_ref().map_or(String::new(), |default| format!(" = {default}"));
    format!("{ty} {name}{default}")
}

fn versions(op: &Shown) -> Vec<String> {
    let lines = |version: &Version| {
        let title = format!("{}, {}", one_line(&version.note), place(&version.defined));
        std::iter::once(title).chain(version.actions.iter().map(|action| format!("  {action}"))).collect::<Vec<_>>()
    };
    op.versions.iter().flat_map(lines).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_wrapped_between_words() {
        let line = "  def amax(x: Tensor, axis: list[int]) -> Tensor";
        assert_eq!(wrapped(line, 24), ["  def amax(x: Tensor,", "      axis: list[int])", "      -> Tensor"]);
        assert_eq!(wrapped(line, 80), [line]);
        assert_eq!(wrapped("word-that-is-too-long", 4), ["word-that-is-too-long"]);
    }
}
