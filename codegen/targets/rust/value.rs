//! Defaults as Rust values, as far as they are plain ones.

use crate::cpp::joined;
use spec::{Attr, Element};

/// A string as a literal.
pub fn literal(text: &str) -> String {
    format!("{text:?}")
}

/// A reference to an array.
pub fn slice(items: impl Iterator<Item = String>) -> String {
    format!("&[{}]", joined(items))
}

/// The default of an attribute, where it has one.
pub fn default(attr: &Attr) -> Option<String> {
    let text = attr.default.as_ref()?.value.as_str();
    let plain = if attr.ty.list || attr.ty.is(Element::IntArray) {
        list(attr.ty.element, text)
    } else {
        scalar(attr.ty.element, text)
    };
    Some(plain.unwrap_or_else(|| format!("Value::Expr({})", literal(text))))
}

fn scalar(element: Element, text: &str) -> Option<String> {
    match element {
        Element::Bool => boolean(text).map(|value| format!("Value::Bool({value})")),
        Element::Int | Element::Int32 | Element::Int64 | Element::Long | Element::Size => {
            integer(text).map(|value| format!("Value::Int({value})"))
        }
        Element::Float | Element::Double => float(text).map(|value| format!("Value::Float({value:?})")),
        Element::Str => string(text).map(|value| format!("Value::Str({})", literal(&value))),
        // A number in quotes keeps all its digits.
        Element::Scalar(_) => {
            let text = text.trim_matches('"');
            [Element::Bool, Element::Int, Element::Double].into_iter().find_map(|of| scalar(of, text))
        }
        Element::IntArray | Element::Place | Element::DataLayout | Element::DataType => None,
    }
}

fn list(element: Element, text: &str) -> Option<String> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?.trim();
    let items = || inner.split(',').map(str::trim).filter(|item| !item.is_empty());
    match element {
        Element::Bool => {
            let values: Vec<_> = items().map(boolean).collect::<Option<_>>()?;
            Some(format!("Value::Bools(&{values:?})"))
        }
        Element::Int | Element::Int32 | Element::Int64 | Element::Long | Element::Size | Element::IntArray => {
            let values: Vec<_> = items().map(integer).collect::<Option<_>>()?;
            Some(format!("Value::Ints(&{values:?})"))
        }
        Element::Float | Element::Double => {
            let values: Vec<_> = items().map(float).collect::<Option<_>>()?;
            Some(format!("Value::Floats(&{values:?})"))
        }
        // A string may hold a comma.
        Element::Str if !inner.contains('"') => Some("Value::Strs(&[])".to_owned()).filter(|_| inner.is_empty()),
        _ => None,
    }
}

fn boolean(text: &str) -> Option<bool> {
    text.parse().ok()
}

fn integer(text: &str) -> Option<i64> {
    text.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok()
}

/// Words that Rust reads as numbers are names in C++.
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
