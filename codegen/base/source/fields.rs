//! Reads the entries of a mapping by key. Reports keys that are unknown or missing, and values of the wrong kind.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{Span, Spanned};
use crate::fix::{Change, Fix, Help};
use crate::rule::Rule;
use crate::rules;
use crate::suggest;
use crate::text::Text;
use crate::yaml::{Node, Scalar, Value};

/// A help line that describes a valid name.
pub const NAME: &str = "a name has only letters, digits and `_`, and does not begin with a digit";

/// A help line that describes a valid name which may be qualified.
const QUALIFIED_NAME: &str = "a name has only letters, digits, `_` and `::`, and does not begin with a digit";

/// Describes the values of a flag in a message.
const FLAG: &str = "`true` or `false`";

/// The help line for an empty item in a list of names.
const EMPTY_ITEM_HELP: &str = "write it, or remove the empty item";

/// The words by which messages refer to a mapping, such as "the operator `abs`". Files have many mappings and few
/// mistakes, so the words for a mapping inside another are put together only if there is a message.
#[derive(Clone)]
pub enum Subject<'a> {
    /// Words that are ready.
    Text(String),
    /// Words that are formatted when they are needed.
    Shown(&'a dyn fmt::Display),
    /// "`key` of ...": the mapping under a key of another.
    Under {
        /// The key.
        key: &'a str,
        /// The words for the outer mapping.
        of: &'a dyn fmt::Display,
    },
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Text(text) => f.write_str(text),
            Subject::Shown(what) => what.fmt(f),
            Subject::Under { key, of } => write!(f, "`{key}` of {of}"),
        }
    }
}

/// One mapping whose entries are to be read.
pub struct Fields<'a> {
    /// The words by which messages refer to the mapping.
    pub what: Subject<'a>,
    /// The span to underline when a key is missing: the first key, or the name of what the mapping describes.
    pub span: Span,
    entries: &'a [(Spanned<String>, Node)],
    /// The keys that unknown ones were probably meant to be.
    misspelt: RefCell<Vec<String>>,
}

impl<'a> Fields<'a> {
    /// The entries of a node. Reports a node that is not a mapping.
    pub fn of(node: &'a Node, what: fmt::Arguments, diagnostics: &mut Diagnostics) -> Option<Self> {
        Fields::of_part(node, Subject::Text(what.to_string()), diagnostics)
    }

    /// Like [`of`](Self::of), for a mapping inside another.
    pub fn of_part(node: &'a Node, what: Subject<'a>, diagnostics: &mut Diagnostics) -> Option<Self> {
        match &node.value {
            Value::Mapping(entries) => {
                let span = entries.first().map_or(node.span, |(key, _)| key.span);
                Some(Fields { what, span, entries, misspelt: RefCell::default() })
            }
            other => {
                wrong_kind(node, format_args!("{what}"), "a mapping", other, diagnostics);
                None
            }
        }
    }

    /// Replaces the words by which messages refer to the mapping, once its name is known.
    pub fn renamed(self, what: String) -> Self {
        Fields { what: Subject::Text(what), ..self }
    }

    /// Sets the span to underline when a key is missing.
    pub fn with_span(self, span: Span) -> Self {
        Fields { span, ..self }
    }

