//! What completion offers.

use lsp_types::CompletionItemKind;

/// Something to offer at the cursor.
pub struct Offer {
    /// What the client shows.
    pub label: String,
    /// What is inserted.
    pub insert: String,
    /// True if that is a snippet.
    pub is_snippet: bool,
    /// The kind, for which clients have icons.
    pub kind: CompletionItemKind,
    /// A few words behind the label.
    pub detail: Option<String>,
    /// Markdown.
    pub documentation: Option<String>,
    /// The operator whose documentation is added when the client asks for it.
    pub op: Option<String>,
    /// Offers with a lower rank come first.
    pub rank: u8,
}

impl Offer {
    /// An offer that is inserted as it is shown.
    pub fn new(label: &str, kind: CompletionItemKind) -> Self {
        let (label, insert) = (label.to_owned(), label.to_owned());
        Offer { label, insert, is_snippet: false, kind, detail: None, documentation: None, op: None, rank: 0 }
    }
}

/// Whether a bracket is open at the end of a text.
pub fn is_open(before: &str, open: char, close: char) -> bool {
    before.matches(open).count() > before.matches(close).count()
}
