//! Access to a mapping's entries by key. Reports keys that are unknown or missing, and values of the wrong kind.

use std::collections::BTreeMap;
use std::fmt;

use crate::rules;
use crate::text::Text;
use crate::yaml::{Node, Scalar, Value};
use crate::{Change, Diagnostic, Diagnostics, Fix, Help, Rule, Span, Spanned, suggest};

/// What a name must be, for help lines.
pub const NAME: &str = "a name has only letters, digits and `_`, and does not begin with a digit";

/// The same for a name that may contain `::`.
const QUALIFIED_NAME: &str = "a name has only letters, digits, `_` and `::`, and does not begin with a digit";

/// What a flag must be, for messages.
const FLAG: &str = "`true` or `false`";

/// What to do if an item of a list of names is empty.
const NO_ITEM: &str = "write it, or remove the empty item";

/// What messages call a mapping: "the operator `abs`". Files have many mappings and few mistakes, so where a mapping is part
/// of another, this is spelled only for a message.
#[derive(Clone)]
pub enum What<'a> {
    Text(String),
    Is(&'a dyn fmt::Display),
    /// What is under a key.
    Under {
        key: &'a str,
        of: &'a dyn fmt::Display,
    },
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Text(text) => f.write_str(text),
            What::Is(what) => what.fmt(f),
            What::Under { key, of } => write!(f, "`{key}` of {of}"),
        }
    }
}

/// The entries of one mapping.
pub struct Fields<'a> {
    /// What messages call the mapping.
    pub what: What<'a>,
    /// Where to point when something is missing: the first key, or the name of what the mapping describes.
    pub span: Span,
    entries: &'a [(Spanned<String>, Node)],
}

impl<'a> Fields<'a> {
    /// The entries of a node, which must be a mapping.
    pub fn of(node: &'a Node, what: fmt::Arguments, diagnostics: &mut Diagnostics) -> Option<Self> {
        Fields::of_part(node, What::Text(what.to_string()), diagnostics)
    }

