//! Default values of attributes. They are C++ constants, and literals are checked against the type of the attribute.

use super::constant::{is_constant, is_named_constant, unknown_constant};
use super::cpp_number::{fraction, is_fraction, whole};
use super::limits::{self, Limit};
use super::types::{AttrType, Element, ScalarElement};
use profile::Profile;
use source::text::Text;
use source::{Spanned, suggest};

/// The form of a default value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Literal {
    Bool,
    Whole,
    Fraction,
    Text,
    /// `{1, 2}`.
    List,
    /// A name, a call or anything else that only a C++ compiler can evaluate.
    Expression,
    /// Not valid C++.
    Malformed,
}

/// The C++ enumeration that a type stands for, and its enumerators. `None` for other types.
pub fn enumerators(ty: AttrType, profile: &Profile) -> Option<(&'static str, &[String])> {
    match ty {
        _ if ty.is(Element::DataType) => Some(("DataType", &profile.data_types)),
        _ if ty.is(Element::DataLayout) => Some(("DataLayout", &profile.data_layouts)),
        _ => None,
    }
}

/// The enumerator that a name without its type stands for: `DataType::FLOAT32` for `float32`, `FLOAT32` and `float`.
pub fn enumerator(element: Element, name: &str, profile: &Profile) -> Option<String> {
    let (class, known) = enumerators(AttrType::one(element), profile)?;
    let in_cpp = profile.cpp_sources.as_ref().and_then(|sources| sources.data_types.get(name));
    let wanted = in_cpp.map_or(name, String::as_str);
    let found = known.iter().find(|enumerator| enumerator.eq_ignore_ascii_case(wanted))?;
    Some(format!("{class}::{found}"))
}

/// The consequence of a default that does not fit its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MisfitKind {
    /// C++ does not compile, or drops part of the value.
    Rejected,
    /// C++ converts the value, but it is probably a mistake: a boolean for a number, or a number for a boolean.
    Converted,
}

/// A default that does not fit its type.
#[derive(Debug)]
pub struct Misfit<'a> {
    /// The consequence in C++.
    pub kind: MisfitKind,
    /// The part that does not fit.
    pub at: Text<'a>,
    /// The message of a diagnostic.
    pub message: String,
    /// The help line of a diagnostic.
    pub help: String,
}

impl<'a> Misfit<'a> {
    fn new(kind: MisfitKind, at: Text<'a>, message: String, ty: AttrType) -> Self {
        Misfit { kind, at, message, help: format!("write {}", example(ty)) }
    }
}

/// Compares a default with a type. `None` if it fits, or if only a C++ compiler can tell.
pub fn misfit(ty: AttrType, default: Text<'_>) -> Option<Misfit<'_>> {
    let literal = literal(default.as_str());
    let is_list = ty.list || ty.element == Element::IntArray;
    let misfit = |kind, message| Misfit::new(kind, default, message, ty);
    let wrong_type = || format!("`{}` is not a value of the type `{ty}`", default.folded());
    if literal == Literal::Malformed {
        return Some(misfit(MisfitKind::Rejected, format!("`{}` is not a valid value", default.folded())));
    }
    if !is_list {
        let kind = element_misfit(ty.element, literal);
        return kind.map(|kind| misfit(kind, wrong_type())).or_else(|| out_of_range(ty.element, default));
    }
    match (literal, default.inside('{', '}')) {
        (Literal::List, Some(inner)) => inner.split(',').into_iter().find_map(|item| item_misfit(ty, item)),
        (Literal::Expression, _) => None,
        _ => Some(misfit(MisfitKind::Rejected, wrong_type())),
    }
}

/// The misfit if a default is not a constant of its type, such as one with a statement or a comment behind it.
pub fn not_constant<'a>(ty: AttrType, default: Text<'a>, profile: &Profile) -> Option<Misfit<'a>> {
    let namespaces: Vec<&str> = profile.cpp.namespaces.values().map(String::as_str).collect();
    if is_constant(ty, default.as_str(), &namespaces) {
        return None;
    }
    let message = format!("`{}` is not a constant of the type `{ty}`", default.folded());
    let misfit = Misfit::new(MisfitKind::Rejected, default, message, ty);
    let unknown = unknown_constant(default.as_str());
    let near = unknown.and_then(|name| suggest::nearest(name, limits::names()));
    Some(match near {
        Some(near) => Misfit { help: format!("did you mean `{near}`?"), ..misfit },
        None => misfit,
    })
}

/// True if C++ does not accept a value for an attribute of this type.
pub fn is_rejected(ty: AttrType, value: &Spanned<String>) -> bool {
    misfit(ty, Text::of_spanned(value)).is_some_and(|misfit| misfit.kind == MisfitKind::Rejected)
}

