//! The YAML of handlers for JAX that are written by hand.

use std::path::Path;

use cpp::handlers::{Handler, HandlerPart, PartKind};

use super::yaml::warning_at;

/// A handler, and the source that has it.
pub struct ImportedHandler<'a> {
    /// The handler.
    pub handler: &'a Handler,
    /// The path of the file.
    pub path: &'a Path,
    /// The text of the file.
    pub text: &'a str,
    /// The starts of its lines.
    pub lines: &'a [usize],
}

/// The types of attributes in C++ and in YAML.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("bool", "bool"),
    ("int32_t", "int"),
    ("int", "int"),
    ("int64_t", "int64_t"),
    ("float", "float"),
    ("double", "double"),
    ("string_view", "str"),
    ("Span<const int32_t>", "int[]"),
    ("Span<const int64_t>", "int64_t[]"),
    ("Span<const float>", "float[]"),
];

/// The data types of XLA and of YAML.
const DATA_TYPES: &[(&str, &str)] = &[
    ("PRED", "bool"),
    ("U8", "uint8"),
    ("S8", "int8"),
    ("S16", "int16"),
    ("S32", "int32"),
    ("S64", "int64"),
    ("F16", "float16"),
    ("BF16", "bfloat16"),
    ("F32", "float32"),
    ("F64", "float64"),
    ("C64", "complex64"),
    ("C128", "complex128"),
];

impl ImportedHandler<'_> {
    fn warning(&self, at: usize, message: &str) -> String {
        warning_at(self.path, self.text, self.lines, at, message)
    }

    /// The entry of `ops.yaml`.
    pub fn entry(&self, warnings: &mut Vec<String>) -> String {
        let handler = self.handler;
        let op = snake_case(&handler.symbol);
        let mut unnamed = 0;
        let mut name = |part: &HandlerPart| {
            if !part.name.is_empty() {
                return part.name.clone();
            }
            unnamed += 1;
            format!("unnamed{unnamed}")
        };
        let (mut arguments, mut attributes, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        let (mut input_types, mut output_types) = (Vec::new(), Vec::new());
        let mut untyped = Vec::new();
        for part in &handler.parts {
            let (name, ty) = (name(part), data_type(&part.ty));
            match part.kind {
                PartKind::Argument => {
                    input_types.push(format!("{name} : {}", ty.unwrap_or("any")));
                    arguments.push(format!("Tensor {name}"));
                }
                PartKind::Rest => {
                    input_types.push(format!("{name} : any"));
                    arguments.push(format!("Tensor[] {name}"));
                }
                PartKind::Result => {
                    match ty {
                        Some(ty) => output_types.push(format!("{name} : {ty}")),
                        None => untyped.push(name.clone()),
                    }
                    outputs.push(name);
                }
                PartKind::Attribute => {
                    let known = ATTRIBUTES.iter().find(|(cpp, _)| *cpp == part.ty);
                    if known.is_none() {
                        let message = format!("`{}` is not a type of attributes in YAML", part.ty);
                        warnings.push(self.warning(part.at, &message));
                    }
                    attributes.push(format!("{} {name}", known.map_or(part.ty.as_str(), |(_, yaml)| yaml)));
                }
            }
        }
        for other in &handler.others {
            let message = format!("`{op}` binds `{}`, which the YAML cannot say", other.text);
            warnings.push(self.warning(other.at, &message));
        }
        if outputs.is_empty() {
            warnings.push(self.warning(handler.at, &format!("`{op}` returns nothing")));
        } else if arguments.len() != 1 || outputs.len() != 1 {
            let message = format!("state the shapes of what `{op}` returns: {}", outputs.join(", "));
            warnings.push(self.warning(handler.at, &message));
        }
        let outputs: Vec<String> = outputs.iter().map(|name| format!("Tensor({name})")).collect();
        let mut lines = vec![
            format!("- op : {op}"),
            format!("args : ({})", arguments.into_iter().chain(attributes).collect::<Vec<_>>().join(", ")),
            format!("output : {}", outputs.join(", ")),
        ];
        if !output_types.is_empty() {
            lines.push(format!("data_type : {{{}}}", output_types.join(", ")));
        }
        lines.push("kernel :".to_owned());
        lines.push(format!("  func : {}", handler.symbol));
        lines.push("  written_for : jax".to_owned());
        if !input_types.is_empty() {
            lines.push(format!("  input_type : {{{}}}", input_types.join(", ")));
        }
        if handler.has_stream {
            lines.push("  backend : GPU".to_owned());
        }
        lines.join("\n  ") + "\n"
    }
}

/// The data type of a buffer: `float32` for `Buffer<F32>`. `None` if it may have any.
fn data_type(ty: &str) -> Option<&'static str> {
    let mut words = ty.split(|c: char| !c.is_ascii_alphanumeric());
    words.find_map(|word| DATA_TYPES.iter().find(|(xla, _)| *xla == word)).map(|(_, yaml)| *yaml)
}

/// The name of a function in Python: `rms_norm` for `RmsNorm`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut last = '_';
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && last != '_' && !last.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
        last = letter;
    }
    snake
}
