//! What diagnostics and edits need of a project: its files, and the places in them.

use std::path::Path;

use lsp_types::{Location, Range};
use source::{FileId, Span};

/// A project's files, and the places in them, as a client knows them.
pub trait Located {
    /// The path of a file. `None` if it is not a file on disk.
    fn path(&self, file: FileId) -> Option<&Path>;
    /// The text of a file.
    fn text(&self, file: FileId) -> &str;
    /// A span in lines and columns.
    fn range(&self, span: Span) -> Range;
    /// A span with its file. `None` if that is not a file on disk.
    fn location(&self, span: Span) -> Option<Location>;
}
