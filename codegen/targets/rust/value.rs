//! Defaults as Rust values, as far as they are plain ones.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::spec::{Attr, Element};

/// The default of an attribute, where it has one.
pub fn default(attr: &Attr) -> Option<TokenStream> {
    let text = attr.default.as_ref()?.value.as_str();
    let plain = if attr.ty.list || attr.ty.is(Element::IntArray) {
        list(attr.ty.element, text)
    } else {
        scalar(attr.ty.element, text)
    };
    Some(plain.unwrap_or_else(|| quote!(Value::Expr(#text))))
}

fn scalar(element: Element, text: &str) -> Option<TokenStream> {
    match element {
        Element::Bool => boolean(text).map(|value| quote!(Value::Bool(#value))),
        Element::Int | Element::Int32 | Element::Int64 | Element::Long | Element::Size => {
            integer(text).map(|value| quote!(Value::Int(#value)))
        }
        Element::Float | Element::Double => float(text).map(|value| quote!(Value::Float(#value))),
        Element::Str => string(text).map(|value| quote!(Value::Str(#value))),
        // A number in quotes keeps all its digits.
        Element::Scalar(_) => {
            let text = text.trim_matches('"');
            [Element::Bool, Element::Int, Element::Double].into_iter().find_map(|of| scalar(of, text))
        }
        Element::IntArray | Element::Place | Element::DataLayout | Element::DataType => None,
    }
}

fn list(element: Element, text: &str) -> Option<TokenStream> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?.trim();
    let items = || inner.split(',').map(str::trim).filter(|item| !item.is_empty());
    match element {
        Element::Bool => {
            let values: Vec<_> = items().map(boolean).collect::<Option<_>>()?;
            Some(quote!(Value::Bools(&[#(#values),*])))
        }
        Element::Int | Element::Int32 | Element::Int64 | Element::Long | Element::Size | Element::IntArray => {
            let values: Vec<_> = items().map(integer).collect::<Option<_>>()?;
            Some(quote!(Value::Ints(&[#(#values),*])))
        }
        Element::Float | Element::Double => {
            let values: Vec<_> = items().map(float).collect::<Option<_>>()?;
            Some(quote!(Value::Floats(&[#(#values),*])))
        }
        // A string may hold a comma.
        Element::Str if !inner.contains('"') => Some(quote!(Value::Strs(&[]))).filter(|_| inner.is_empty()),
        _ => None,
    }
}

fn boolean(text: &str) -> Option<bool> {
    text.parse().ok()
}

fn integer(text: &str) -> Option<TokenStream> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let value: i64 = digits.parse().ok()?;
    let positive = Literal::u64_unsuffixed(value.unsigned_abs());
    Some(if value < 0 { quote!(-#positive) } else { quote!(#positive) })
}

/// Words that Rust reads as numbers are names in C++.
fn float(text: &str) -> Option<TokenStream> {
    let digits = text.strip_suffix(['f', 'F']).unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let value: f64 = digits.parse().ok().filter(|value: &f64| is_number && value.is_finite())?;
    let positive = Literal::f64_unsuffixed(value.abs());
    Some(if value.is_sign_negative() { quote!(-#positive) } else { quote!(#positive) })
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