    /// The value under a key.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.entries.iter().find(|(name, _)| name.value == key).map(|(_, node)| node)
    }

    /// The span of the key itself.
    pub fn key_span(&self, key: &str) -> Option<Span> {
        self.entries.iter().find(|(name, _)| name.value == key).map(|(name, _)| name.span)
    }

    /// All keys and values, in the order of the file.
    pub fn entries(&self) -> &'a [(Spanned<String>, Node)] {
        self.entries
    }

    /// True if a key is present although `read`, the result of reading it, is `None`.
    pub fn is_unreadable<T>(&self, key: &str, read: Option<&T>) -> bool {
        read.is_none() && self.get(key).is_some()
    }

    /// True if the YAML reader rejected the value of at least one key.
    pub fn any_rejected(&self) -> bool {
        self.entries.iter().any(|(_, node)| matches!(node.value, Value::Rejected))
    }

    /// Reports every key that is not in `known`.
    pub fn reject_unknown(&self, rule: Rule, known: &[&str], diagnostics: &mut Diagnostics) {
        self.reject_unknown_with(rule, known, |_| None, diagnostics);
    }

    /// Like [`reject_unknown`](Self::reject_unknown), with a special help line for some of the keys.
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
            let near = suggest::nearest(&key.value, known.iter().copied());
            self.misspelt.borrow_mut().extend(near.map(str::to_owned));
            let meant = || near.map(|near| Help::meant(&key.value, near));
            let help = help(&key.value).map(Help::from).or_else(meant);
            let help = help.unwrap_or_else(|| format!("known keys: {}", known.join(", ")).into());
            diagnostics.push(Diagnostic::new(rule, key.span, message).help(help));
        }
    }

    /// The text under a required key. Reports a missing key.
    pub fn require_text(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Text<'a>> {
        match self.get(key) {
            Some(node) => text(node, format_args!("`{key}` of {}", self.what), diagnostics),
            None => {
                self.report_missing(key, diagnostics);
                None
            }
        }
    }

    /// The text under an optional key.
    pub fn text(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Text<'a>> {
        self.get(key).and_then(|node| text(node, format_args!("`{key}` of {}", self.what), diagnostics))
    }

    /// The boolean under an optional key. False if the key is absent.
    pub fn flag(&self, key: &str, diagnostics: &mut Diagnostics) -> bool {
        let Some(node) = self.get(key) else { return false };
        let what = format_args!("`{key}` of {}", self.what);
        let Value::Scalar(scalar) = &node.value else {
            wrong_kind(node, what, FLAG, &node.value, diagnostics);
            return false;
        };
        let without_quotes = scalar.quoted_bool();
        if without_quotes.is_some() {
            let unquoted = Help::instead("remove the quotes", scalar.text.as_str()).certain(true);
            let message = format!("{what} must be {FLAG}, but the quotes make this text");
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, node.span, message).help(unquoted));
        } else if scalar.as_bool().is_none() {
            wrong_kind(node, what, FLAG, &node.value, diagnostics);
        }
        scalar.as_bool().or(without_quotes) == Some(true)
    }

    /// The name under an optional key. It may contain `::`.
    pub fn name(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
        let text = self.text(key, diagnostics)?;
        self.checked_name(text, key, "write it, or remove the key", diagnostics)
    }

    /// The name under a required key. It may contain `::`. Reports a missing key.
    pub fn require_name(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
        let text = self.require_text(key, diagnostics)?;
        self.checked_name(text, key, "write it", diagnostics)
    }

    /// A text that must be a name. `if_empty` is the help line for an empty one.
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
            diagnostics.push(invalid_name(text, rules::WRONG_NODE, &is).help(help));
            return None;
        }
        Some(text.to_spanned())
    }

    /// Names separated by commas, or a YAML list of names. Reports duplicates; a check against the names in the project
    /// is left to the caller. Empty if the key is absent.
    pub fn names(&self, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let pieces = self.pieces(node, key, diagnostics);
        for piece in pieces.iter().filter(|piece| piece.is_empty()) {
            diagnostics.push(invalid_name(*piece, rules::WRONG_NODE, "").help(EMPTY_ITEM_HELP));
        }
        let names: Vec<_> = pieces.into_iter().filter(|piece| !piece.is_empty()).map(Text::to_spanned).collect();
        report_duplicates(&names, format_args!("`{key}` of {}", self.what), diagnostics);
        names
    }

    /// Like [`names`](Self::names), for a required key. Reports a missing key, and a list without names.
    pub fn require_names(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Vec<Spanned<String>>> {
        let Some(node) = self.get(key) else {
            self.report_missing(key, diagnostics);
            return None;
        };
        let names = self.names(key, diagnostics);
        if matches!(&node.value, Value::Sequence(items) if items.is_empty()) {
            let message = format!("`{key}` of {} is empty", self.what);
            diagnostics.push(Diagnostic::new(rules::WRONG_NODE, node.span, message).help("write at least one name"));
        }
        (!names.is_empty()).then_some(names)
    }

    /// Like [`names`](Self::names), for names that are defined outside the YAML, such as C++ classes. The only check is
    /// that each is a valid name.
    pub fn external_names(&self, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let pieces = self.pieces(node, key, diagnostics);
        pieces.into_iter().filter_map(|piece| self.checked_name(piece, key, EMPTY_ITEM_HELP, diagnostics)).collect()
    }

    fn pieces(&self, node: &'a Node, key: &str, diagnostics: &mut Diagnostics) -> Vec<Text<'a>> {
        let mut read = |node| text(node, format_args!("`{key}` of {}", self.what), diagnostics);
        match &node.value {
            Value::Sequence(items) => items.iter().filter_map(read).collect(),
            _ => read(node).map_or(Vec::new(), |text| text.split(',')),
        }
    }

    /// True if an unknown key was reported that is probably a misspelt one.
    pub fn any_misspelt(&self) -> bool {
        !self.misspelt.borrow().is_empty()
    }

    /// Reports a missing key, unless it was misspelt, or the YAML reader rejected a value, which may belong to it.
    pub fn report_missing(&self, key: &str, diagnostics: &mut Diagnostics) {
        if !self.any_rejected() && !self.misspelt.borrow().iter().any(|misspelt| misspelt == key) {
            diagnostics.push(self.missing_key(key));
        }
    }

    /// The diagnostic for a missing key.
    pub fn missing_key(&self, key: &str) -> Diagnostic {
        Diagnostic::new(rules::MISSING_KEY, self.span, format!("{} has no `{key}`", self.what))
    }
}

/// Reports every name that occurs earlier in the list.
pub fn report_duplicates(names: &[Spanned<String>], what: fmt::Arguments, diagnostics: &mut Diagnostics) {
    let mut earlier: BTreeMap<&str, &Spanned<String>> = BTreeMap::new();
    for name in names {
        let first = *earlier.entry(&name.value).or_insert(name);
        if !std::ptr::eq(first, name) {
            let message = format!("{what} lists `{}` twice", name.value);
            let problem = Diagnostic::new(rules::NAMED_TWICE, name.span, message);
            let fix = Fix::certain("remove it", [Change::RemoveItem(name.span)]);
            diagnostics.push(problem.label(first.span, "first listed here").fix(fix));
        }
    }
}

/// The text of a node. Reports a node that is empty or not a scalar.
pub fn text<'a>(node: &'a Node, what: fmt::Arguments, diagnostics: &mut Diagnostics) -> Option<Text<'a>> {
    let text = Text::of(node);
    if text.is_none() {
        wrong_kind(node, what, "text", &node.value, diagnostics);
    }
    text
}

