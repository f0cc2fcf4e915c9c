//! The edits that carry out a diagnostic's help line.

use crate::distance::is_typo;
use crate::file::Span;

/// The help line of a diagnostic and, if a program can do what it says, the changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// The help line.
    pub text: String,
    /// The changes that do what the line says.
    pub fix: Option<Fix>,
}

/// Changes that only make sense together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// An imperative that says what the changes do, such as "write `relu`".
    pub title: String,
    /// The changes. Their order does not matter.
    pub changes: Vec<Change>,
    /// Whether there is no doubt what was meant, so that nobody needs to look at the changes first.
    pub certain: bool,
}

/// One change, independent of how the file is laid out. [`Editor`](crate::Editor) turns it into edits of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Replaces the text that the diagnostic underlines.
    ReplaceUnderlined {
        /// If this is given and the file contains something else there, such as an escaped string, the change does not
        /// apply.
        expected: Option<String>,
        /// The new text.
        text: String,
    },
    /// Replaces the text of some other span.
    Replace {
        /// The old text.
        span: Span,
        /// The new text.
        text: String,
    },
    /// Adds a key and a value at the end of a mapping.
    AddKey {
        /// A span; the innermost mapping around it is meant.
        within: Span,
        /// If given, the key goes into the mapping under this key instead, which is added if it is absent.
        under: Option<String>,
        /// The key to add.
        key: String,
        /// Its value, as YAML.
        value: String,
    },
    /// Adds a name at the end of a list.
    AddName {
        /// A span; the innermost mapping around it has the list.
        within: Span,
        /// The key of the list, which is added if it is absent.
        key: String,
        /// The name to add.
        name: String,
    },
    /// Removes an item from a list, with its comma or its line.
    RemoveItem(Span),
    /// Removes a key and its value from a mapping.
    RemoveKey {
        /// A span; the innermost mapping around it is meant.
        within: Span,
        /// The key to remove.
        key: String,
    },
    /// Moves the entry that contains the first span to the position after the entry that contains the second. The file
    /// must be a list.
    MoveAfter(Span, Span),
    /// Moves the entry that contains the first span to the position before the entry that contains the second.
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
    /// "did you mean ...?", with a change that replaces the underlined name. It is certain if one is a misspelling of the other.
    pub fn meant(written: &str, near: &str) -> Self {
        let change = Change::ReplaceUnderlined { expected: Some(written.to_owned()), text: near.to_owned() };
        let fix = Fix { certain: is_typo(written, near), ..Fix::new(format!("write `{near}`"), [change]) };
        Help { text: format!("did you mean `{near}`?"), fix: Some(fix) }
    }

    /// A help line with a change that replaces whatever the diagnostic underlines.
    pub fn instead(help: impl Into<String>, text: impl Into<String>) -> Self {
        Help::from(help.into()).with(Change::ReplaceUnderlined { expected: None, text: text.into() })
    }

    /// Adds a change. The first one makes the help line the title of the fix, so the line should be an imperative.
    pub fn with(self, change: Change) -> Self {
        let Help { text, fix } = self;
        let mut fix = fix.unwrap_or_else(|| Fix::new(text.clone(), []));
        fix.changes.push(change);
        Help { text, fix: Some(fix) }
    }

    /// Makes the fix certain, or not.
    pub fn certain(mut self, certain: bool) -> Self {
        if let Some(fix) = &mut self.fix {
            fix.certain = certain;
        }
        self
    }

    /// Sets the title of the fix, which editors show on a button.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        if let Some(fix) = &mut self.fix {
            fix.title = title.into();
        }
        self
    }
}

impl Fix {
    /// Changes under a title, of which it is not certain that they are what was meant.
    pub fn new(title: impl Into<String>, changes: impl IntoIterator<Item = Change>) -> Self {
        Fix { title: title.into(), changes: changes.into_iter().collect(), certain: false }
    }

    /// Changes under a title, of which there is no doubt.
    pub fn certain(title: impl Into<String>, changes: impl IntoIterator<Item = Change>) -> Self {
        Fix { certain: true, ..Fix::new(title, changes) }
    }
}
