//! Taking a mapping's entries by key, with what is unknown, missing or of the wrong kind reported.

use std::fmt;

use super::text::Text;
use crate::source::yaml::{Node, Value};
use crate::source::{Diagnostic, Diagnostics, Rule, Span, Spanned, suggest};

/// The entries of one mapping.
pub struct Fields<'a> {
    /// What the mapping is, for messages: "the operator `abs`".
    pub what: String,
    pub span: Span,
    entries: &'a [(Spanned<String>, Node)],
}

impl<'a> Fields<'a> {
    /// The entries of a node, which must be a mapping.
    pub fn of(node: &'a Node, what: fmt::Arguments, diagnostics: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Value::Mapping(entries) => Some(Fields { what: what.to_string(), span: node.span, entries }),
            other => {
                wrong_kind(node, what, "a mapping", other, diagnostics);
                None
            }
        }
    }

    /// The same entries under a better description.
    pub fn renamed(self, what: String) -> Self {
        Fields { what, ..self }
    }

    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.entries.iter().find(|(name, _)| name.value == key).map(|(_, node)| node)
    }

    /// The place of a key itself.
    pub fn key_span(&self, key: &str) -> Option<Span> {
        self.entries.iter().find(|(name, _)| name.value == key).map(|(name, _)| name.span)
    }

    pub fn entries(&self) -> &'a [(Spanned<String>, Node)] {
        self.entries
    }

    /// Reports every key that is not in `known`.
    pub fn reject_unknown(&self, rule: Rule, known: &[&str], diagnostics: &mut Diagnostics) {
        for (key, _) in self.entries.iter().filter(|(key, _)| !known.contains(&key.value.as_str())) {
            let message = format!("unknown key `{}` in {}", key.value, self.what);
            let help =
                suggest::nearest(&key.value, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let help = help.or_else(|| Some(format!("known keys: {}", known.join(", "))));
            diagnostics.push(Diagnostic::new(rule, key.span, message).maybe_help(help));
        }
    }

    /// The text under a required key.
    pub fn require_text(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Text<'a>> {
        match self.get(key) {
            Some(node) => text(node, format_args!("`{key}` of {}", self.what), diagnostics),
            None => {
                self.missing(key, diagnostics);
                None
            }
        }
    }

    /// The text under a key that may be absent.
    pub fn text(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Text<'a>> {
        self.get(key).and_then(|node| text(node, format_args!("`{key}` of {}", self.what), diagnostics))
    }

    /// The truth value under a key, false where absent.
    pub fn flag(&self, key: &str, diagnostics: &mut Diagnostics) -> bool {
        let Some(node) = self.get(key) else { return false };
        match &node.value {
            Value::Scalar(scalar) if scalar.as_bool().is_some() => scalar.as_bool() == Some(true),
            other => {
                wrong_kind(node, format_args!("`{key}` of {}", self.what), "`true` or `false`", other, diagnostics);
                false
            }
        }
    }

    /// Names separated by commas, or a YAML list of them; empty where the key is absent.
    pub fn names(&self, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
        let Some(node) = self.get(key) else { return Vec::new() };
        self.pieces(node, key, diagnostics).into_iter().map(Text::to_spanned).collect()
    }

    fn pieces(&self, node: &'a Node, key: &str, diagnostics: &mut Diagnostics) -> Vec<Text<'a>> {
        let mut read = |node| text(node, format_args!("`{key}` of {}", self.what), diagnostics);
        match &node.value {
            Value::Sequence(items) => items.iter().filter_map(read).collect(),
            _ => read(node).map_or(Vec::new(), |text| text.split(',')),
        }
    }

    pub fn missing(&self, key: &str, diagnostics: &mut Diagnostics) {
        let message = format!("{} has no `{key}`", self.what);
        diagnostics.push(Diagnostic::new(Rule::MissingKey, self.span, message));
    }
}

/// The text of a node, which must be a scalar that holds something.
pub fn text<'a>(node: &'a Node, what: fmt::Arguments, diagnostics: &mut Diagnostics) -> Option<Text<'a>> {
    let text = Text::of(node);
    if text.is_none() {
        wrong_kind(node, what, "text", &node.value, diagnostics);
    }
    text
}

/// The items of a node, which must be a list.
pub fn items<'a>(node: &'a Node, what: fmt::Arguments, diagnostics: &mut Diagnostics) -> Option<&'a [Node]> {
    match &node.value {
        Value::Sequence(items) => Some(items),
        other => {
            wrong_kind(node, what, "a list", other, diagnostics);
            None
        }
    }
}

/// Says that a node is not what it should be.
pub fn wrong_kind(node: &Node, what: fmt::Arguments, wanted: &str, found: &Value, diagnostics: &mut Diagnostics) {
    let message = format!("{what} must be {wanted}, but here is {}", found.kind());
    diagnostics.push(Diagnostic::new(Rule::WrongNode, node.span, message));
}
