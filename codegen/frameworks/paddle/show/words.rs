//! Says in words what there is to know about an operator.

use super::registrations;
use super::shown::{Added, Attribute, DeclaredKernel, Gradient, Kernel, Shown, Version};
use describe::{Described, Location, Relation};
use forms::pir::ValueType;
use forms::pir::form::OperationForm;
use forms::static_graph::program_form::{ProgramAttr, ProgramForm, ProgramTensor};
use spec::ExtraValue;

/// An operator as data.
pub fn described(op: &Shown) -> Described {
    let mut all = Described {
        name: op.name.clone(),
        base: String::new(),
        kind: op.family.to_owned(),
        place: op.defined.clone(),
        names: op.names().map(str::to_owned).collect(),
        parts: Vec::new(),
        relations: relations(op),
    };
    let mut part = |label: &str, lines: Vec<String>| all.add(label, lines);
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
    part("registered", registrations::text(&op.kernels));
    part("kernel key", op.kernel_key.iter().map(|(part, from)| format!("{part}: {from}")).collect());
    for (label, lines) in op.own.iter().flat_map(|own| &own.lines) {
        part(label, lines.clone());
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
    part("compat entry", op.compat.iter().map(ToString::to_string).collect());
    part("versions", versions(op));
    part("traits", op.traits.clone());
    part("interfaces", op.interfaces.clone());
    part("additions", op.additions.iter().flat_map(added).collect());
    for (key, value) in &op.extra {
        part(key, vec![extra(value)]);
    }
    all
}

/// The operator that it is the gradient of, and its own gradients.
fn relations(op: &Shown) -> Vec<Relation> {
    let relation = |label, name: &String| Relation { label, name: name.clone() };
    let forward = op.forward.iter().map(|forward| relation("gradient of", &forward.name));
    forward.chain(op.gradients.iter().map(|gradient| relation("gradient", &gradient.name))).collect()
}

fn extra(value: &ExtraValue) -> String {
    match value {
        ExtraValue::Flag(flag) => flag.to_string(),
        ExtraValue::Names(names) => names.join(", "),
        ExtraValue::Text(text) => text.clone(),
    }
}

fn located(name: &str, defined: &Location) -> String {
    format!("{name}, {defined}")
}

fn declared(kernel: &Kernel) -> impl Iterator<Item = String> {
    kernel.declared.iter().flat_map(|DeclaredKernel { declaration, defined }| {
        let places = defined.iter().map(|at| format!("  {at}"));
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
    std::iter::once(defined.to_string()).chain(lines.map(|(key, value)| format!("  {key}: {value}"))).collect()
}

fn argument(attr: &Attribute) -> String {
    let Attribute { name, ty, default, support_tensor: _ } = attr;
    let default = default.as_ref().map_or(String::new(), |default| format!(" = {default}"));
    format!("{ty} {name}{default}")
}

fn versions(op: &Shown) -> Vec<String> {
    let lines = |version: &Version| {
        let title = format!("{}, {}", one_line(&version.note), version.defined);
        std::iter::once(title).chain(version.actions.iter().map(|action| format!("  {action}"))).collect::<Vec<_>>()
    };
    op.versions.iter().flat_map(lines).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
