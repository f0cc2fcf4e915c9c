//! The YAML of registrations that are written by hand.

use std::collections::BTreeMap;
use std::path::Path;

use cpp::custom_ops::{CustomOp, CustomTensor};

/// A registration, and the source that has it.
pub struct Imported<'a> {
    /// The registration.
    pub op: &'a CustomOp,
    /// The path of the file.
    pub path: &'a Path,
    /// The text of the file.
    pub text: &'a str,
    /// The starts of its lines.
    pub lines: &'a [usize],
    /// The path in the package.
    pub source: String,
}

impl Imported<'_> {
    /// A warning about a position in the file.
    fn warning(&self, at: usize, message: &str) -> String {
        warning_at(self.path, self.text, self.lines, at, message)
    }
}

/// A warning about a position in a file. `lines`: the starts of its lines.
pub fn warning_at(path: &Path, text: &str, lines: &[usize], at: usize, message: &str) -> String {
    let line = lines.partition_point(|start| *start <= at);
    let start = line.checked_sub(1).map_or(0, |line| lines[line]);
    let column = text.get(start..at).map_or(0, |before| before.chars().count()) + 1;
    format!("{}:{line}:{column}: warning: {message}", path.display())
}

/// The bytes at which the lines of a text start.
pub fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1)).collect()
}

/// The texts of the YAML files.
pub struct ImportedYaml {
    /// The file of operators.
    pub ops: String,
    /// The file of gradients.
    pub backward: String,
    /// What the YAML cannot say.
    pub warnings: Vec<String>,
}

/// The endings of the names of gradients, by their order.
const ENDINGS: [&str; 3] = ["", "_grad", "_double_grad"];

/// The types of attributes in C++ and in YAML.
const TYPES: &[(&str, &str)] = &[
    ("bool", "bool"),
    ("int", "int"),
    ("int32_t", "int"),
    ("int64_t", "int64_t"),
    ("float", "float"),
    ("double", "double"),
    ("std::string", "str"),
    ("std::vector<int>", "int[]"),
    ("std::vector<int64_t>", "int64_t[]"),
    ("std::vector<float>", "float[]"),
    ("std::vector<std::string>", "str[]"),
];

/// The YAML of registrations.
pub fn yaml(all: &[Imported]) -> ImportedYaml {
    let mut made = ImportedYaml { ops: String::new(), backward: String::new(), warnings: Vec::new() };
    let by_name: BTreeMap<(&str, usize), &CustomOp> =
        all.iter().map(|one| ((one.op.name.as_str(), one.op.order), one.op)).collect();
    for one in all {
        let op = one.op;
        let lower = op.order.checked_sub(1).map(|order| by_name.get(&(op.name.as_str(), order)));
        if let Some(None) = lower {
            let message = "is the gradient of an operator that these files do not register; left out";
            made.warnings.push(one.warning(op.range.start, &format!("`{}` {message}", name_of(op))));
            continue;
        }
        if std::ptr::eq(by_name[&(op.name.as_str(), op.order)], op) {
            let entry = entry(
                one,
                lower.flatten().copied(),
                by_name.contains_key(&(op.name.as_str(), op.order + 1)),
                &mut made.warnings,
            );
            let file = if op.order == 0 { &mut made.ops } else { &mut made.backward };
            if !file.is_empty() {
                file.push('\n');
            }
            file.push_str(&entry);
        } else {
            let message = format!("`{}` is registered twice; this registration is left out", name_of(op));
            made.warnings.push(one.warning(op.range.start, &message));
        }
    }
    made
}

fn name_of(op: &CustomOp) -> String {
    format!("{}{}", op.name, ENDINGS.get(op.order).copied().unwrap_or_default())
}