/// Describes the defaults of a type, with an example.
pub fn example(ty: AttrType) -> &'static str {
    match ty.element {
        Element::Str if ty.list => "a list of strings, such as `{\"a\", \"b\"}`",
        _ if ty.list || ty.element == Element::IntArray => "a list of values, such as `{1, 2}`",
        Element::Bool => "`true` or `false`",
        Element::Float | Element::Double => "a number, such as `1.0`",
        Element::Str => "a string in double quotes",
        Element::Scalar(_) => "a number, such as `1`",
        Element::Place => "a place, such as `CPUPlace()`",
        Element::DataType => "an enumerator, such as `DataType::UNDEFINED`",
        Element::DataLayout => "an enumerator, such as `DataLayout::UNDEFINED`",
        _ => "an integer, such as `1`",
    }
}

fn item_misfit(ty: AttrType, item: Text<'_>) -> Option<Misfit<'_>> {
    let literal = literal(item.as_str());
    let kind = match literal {
        Literal::Malformed => Some(MisfitKind::Rejected),
        _ => element_misfit(ty.element, literal),
    };
    let message = match item.is_empty() {
        true => "a value is missing here".to_owned(),
        false => format!("`{}` cannot be an element of the type `{ty}`", item.folded()),
    };
    kind.map(|kind| Misfit::new(kind, item, message, ty)).or_else(|| out_of_range(ty.element, item))
}

/// The misfit if a number is out of range for its C++ type.
fn out_of_range(element: Element, number: Text<'_>) -> Option<Misfit<'_>> {
    let (ty, least, greatest) = match range(element)? {
        Range::Whole(ty, least, greatest) => {
            let value = whole(number.as_str()).or_else(|| match limits::limit(number.as_str()) {
                Some(Limit::Whole(value)) => Some(value),
                _ => None,
            })?;
            let fits = (least..=greatest).contains(&value);
            (!fits).then(|| (ty, least.to_string(), greatest.to_string()))?
        }
        Range::Fraction(ty, greatest) => {
            let value = fraction(number.as_str()).or_else(|| match limits::limit(number.as_str()) {
                Some(Limit::Fraction(value)) if value.is_finite() => Some(value),
                _ => None,
            })?;
            (value.abs() > greatest).then(|| (ty, format!("{:.1e}", -greatest), format!("{greatest:.1e}")))?
        }
    };
    let message = format!("`{}` is out of range for `{ty}`", number.folded());
    let help = format!("a value of the type `{ty}` is between {least} and {greatest}");
    Some(Misfit { kind: MisfitKind::Rejected, at: number, message, help })
}

/// The numbers that a C++ type can hold.
enum Range {
    /// The C++ type, the least number and the greatest.
    Whole(&'static str, i128, i128),
    /// The C++ type and the greatest number. The least number is its negative.
    Fraction(&'static str, f64),
}

fn range(element: Element) -> Option<Range> {
    const INT: Range = Range::Whole("int", i32::MIN as i128, i32::MAX as i128);
    const INT64: Range = Range::Whole("int64_t", i64::MIN as i128, i64::MAX as i128);
    const FLOAT: Range = Range::Fraction("float", f32::MAX as f64);
    const DOUBLE: Range = Range::Fraction("double", f64::MAX);
    Some(match element {
        Element::Int | Element::Int32 | Element::Scalar(Some(ScalarElement::Int)) => INT,
        Element::Int64 | Element::Long | Element::IntArray | Element::Scalar(Some(ScalarElement::Int64)) => INT64,
        Element::Size => Range::Whole("size_t", 0, i128::from(u64::MAX)),
        // A `Scalar` holds any integer type.
        Element::Scalar(None) => Range::Whole("Scalar", i128::from(i64::MIN), i128::from(u64::MAX)),
        Element::Float | Element::Scalar(Some(ScalarElement::Float)) => FLOAT,
        Element::Double | Element::Scalar(Some(ScalarElement::Double)) => DOUBLE,
        _ => return None,
    })
}

fn element_misfit(element: Element, literal: Literal) -> Option<MisfitKind> {
    use Literal::{Bool, Expression, Fraction, List, Text, Whole};
    match (element, literal) {
        (_, Expression) => None,
        (Element::Bool, Bool) => None,
        (Element::Bool, Whole) => Some(MisfitKind::Converted),
        (Element::Int | Element::Int32 | Element::Int64 | Element::Long | Element::Size | Element::IntArray, Whole) => {
            None
        }
        (Element::Int | Element::Int32 | Element::Int64 | Element::Long | Element::Size, Bool) => {
            Some(MisfitKind::Converted)
        }
        (Element::Float | Element::Double, Whole | Fraction) => None,
        (Element::Float | Element::Double, Bool) => Some(MisfitKind::Converted),
        (Element::Str, Text) => None,
        (Element::Scalar(_), Bool | Whole | Fraction | Text) => None,
        (Element::Place, List) => None,
        _ => Some(MisfitKind::Rejected),
    }
}

fn literal(text: &str) -> Literal {
    match limits::limit(text) {
        Some(Limit::Whole(_)) => return Literal::Whole,
        Some(Limit::Fraction(_)) => return Literal::Fraction,
        None => {}
    }
    let starts_number = text.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit() || c == '.');
    match text {
        "true" | "false" => Literal::Bool,
        "" => Literal::Malformed,
        _ if text.starts_with('"') => match text.len() > 1 && text.ends_with('"') && !has_two_strings(text) {
            true => Literal::Text,
            false => Literal::Malformed,
        },
        _ if text.starts_with('{') && text.ends_with('}') => Literal::List,
        // Either a comma is missing before the next argument, or this is Python.
        _ if has_equals(text) || text.starts_with(['[', '\'']) => Literal::Malformed,
        _ if is_word(text) && !is_named_constant(text) => Literal::Malformed,
        // An expression such as a product may also begin with a number.
        _ if starts_number && !text.contains(['(', '*', '/', '<', '>', '|', '&']) => number(text),
        // Two names or values in a row are not an expression.
        _ if text.split_whitespace().count() == 2 && text.chars().all(|c| c.is_alphanumeric() || " _.".contains(c)) => {
            Literal::Malformed
        }
        _ => Literal::Expression,
    }
}

/// True for two strings in a row, as in `"a" "b"`.
fn has_two_strings(text: &str) -> bool {
    text[1..text.len() - 1].replace("\\\"", "").contains('"')
}

/// True if there is a `=` outside quotes. The framework would split the argument there again.
fn has_equals(text: &str) -> bool {
    text.split('"').step_by(2).any(|outside| outside.contains('='))
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn number(text: &str) -> Literal {
    let digits = text.trim_start_matches(['-', '+']);
    match (whole(digits), is_fraction(digits)) {
        (Some(_), _) => Literal::Whole,
        (None, true) => Literal::Fraction,
        (None, false) => Literal::Malformed,
    }
}

/// Normalises a default for comparison: without spaces and number suffixes, and with one spelling for each C++ value.
pub fn normal(default: &str) -> String {
    let text = default.trim();
    if text.starts_with('"') {
        return text.to_owned();
    }
    if let Some(inner) = text.strip_prefix("std::string(").and_then(|rest| rest.strip_suffix(')')) {
        return normal(inner);
    }
    if let Some((_, values)) = text.strip_prefix("std::vector<").and_then(|rest| rest.split_once('>')) {
        let values = values.trim().trim_start_matches(['{', '(']).trim_end_matches(['}', ')']);
        return normal(&format!("{{{values}}}"));
    }
    if let Some(inner) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        return format!("{{{}}}", inner.split(',').map(normal).collect::<Vec<_>>().join(","));
    }
    let number = text.trim_end_matches(['f', 'F', 'l', 'L']).parse::<f64>();
    number.map_or_else(|_| text.split_whitespace().collect(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_the_same_value_are_equal() {
        let same = [
            ("1.0f", "1"),
            ("{0, 0}", "{0,0}"),
            ("std::vector<int>{1}", "{1}"),
            ("std::vector<float>()", "{}"),
            ("std::string(\"a\")", "\"a\""),
        ];
        assert!(same.iter().all(|(a, b)| normal(a) == normal(b)));
        assert_ne!(normal("\"a b\""), normal("\"ab\""));
    }

    #[test]
    fn literals_are_told_apart() {
        let kinds = |texts: &[&str]| texts.iter().map(|text| literal(text)).collect::<Vec<_>>();
        assert_eq!(kinds(&["0", "-1", "10000L", "0xfF", "INT64_MAX", "-INT_MAX"]), [Literal::Whole; 6]);
        assert_eq!(kinds(&["0.", ".5f", "1e-5", "-1.0e-8F", "-INFINITY"]), [Literal::Fraction; 5]);
        assert_eq!(kinds(&["\"a, b\"", "\"\"", "\"a \\\" b\""]), [Literal::Text; 3]);
        assert_eq!(kinds(&["(2 << 12) - 1", "CPUPlace()", "DataType::INT64", "2 * 3"]), [Literal::Expression; 4]);
        assert_eq!(
            kinds(&["[]", "'a'", "False", "None", "tanh", "false bool b = true", "a == b"]),
            [Literal::Malformed; 7]
        );
        assert_eq!(kinds(&["\"a=b\"", "kMost"]), [Literal::Text, Literal::Expression]);
        assert_eq!(
            kinds(&["1..0", "1 1", "1.0.f", "\"a", "\"a\" b", "\"a\" \"b\"", "1x", "false true"]),
            [Literal::Malformed; 8]
        );
    }
}
