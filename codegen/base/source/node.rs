//! YAML values with their spans. TOML and JSON are read into the same tree.

use crate::diagnostic::Diagnostics;
use crate::file::{Span, Spanned};

/// A YAML value and its span.
#[derive(Debug, Clone)]
pub struct Node {
    /// Where the value is written.
    pub span: Span,
    /// The value itself.
    pub value: Value,
}

/// The kinds of YAML value.
#[derive(Debug, Clone)]
pub enum Value {
    /// Text, a number, a boolean, or nothing at all.
    Scalar(Scalar),
    /// A list.
    Sequence(Vec<Node>),
    /// Entries in source order; keys are unique.
    Mapping(Entries),
    /// Something that was reported because it is not allowed here. It must not cause further diagnostics.
    Rejected,
}

/// The keys of a mapping, with their values.
pub type Entries = Vec<(Spanned<String>, Node)>;

/// A scalar's value, and how the file spells it.
#[derive(Debug, Clone)]
pub struct Scalar {
    /// The value, after unescaping and folding.
    pub text: String,
    /// True for a scalar without quotes that is not a block scalar.
    pub plain: bool,
    /// How the file spells the value. `None` if escapes or folding make the two differ.
    pub(super) source: Option<SourceText>,
}

/// The text of a scalar as it stands in the file.
#[derive(Debug, Clone)]
pub(super) struct SourceText {
    pub start: u32,
    /// `None` if it equals the value. Only a plain scalar on several lines differs.
    pub text: Option<String>,
}

impl Node {
    /// True if there is no value, as in `key:` or `key: ~`.
    pub fn is_empty(&self) -> bool {
        matches!(&self.value, Value::Scalar(scalar) if scalar.is_empty_plain())
    }
}

impl Value {
    /// Names the kind of value in a message: "but this is ...".
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
    /// A scalar. If `start` is given, the file must contain exactly this text at that offset.
    pub fn new(text: String, plain: bool, start: Option<u32>) -> Self {
        Scalar { text, plain, source: start.map(|start| SourceText { start, text: None }) }
    }

    /// True if there is no value, as in `key:` or `key: ~`.
    pub fn is_empty_plain(&self) -> bool {
        self.plain && matches!(self.text.as_str(), "" | "~" | "null" | "Null" | "NULL")
    }

    /// The value as a YAML 1.1 boolean, because the framework's own tools read these files as YAML 1.1.
    pub fn as_bool(&self) -> Option<bool> {
        self.plain.then(|| boolean(&self.text)).flatten()
    }

    /// The boolean that this scalar would be without its quotes.
    pub fn quoted_bool(&self) -> Option<bool> {
        (!self.plain).then(|| boolean(&self.text)).flatten()
    }

    /// A plain scalar that the file contains at `start`.
    pub(crate) fn plain_at(text: &str, start: u32) -> Self {
        Scalar::new(text.to_owned(), true, Some(start))
    }

    /// The text for a grammar to read, and the offset of its first byte in the file. `None` if the file spells the text
    /// differently, so that offsets in one are not offsets in the other.
    pub fn grammar_text(&self) -> (&str, Option<u32>) {
        match &self.source {
            Some(source) => (source.text.as_deref().unwrap_or(&self.text), Some(source.start)),
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

/// True for a name, which may be qualified with `::`, and for several names that are separated by commas: `min, max`. An empty name, and
/// one with white space or another colon, is a typing error, as in `x :: y`.
pub fn is_plain_name(key: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c == ':');
    key.split(',').all(|name| name.trim_matches(' ').split("::").all(is_part))
}

/// Records that the words in a value are lost. See [`Diagnostics::note_lost`].
pub fn note_lost(node: &Node, diagnostics: &mut Diagnostics) {
    match &node.value {
        Value::Scalar(scalar) => diagnostics.note_lost(&scalar.text),
        Value::Sequence(items) => items.iter().for_each(|item| note_lost(item, diagnostics)),
        Value::Mapping(entries) => entries.iter().for_each(|(_, value)| note_lost(value, diagnostics)),
        Value::Rejected => {}
    }
}