fn entry(one: &Imported, forward: Option<&CustomOp>, has_gradient: bool, warnings: &mut Vec<String>) -> String {
    let Imported { op, source, .. } = one;
    let name = name_of(op);
    let mut lines = vec![format!("- {} : {name}", if op.order == 0 { "op" } else { "backward_op" })];
    if let Some(forward) = forward {
        lines.push(format!("forward : {} {} -> {}", name_of(forward), arguments(forward), outputs(forward)));
    }
    lines.push(format!("args : {}", arguments(op)));
    lines.push(format!("output : {}", outputs(op)));
    if let Some(shape) = &op.infer_shape {
        lines.push(format!("shape : {shape}"));
    }
    if let Some(dtype) = &op.infer_dtype {
        lines.push(format!("data_type : {dtype}"));
    }
    lines.push("kernel :".to_owned());
    lines.push(format!("  func : {}", op.kernel.as_deref().unwrap_or("missing")));
    lines.push(format!("  source : {source}"));
    if op.kernel.is_none() {
        warnings.push(one.warning(op.range.start, &format!("`{name}` has no kernel")));
    }
    if !op.inplace.is_empty() {
        let pairs = op.inplace.iter().map(|(input, output)| format!("({} -> {})", yaml_name(input), yaml_name(output)));
        lines.push(format!("inplace : {}", pairs.collect::<Vec<_>>().join(", ")));
    }
    let mut optional: Vec<String> =
        op.inputs.iter().chain(&op.outputs).filter(|tensor| tensor.optional).map(yaml_name).collect();
    optional.dedup();
    if !optional.is_empty() {
        lines.push(format!("optional : {}", optional.join(", ")));
    }
    let registered = registered_names(op, forward);
    if !registered.is_empty() {
        lines.push(format!("registered_name : {{{}}}", registered.join(", ")));
    }
    if has_gradient && let Some(ending) = ENDINGS.get(op.order + 1) {
        lines.push(format!("backward : {}{ending}", op.name));
    }
    for other in &op.others {
        warnings.push(one.warning(other.at, &format!("`{name}` calls `{}`, which the YAML cannot say", other.text)));
    }
    for attr in &op.attrs {
        let (name, ty) = attribute(&attr.text);
        match ty.as_str() {
            "" => warnings.push(one.warning(attr.at, &format!("the attribute `{name}` has no type"))),
            _ if TYPES.iter().any(|(cpp, _)| *cpp == ty) => {}
            _ => warnings.push(one.warning(attr.at, &format!("`{ty}` is not a type of attributes in YAML"))),
        }
    }
    lines.join("\n  ") + "\n"
}

/// The name of a tensor in the YAML: `X_grad` for `paddle::Grad("X")`.
fn yaml_name(tensor: &CustomTensor) -> String {
    format!("{}{}", identifier(&tensor.name), "_grad".repeat(tensor.grads))
}

/// A registered name as a name of an argument. Paddle accepts any text, such as one with a space.
fn identifier(name: &str) -> String {
    let name = name.trim();
    let legal =
        |at: usize, c: char| c == '_' || if at == 0 { c.is_ascii_alphabetic() } else { c.is_ascii_alphanumeric() };
    name.chars().enumerate().map(|(at, c)| if legal(at, c) { c } else { '_' }).collect()
}

/// The tensors that are registered with a name that is not their own, without those of the forward operator.
fn registered_names(op: &CustomOp, forward: Option<&CustomOp>) -> Vec<String> {
    let all = |op: &CustomOp| op.inputs.iter().chain(&op.outputs).map(|tensor| tensor.name.clone()).collect::<Vec<_>>();
    let known = forward.map(all).unwrap_or_default();
    let mut named: Vec<&str> = op
        .inputs
        .iter()
        .chain(&op.outputs)
        .filter(|tensor| tensor.grads == 0 && identifier(&tensor.name) != tensor.name && !known.contains(&tensor.name))
        .map(|tensor| tensor.name.as_str())
        .collect();
    named.dedup();
    // Registrations spell names as C++ does, and so do texts in quotes in YAML.
    named.iter().map(|name| format!("{} : \"{name}\"", identifier(name))).collect()
}

fn arguments(op: &CustomOp) -> String {
    let inputs = op
        .inputs
        .iter()
        .map(|input| format!("{} {}", if input.list { "Tensor[]" } else { "Tensor" }, yaml_name(input)));
    let inputs: Vec<String> = inputs.collect();
    let attrs = op.attrs.iter().map(|attr| {
        let (name, ty) = attribute(&attr.text);
        let known = TYPES.iter().find(|(cpp, _)| *cpp == ty);
        format!("{} {name}", known.map_or(ty.as_str(), |(_, yaml)| yaml))
    });
    format!("({})", inputs.into_iter().chain(attrs).collect::<Vec<_>>().join(", "))
}

/// The name and the type in `name: type`. The type is without spaces.
fn attribute(text: &str) -> (&str, String) {
    let (name, ty) = text.split_once(':').unwrap_or((text, ""));
    (name.trim(), ty.split_whitespace().collect())
}

fn outputs(op: &CustomOp) -> String {
    let output = |output: &CustomTensor| {
        let name = yaml_name(output);
        if !output.list {
            return format!("Tensor({name})");
        }
        // A list is as long as the one that it overwrites, or whose gradient it is.
        let overwritten = op.inplace.iter().find(|(_, to)| to == output).map(|(from, _)| yaml_name(from));
        let source = overwritten.unwrap_or_else(|| identifier(&output.name));
        match op.inputs.iter().any(|input| yaml_name(input) == source) {
            true => format!("Tensor[]({name}){{{source}.size()}}"),
            false => format!("Tensor[]({name})"),
        }
    };
    op.outputs.iter().map(output).collect::<Vec<_>>().join(", ")
}