/// The items of a node. Reports a node that is not a list.
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
    let help = match (wanted, found) {
        ("a mapping", _) => Some("write `key : value` lines under it".to_owned()),
        ("a list", _) => Some("begin each item with `- `".to_owned()),
        ("text", Value::Sequence(items)) => Some(match joined(items) {
            Some(text) => format!("write text: `{text}`"),
            None => "write a single value".to_owned(),
        }),
        ("text", _) => Some("write a single value".to_owned()),
        _ => None,
    };
    diagnostics.push(Diagnostic::new(rules::WRONG_NODE, node.span, message).maybe_help(help));
}

/// The items of a short list as one text with commas. `None` if some are not texts.
fn joined(items: &[Node]) -> Option<String> {
    let text = |item: &Node| match &item.value {
        Value::Scalar(scalar) if is_quotable(scalar) => Some(scalar.text.clone()),
        _ => None,
    };
    let texts = items.iter().map(text).collect::<Option<Vec<_>>>()?;
    (1..=6).contains(&texts.len()).then(|| texts.join(", "))
}

/// The diagnostic for a text that should be a name. `is` completes the sentence, such as "not a valid argument name".
pub fn invalid_name(text: Text, rule: Rule, is: &str) -> Diagnostic {
    let message = match text.is_empty() {
        true => "a name is missing here".to_owned(),
        false => format!("`{}` is {is}", text.folded()),
    };
    Diagnostic::new(rule, text.span(), message)
}

/// True if a scalar is not empty, and short enough to be quoted in a message.
fn is_quotable(scalar: &Scalar) -> bool {
    (1..=40).contains(&scalar.text.len()) && !scalar.text.contains('\n') && !scalar.is_empty_plain()
}
