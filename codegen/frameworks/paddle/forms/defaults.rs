//! Defaults of attributes as plain values, if they are simple enough.

use serde::Serialize;
use spec::constant::string_length;
use spec::cpp_number::whole;
use spec::{Attr, Element};

/// The default of an attribute.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum DefaultValue<'a> {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A number.
    Float(f64),
    /// A string.
    Str(String),
    /// A list of flags.
    Bools(Vec<bool>),
    /// A list of integers.
    Ints(Vec<i64>),
    /// A list of numbers.
    Floats(Vec<f64>),
    /// A list of strings.
    Strs(Vec<String>),
    /// Any other C++ expression.
    Expr(&'a str),
}

/// The default of an attribute, if it has one.
pub fn default(attr: &Attr) -> Option<DefaultValue<'_>> {
    let text = attr.default.as_ref()?.value.as_str();
    let plain = if attr.ty.list || attr.ty.is(Element::IntArray) {
        list(attr.ty.element, text)
    } else {
        scalar(attr.ty.element, text)
    };
    Some(plain.unwrap_or(DefaultValue::Expr(text)))
}

fn scalar(element: Element, text: &str) -> Option<DefaultValue<'static>> {
    match element {
        Element::Bool => boolean(text).map(DefaultValue::Bool),
        Element::Int | Element::Int32 | Element::Int64 | Element::Long | Element::Size => {
            integer(text).map(DefaultValue::Int)
        }
        Element::Float | Element::Double => float(text).map(DefaultValue::Float),
        Element::Str => string(text).map(DefaultValue::Str),
        // A quoted number keeps all its digits.
        Element::Scalar(_) => {
            let text = text.trim_matches('"');
            [Element::Bool, Element::Int, Element::Double].into_iter().find_map(|of| scalar(of, text))
        }
        Element::IntArray | Element::Place | Element::DataLayout | Element::DataType | Element::Generator => None,
    }
}

fn list(element: Element, text: &str) -> Option<DefaultValue<'static>> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?.trim();
    let items = || inner.split(',').map(str::trim).filter(|item| !item.is_empty());
    match element {
        Element::Bool => items().map(boolean).collect::<Option<_>>().map(DefaultValue::Bools),
        Element::Int | Element::Int32 | Element::Int64 | Element::Long | Element::Size | Element::IntArray => {
            items().map(integer).collect::<Option<_>>().map(DefaultValue::Ints)
        }
        Element::Float | Element::Double => items().map(float).collect::<Option<_>>().map(DefaultValue::Floats),
        Element::Str => strings(inner).map(DefaultValue::Strs),
        _ => None,
    }
}

/// Reads strings with commas between them.
fn strings(mut text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    while !text.is_empty() {
        let length = string_length(text)?;
        found.push(string(&text[..length])?);
        let rest = text[length..].trim_start();
        text = if rest.is_empty() { rest } else { rest.strip_prefix(',')?.trim_start() };
    }
    Some(found)
}

fn boolean(text: &str) -> Option<bool> {
    text.parse().ok()
}

fn integer(text: &str) -> Option<i64> {
    whole(text).and_then(|value| value.try_into().ok())
}

/// Reads a number, but not words such as `inf`, which Rust accepts as numbers but which are names in C++.
fn float(text: &str) -> Option<f64> {
    let digits = text.strip_suffix(['f', 'F']).unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    digits.parse().ok().filter(|value: &f64| is_number && value.is_finite())
}

fn string(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => return None,
            '\\' => match letters.next()? {
                plain @ ('"' | '\\') => value.push(plain),
                'n' => value.push('\n'),
                't' => value.push('\t'),
                _ => return None,
            },
            _ => value.push(letter),
        }
    }
    Some(value)
}
