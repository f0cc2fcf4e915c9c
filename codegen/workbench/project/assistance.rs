//! What an editor asks of a framework: what the names in files mean, and which names fit somewhere.

use std::ops::Range;
use std::path::PathBuf;

use source::Span;

/// The kind of symbols that say something of operators, and may have the name of one.
pub const TAG: &str = "tag";

/// Something that has a name. Equal symbols mean the same thing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol {
    /// The kind of thing, in one word.
    pub kind: &'static str,
    /// The complete name.
    pub name: String,
}

/// A place where a name is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The place.
    pub span: Span,
    /// What the name means.
    pub symbol: Symbol,
    /// True if this defines the symbol.
    pub is_definition: bool,
}

/// A place in a C++ file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CppPlace {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The bytes of the name.
    pub range: Range<usize>,
}

/// A new name for something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    /// What gets the name.
    pub symbol: Symbol,
    /// The name.
    pub new: String,
}

/// A place where a name is to be completed.
#[derive(Debug, Clone, Copy)]
pub struct CompletionSite<'a> {
    /// The key of the file's kind.
    pub kind: &'a str,
    /// The keys around the place, the outermost first.
    pub path: &'a [&'a str],
    /// True if a key is to be completed, and not a value.
    pub is_key: bool,
    /// The text of the entry around the place.
    pub entry: &'a str,
    /// The text of the value before the name at the place. Empty for a key.
    pub before: &'a str,
}

/// A name that fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The name.
    pub label: String,
    /// One line about it. May be empty.
    pub about: String,
}

impl Mention {
    /// A mention of a symbol.
    pub fn new(span: Span, kind: &'static str, name: impl Into<String>) -> Self {
        Mention { span, symbol: Symbol { kind, name: name.into() }, is_definition: false }
    }

    /// The same, as the definition of the symbol.
    pub fn definition(self) -> Self {
        Mention { is_definition: true, ..self }
    }
}

impl Offer {
    /// Offers without more to say about them.
    pub fn plain<'a>(labels: impl IntoIterator<Item = &'a str>) -> Vec<Offer> {
        labels.into_iter().map(|label| Offer { label: label.to_owned(), about: String::new() }).collect()
    }
}
