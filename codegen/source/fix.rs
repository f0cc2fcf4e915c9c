//! Changes of text that do what a finding's help says.

use crate::file::Span;

/// What to do about a finding: a line of text and, if a program can do it, the changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    pub text: String,
    pub fix: Option<Fix>,
}

/// Changes that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What they do, as an order: "write `relu`".
    pub title: String,
    pub changes: Vec<Change>,
}

/// A change, independent of how the file is laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Other text for the finding's own span. If the source is to have a certain text there, which an escaped string has
    /// not, it is `instead_of`.
    Own { instead_of: Option<String>, text: String },
    /// Other text for a span.
    Replace { span: Span, text: String },
    /// A key with its value at the end of the mapping that has the span, or of the mapping under one of its keys.
    AddKey { within: Span, under: Option<String>, key: String, value: String },
    /// A name at the end of the list under a key of the mapping that has the span. The key is added if it is absent.
    AddName { within: Span, key: String, name: String },
    /// An item of a list is removed, with its comma or its line.
    RemoveItem(Span),
    /// A key of the mapping that has the span is removed, with its value.
    RemoveKey { within: Span, key: String },
    /// The item of a file's list that has the first span is moved behind the one that has the second.
    MoveBehind(Span, Span),
    /// The same, before the other.
    MoveBefore(Span, Span),
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        Help { text: text.to_owned(), fix: None }
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Help { text, fix: None }
    }
}

impl Help {
    /// Offers another name for the one that the finding underlines.
    pub fn meant(instead_of: &str, near: &str) -> Self {
        let change = Change::Own { instead_of: Some(instead_of.to_owned()), text: near.to_owned() };
        Help { text: format!("did you mean `{near}`?"), fix: Some(Fix::new(format!("write `{near}`"), [change])) }
    }

    /// Offers other text for what the finding underlines.
    pub fn instead(help: impl Into<String>, text: impl Into<String>) -> Self {
        Help::from(help.into()).with(Change::Own { instead_of: None, text: text.into() })
    }

    /// The help is an order, which these changes carry out.
    pub fn with(self, change: Change) -> Self {
        let Help { text, fix } = self;
        let mut fix = fix.unwrap_or_else(|| Fix::new(text.clone(), []));
        fix.changes.push(change);
        Help { text, fix: Some(fix) }
    }

    /// Says on a button what the changes do.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        if let Some(fix) = &mut self.fix {
            fix.title = title.into();
        }
        self
    }
}

impl Fix {
    pub fn new(title: impl Into<String>, changes: impl IntoIterator<Item = Change>) -> Self {
        Fix { title: title.into(), changes: changes.into_iter().collect() }
    }
}