    /// The same of a mapping that is part of another.
    pub fn of_part(node: &'a Node, what: What<'a>, diagnostics: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Value::Mapping(entries) => {
                let span = entries.first().map_or(node.span, |(key, _)| key.span);
                Some(Fields { what, span, entries })
            }
            other => {
                wrong_kind(node, format_args!("{what}"), "a mapping", other, diagnostics);
                None
            }
        }
    }

    /// The same entries with a better description.
    pub fn renamed(self, what: String) -> Self {
        Fields { what: What::Text(what), ..self }
    }

    /// The same entries, describing something whose name is at `span`.
    pub fn about(self, span: Span) -> Self {
        Fields { span, ..self }
    }

    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.entries.iter().find(|(name, _)| name.value == key).map(|(_, node)| node)
    }

    /// The span of the key itself.
    pub fn key_span(&self, key: &str) -> Option<Span> {
        self.entries.iter().find(|(name, _)| name.value == key).map(|(name, _)| name.span)
    }

    pub fn entries(&self) -> &'a [(Spanned<String>, Node)] {
        self.entries
    }

    /// Whether a key is present but its value could not be read.
    pub fn lost<T>(&self, key: &str, read: Option<&T>) -> bool {
        read.is_none() && self.get(key).is_some()
    }

    /// Whether the YAML reader rejected the value of any key.
    pub fn any_rejected(&self) -> bool {
        self.entries.iter().any(|(_, node)| matches!(node.value, Value::Rejected))
    }

    /// Reports every key that is not in `known`.
    pub fn reject_unknown(&self, rule: Rule, known: &[&str], diagnostics: &mut Diagnostics) {
        self.reject_unknown_with(rule, known, |_| None, diagnostics);
    }

    /// The same, with special help for some unknown keys.
    pub fn reject_unknown_with(
        &self,
        rule: Rule,
        known: &[&str],
        help: impl Fn(&str) -> Option<&'static str>,
        diagnostics: &mut Diagnostics,
    ) {
        let is_unknown = |(key, node): &&(Spanned<String>, Node)| {
            !known.contains(&key.value.as_str()) && !matches!(node.value, Value::Rejected)
        };
        for (key, _) in self.entries.iter().filter(is_unknown) {
            let message = format!("unknown key `{}` in {}", key.value, self.what);
            let near = || suggest::nearest(&key.value, known.iter().copied()).map(|near| Help::meant(&key.value, near));
            let help = help(&key.value).map(Help::from).or_else(near);
            let help = help.unwrap_or_else(|| format!("known keys: {}", known.join(", ")).into());
            diagnostics.push(Diagnostic::new(rule, key.span, message).help(help));
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

    /// The text under an optional key.
    pub fn text(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Text<'a>> {
        self.get(key).and_then(|node| text(node, format_args!("`{key}` of {}", self.what), diagnostics))
    }

    /// The boolean under an optional key; false by default.
    pub fn flag(&self, key: &str, diagnostics: &mut Diagnostics) -> bool {
        let Some(node) = self.get(key) else { return false };
        let what = format_args!("`{key}` of {}", self.what);
        let Value::Scalar(scalar) = &node.value else {
            wrong_kind(node, what, FLAG, &node.value, diagnostics);
            return false;
        };
        let meant = scalar.quoted_bool();
        if meant.is_some() {
            let unquoted = Help::instead("remove the quotes", scalar.text.as_str());
            let message = format!("{what} must be {FLAG}, but the quotes make this text");
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, node.span, message).help(unquoted));
        } else if scalar.as_bool().is_none() {
            wrong_kind(node, what, FLAG, &node.value, diagnostics);
        }
        scalar.as_bool().or(meant) == Some(true)
    }

    /// The name under an optional key. It may contain `::`.
    pub fn name(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
        let text = self.text(key, diagnostics)?;
        self.checked_name(text, key, "write it, or remove the key", diagnostics)
    }

    /// The name under a required key.
    pub fn require_name(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
        let text = self.require_text(key, diagnostics)?;
        self.checked_name(text, key, "write it", diagnostics)
    }

    /// A name; `if_empty` says what to do if there is none.
    fn checked_name(
        &self,
        text: Text,
        key: &str,
        if_empty: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Spanned<String>> {
        if !text.is_identifier() {
            let is = format!("not a valid name for `{key}` of {}", self.what);
            let help = if text.is_empty() { if_empty } else { QUALIFIED_NAME };
            diagnostics.push(no_name(text, rules::WRONG_NODE, &is).help(help));
            return None;
        }
        Some(text.to_spanned())
    }

    /// Names separated by commas, or a YAML list of names; empty if the key is absent.
    pub fn names(&self, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let pieces = self.pieces(node, key, diagnostics);
        for piece in pieces.iter().filter(|piece| piece.is_empty()) {
            diagnostics.push(no_name(*piece, rules::WRONG_NODE, "").help(NO_ITEM));
        }
        let names: Vec<_> = pieces.into_iter().filter(|piece| !piece.is_empty()).map(Text::to_spanned).collect();
        check_twice(&names, format_args!("`{key}` of {}", self.what), diagnostics);
        names
    }

    /// The same for names that do not refer to anything in the YAML.
    pub fn free_names(&self, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let pieces = self.pieces(node, key, diagnostics);
        pieces.into_iter().filter_map(|piece| self.checked_name(piece, key, NO_ITEM, diagnostics)).collect()
    }

    fn pieces(&self, node: &'a Node, key: &str, diagnostics: &mut Diagnostics) -> Vec<Text<'a>> {
        let mut read = |node| text(node, format_args!("`{key}` of {}", self.what), diagnostics);
        match &node.value {
            Value::Sequence(items) => items.iter().filter_map(read).collect(),
            _ => read(node).map_or(Vec::new(), |text| text.split(',')),
        }
    }

    pub fn missing(&self, key: &str, diagnostics: &mut Diagnostics) {
        // The key may be the one whose value was rejected.
        if !self.any_rejected() {
            diagnostics.push(self.without(key));
        }
    }

    /// The diagnostic for a missing key.
    pub fn without(&self, key: &str) -> Diagnostic {
        Diagnostic::new(rules::MISSING_KEY, self.span, format!("{} has no `{key}`", self.what))
    }
}

/// Reports every name that also occurs earlier in the list.
pub fn check_twice(names: &[Spanned<String>], what: fmt::Arguments, diagnostics: &mut Diagnostics) {
    let mut earlier: BTreeMap<&str, &Spanned<String>> = BTreeMap::new();
    for name in names {
        let first = *earlier.entry(&name.value).or_insert(name);
        if !std::ptr::eq(first, name) {
            let message = format!("{what} lists `{}` twice", name.value);
            let problem = Diagnostic::new(rules::NAMED_TWICE, name.span, message);
            let fix = Fix::new("remove it", [Change::RemoveItem(name.span)]);
            diagnostics.push(problem.label(first.span, "first listed here").fix(fix));
        }
    }
}

/// The text of a node, which must be a scalar that is not empty.
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

/// Reports a node of the wrong kind, unless the YAML reader has rejected it already.
pub fn wrong_kind(node: &Node, what: fmt::Arguments, wanted: &str, found: &Value, diagnostics: &mut Diagnostics) {
    if matches!(found, Value::Rejected) {
        return;
    }
    let message = match found {
        Value::Scalar(scalar) if is_quotable(scalar) => {
            format!("{what} must be {wanted}, but this is `{}`", scalar.text)
        }
        _ => format!("{what} must be {wanted}, but this is {}", found.kind()),
    };
    let help = match wanted {
        "a mapping" => Some("write `key : value` lines under it"),
        "a list" => Some("begin each item with `- `"),
        "text" => Some("write a single value"),
        _ => None,
    };
    diagnostics.push(Diagnostic::new(rules::WRONG_NODE, node.span, message).maybe_help(help.map(str::to_owned)));
}

/// Reports that a text is not what it should be, such as `not a valid argument name`, or that it is empty.
pub fn no_name(text: Text, rule: Rule, is: &str) -> Diagnostic {
    let message = match text.is_empty() {
        true => "a name is missing here".to_owned(),
        false => format!("`{}` is {is}", text.folded()),
    };
    Diagnostic::new(rule, text.span(), message)
}

/// Whether a scalar is short enough to be quoted in a message, and not empty.
fn is_quotable(scalar: &Scalar) -> bool {
    (1..=40).contains(&scalar.text.len()) && !scalar.text.contains('\n') && !scalar.is_empty_plain()
}
