//! YAML values with their spans. TOML and JSON are read into the same ones.

use crate::diagnostic::Diagnostics;
use crate::file::{Span, Spanned};

/// A YAML value and its span.
#[derive(Debug, Clone)]
pub struct Node {
    pub span: Span,
    pub value: Value,
}

#[derive(Debug, Clone)]
pub enum Value {
    Scalar(Scalar),
    Sequence(Vec<Node>),
    /// Entries in source order; keys are unique.
    Mapping(Entries),
    /// Something that is not allowed here. It has been reported, so it must not cause further diagnostics.
    Rejected,
}

/// The keys of a mapping with their values.
pub type Entries = Vec<(Spanned<String>, Node)>;

/// A scalar's text, and how it is written in the source.
#[derive(Debug, Clone)]
pub struct Scalar {
    /// The value, after unescaping and folding.
    pub text: String,
    /// Whether it has no quotes and is not a block scalar.
    pub plain: bool,
    /// The text as written, if the source has exactly these characters from `start` on.
    pub(super) written: Option<Written>,
}

/// What the source has in place of a scalar.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub start: u32,
    /// Present only if it differs from the value: in a plain scalar on several lines.
    pub text: Option<String>,
}

impl Node {
    /// Whether nothing is given, as in `key:` without a value, or `~`.
    pub fn is_empty(&self) -> bool {
        matches!(&self.value, Value::Scalar(scalar) if scalar.is_empty_plain())
    }
}

impl Value {
    /// The name of this kind of value, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Scalar(scalar) if scalar.is_empty_plain() => "empty",
            Value::Scalar(_) => "a scalar",
            Value::Sequence(_) => "a list",
            Value::Mapping(_) => "a mapping",
            Value::Rejected => "not allowed here",
        }
    }
}

impl Scalar {
    /// A scalar; if `start` is given, the source has exactly this text there.
    pub fn new(text: String, plain: bool, start: Option<u32>) -> Self {
        Scalar { text, plain, written: start.map(|start| Written { start, text: None }) }
    }

    /// Whether it is empty, as in `key:` without a value, or `~`.
    pub fn is_empty_plain(&self) -> bool {
        self.plain && matches!(self.text.as_str(), "" | "~" | "null" | "Null" | "NULL")
    }

    /// The value as a YAML 1.1 boolean, as other readers of these files understand it.
    pub fn as_bool(&self) -> Option<bool> {
        self.plain.then(|| boolean(&self.text)).flatten()
    }

    /// The boolean that it would be without its quotes.
    pub fn quoted_bool(&self) -> Option<bool> {
        (!self.plain).then(|| boolean(&self.text)).flatten()
    }

    /// A plain scalar that is written in the source exactly as it is.
    pub(crate) fn written(text: &str, start: u32) -> Self {
        Scalar { text: text.to_owned(), plain: true, written: Some(Written { start, text: None }) }
    }

    /// The text for a grammar to read and, if offsets in it correspond to the source, the source offset of its first byte.
    pub fn grammar_text(&self) -> (&str, Option<u32>) {
        match &self.written {
            Some(written) => (written.text.as_deref().unwrap_or(&self.text), Some(written.start)),
            None => (&self.text, None),
        }
    }
}

fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

/// Whether a key has no white space or colon, which would be a typing error, as in `x :: y`.
pub fn is_plain_name(key: &str) -> bool {
    !key.is_empty() && !key.contains(|c: char| c.is_whitespace() || c == ':')
}

/// Notes that the names in a value are lost.
pub fn lose(node: &Node, diagnostics: &mut Diagnostics) {
    match &node.value {
        Value::Scalar(scalar) => diagnostics.lose(&scalar.text),
        Value::Sequence(items) => items.iter().for_each(|item| lose(item, diagnostics)),
        Value::Mapping(entries) => entries.iter().for_each(|(_, value)| lose(value, diagnostics)),
        Value::Rejected => {}
    }
}
