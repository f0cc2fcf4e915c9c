//! What formulas save of the arguments and results of an operator.

use crate::words::{has_word, replaced};

/// An argument or a result that formulas name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// The name.
    pub name: String,
    /// The type in C++, without reference.
    pub ty: String,
}

/// A value that a node saves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The name: that of the argument or result, or of what is saved in its place.
    pub name: String,
    /// The type in C++, without reference.
    pub ty: String,
    /// The value when the operator is called.
    pub expression: String,
}

/// How a saved value is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SavedKind {
    /// A tensor, which may be absent.
    Tensor,
    /// Tensors.
    Tensors,
    /// Tensors, each of which may be absent.
    OptionalTensors,
    /// A list of elements of this type, which is copied.
    List(&'static str),
    /// The same, which may be absent.
    OptionalList(&'static str),
    /// Numbers of any type, which are copied.
    Scalars,
    /// A text.
    Text,
    /// A text that may be absent.
    OptionalText,
    /// Any other value.
    Value,
}

impl Saved {
    /// How the value is stored. A number that is a result is kept as a tensor.
    pub fn kind(&self, is_result: bool) -> SavedKind {
        match self.ty.as_str() {
            "at::Tensor" | "::std::optional<at::Tensor>" => SavedKind::Tensor,
            "at::Scalar" if is_result => SavedKind::Tensor,
            "at::TensorList" | "at::ITensorListRef" | "::std::vector<at::Tensor>" => SavedKind::Tensors,
            "c10::List<::std::optional<at::Tensor>>" => SavedKind::OptionalTensors,
            "at::IntArrayRef" => SavedKind::List("int64_t"),
            "c10::SymIntArrayRef" => SavedKind::List("c10::SymInt"),
            "at::OptionalIntArrayRef" | "::std::optional<at::IntArrayRef>" => SavedKind::OptionalList("int64_t"),
            "at::OptionalSymIntArrayRef" | OPTIONAL_SYMINTS => SavedKind::OptionalList("c10::SymInt"),
            "::std::optional<at::ArrayRef<double>>" => SavedKind::OptionalList("double"),
            "at::ArrayRef<at::Scalar>" => SavedKind::Scalars,
            "c10::string_view" => SavedKind::Text,
            OPTIONAL_TEXT => SavedKind::OptionalText,
            _ => SavedKind::Value,
        }
    }
}

const OPTIONAL_SYMINTS: &str = "::std::optional<c10::SymIntArrayRef>";
const OPTIONAL_TEXT: &str = "::std::optional<c10::string_view>";

/// Where a property of a value stands in a formula.
enum Pattern {
    /// `VALUE.NAME()`.
    Method(&'static str),
    /// `VALUE->NAME()`.
    OfPointer(&'static str),
    /// `NAME(VALUE)`.
    Call(&'static str),
    /// `VALUE.sym_size(DIMENSION)`.
    Size,
}

/// A property that is saved in place of a value.
struct Property {
    pattern: Pattern,
    /// Ends the name of what is saved.
    suffix: &'static str,
    ty: &'static str,
}

const fn property(pattern: Pattern, suffix: &'static str, ty: &'static str) -> Property {
    Property { pattern, suffix, ty }
}

const BLOCK_SIZE: &str = "sym_blocksize";
const STRIDES: &str = "sym_strides";
const ZEROS: &str = "zeros_like";

/// The properties in the order in which PyTorch looks for them.
const PROPERTIES: [Property; 17] = [
    property(Pattern::Method("sym_sizes"), "_sym_sizes", "c10::SymIntArrayRef"),
    property(Pattern::OfPointer("sym_sizes"), "_sym_sizes_opt", OPTIONAL_SYMINTS),
    property(Pattern::Method(BLOCK_SIZE), "_self_sym_blocksize_opt", OPTIONAL_SYMINTS),
    property(Pattern::Method("options"), "_options", "at::TensorOptions"),
    property(Pattern::Call(ZEROS), "_info", "TypeAndSize"),
    property(Pattern::Size, "_sym_argsize_", "c10::SymInt"),
    property(Pattern::Method("numel"), "_numel", "int64_t"),
    property(Pattern::Method("sym_numel"), "_sym_numel", "c10::SymInt"),
    property(Pattern::Call("to_args_sizes"), "_args_sizes", "::std::vector<::std::vector<int64_t>>"),
    property(Pattern::Call("to_args_sizes_symint"), "_args_sizes_symint", "::std::vector<::std::vector<c10::SymInt>>"),
    property(Pattern::Call("to_args_scalartypes"), "_args_scalartypes", "::std::vector<at::ScalarType>"),
    property(Pattern::Call("TensorGeometry"), "_geometry", "at::TensorGeometry"),
    property(Pattern::Method("scalar_type"), "_scalar_type", "at::ScalarType"),
    property(Pattern::Method("dim"), "_dim", "int64_t"),
    property(Pattern::Method(STRIDES), "_sym_strides", "c10::SymIntArrayRef"),
    property(Pattern::Method("layout"), "_layout", "at::Layout"),
    property(Pattern::Method("is_conj"), "_conjugate", "bool"),
];

impl Property {
    /// What is saved of a value where the text has `found`, and what the formula has in its place.
    fn saved(&self, value: &str, found: &str) -> (Saved, String) {
        let suffix = match self.pattern {
            Pattern::Size => format!("{}{}", self.suffix, dimension(found).replace('-', "minus_")),
            _ => self.suffix.to_owned(),
        };
        let name = format!("{value}{suffix}");
        let (expression, in_formula) = match self.pattern {
            Pattern::OfPointer(_) => {
                (format!("{value}.has_value() ? {OPTIONAL_SYMINTS}({found}) : ::std::nullopt"), name.clone())
            }
            Pattern::Method(BLOCK_SIZE) => (format!("at::sparse_csr::getSymIntBlockSize({value})"), name.clone()),
            Pattern::Method(STRIDES) => (format!("strides_or_error({value}, \"{value}\")"), name.clone()),
            Pattern::Call(ZEROS) => (value.to_owned(), format!("{name}.zeros()")),
            _ => (found.to_owned(), name.clone()),
        };
        (Saved { name, ty: self.ty.to_owned(), expression }, in_formula)
    }

    /// The length of the property at the start of a text.
    fn length(&self, value: &str, text: &str) -> Option<usize> {
        let rest = match self.pattern {
            Pattern::Method(name) => after(text, &[value, ".", name, "()"]),
            Pattern::OfPointer(name) => after(text, &[value, "->", name, "()"]),
            Pattern::Call(name) => after(text, &[name, "(", value, ")"]),
            Pattern::Size => {
                let argument = after(text, &[value, ".sym_size("])?;
                let argument = argument.strip_prefix('-').unwrap_or(argument);
                let end = argument.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|end| *end > 0)?;
                argument[end..].strip_prefix(')')
            }
        }?;
        Some(text.len() - rest.len())
    }

    /// The formula with the saved property in place of the property itself.
    fn read(&self, formula: &str, value: &str, saved: &mut Vec<Saved>) -> String {
        let mut text = String::with_capacity(formula.len());
        let mut rest = formula;
        let mut is_inside_word = false;
        while let Some(next) = rest.chars().next() {
            let found = if is_inside_word { None } else { self.length(value, rest) };
            let length = match found {
                Some(length) => {
                    let (one, in_formula) = self.saved(value, &rest[..length]);
                    saved.push(one);
                    text.push_str(&in_formula);
                    length
                }
                None => {
                    text.push(next);
                    next.len_utf8()
                }
            };
            is_inside_word = found.is_none() && (next.is_ascii_alphanumeric() || next == '_');
            rest = &rest[length..];
        }
        text
    }
}

/// The text behind several others.
fn after<'a>(text: &'a str, parts: &[&str]) -> Option<&'a str> {
    parts.iter().try_fold(text, |text, part| text.strip_prefix(part))
}

/// The dimension in `VALUE.sym_size(DIMENSION)`.
fn dimension(found: &str) -> &str {
    found.rsplit('(').next().unwrap_or_default().trim_end_matches(')')
}

/// What a formula saves of values, and the formula over what is saved.
pub fn read(formula: &str, values: &[Value]) -> (String, Vec<Saved>) {
    let mut saved = Vec::new();
    let mut formula = formula.to_owned();
    for Value { name, ty } in values {
        for property in &PROPERTIES {
            formula = property.read(&formula, name, &mut saved);
        }
        if ty == OPTIONAL_TEXT {
            formula = replaced(&formula, |word| (word == name).then(|| format!("as_view({name})")));
        }
        if has_word(&formula, name) {
            saved.push(Saved { name: name.clone(), ty: ty.clone(), expression: name.clone() });
        }
    }
    (formula, saved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(formula: &str) -> (String, Vec<(String, String)>) {
        let value = |name: &str, ty: &str| Value { name: name.to_owned(), ty: ty.to_owned() };
        let values =
            [value("self", "at::Tensor"), value("x", "::std::optional<at::Tensor>"), value("mode", OPTIONAL_TEXT)];
        let (formula, saved) = super::read(formula, &values);
        (formula, saved.into_iter().map(|saved| (saved.name, saved.expression)).collect())
    }

    fn saved(name: &str, expression: &str) -> (String, String) {
        (name.to_owned(), expression.to_owned())
    }

    #[test]
    fn properties_are_saved_in_place_of_tensors() {
        let (formula, found) =
            read("grad.expand(self.sym_sizes()) * self.sym_size(-1) + myself.dim() + zeros_like(self)");
        assert_eq!(
            formula,
            "grad.expand(self_sym_sizes) * self_sym_argsize_minus_1 + myself.dim() + self_info.zeros()"
        );
        let wanted = [
            saved("self_sym_sizes", "self.sym_sizes()"),
            saved("self_info", "self"),
            saved("self_sym_argsize_minus_1", "self.sym_size(-1)"),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn other_uses_save_the_value() {
        let (formula, found) = read("f(grad, self.scalar_type(), self, x->sym_sizes(), mode)");
        assert_eq!(formula, "f(grad, self_scalar_type, self, x_sym_sizes_opt, as_view(mode))");
        let sizes = "x.has_value() ? ::std::optional<c10::SymIntArrayRef>(x->sym_sizes()) : ::std::nullopt";
        let wanted = [
            saved("self_scalar_type", "self.scalar_type()"),
            saved("self", "self"),
            saved("x_sym_sizes_opt", sizes),
            saved("mode", "mode"),
        ];
        assert_eq!(found, wanted);
    }
}
