//! The documents that are open in the client.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use crate::position::{Encoding, Lines};
use crate::uri;

/// An open document.
#[derive(Debug)]
pub struct Document {
    pub uri: Uri,
    /// `None` if it is not a file.
    pub path: Option<PathBuf>,
    pub version: i32,
    pub text: Arc<str>,
}

/// All open documents, by their URIs.
#[derive(Debug, Default)]
pub struct Documents(BTreeMap<String, Document>);

impl Documents {
    /// Returns the document's path, if it is a file.
    pub fn open(&mut self, uri: Uri, version: i32, text: String) -> Option<PathBuf> {
        let path = uri::to_path(&uri);
        let key = uri.as_str().to_owned();
        self.0.insert(key, Document { uri, path: path.clone(), version, text: text.into() });
        path
    }

    pub fn close(&mut self, uri: &Uri) -> Option<Document> {
        self.0.remove(uri.as_str())
    }

    /// Applies changes in order.
    pub fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<&Document> {
        let document = self.0.get_mut(uri.as_str())?;
        let mut text = document.text.to_string();
        for change in changes {
            apply(&mut text, change, encoding);
        }
        (document.text, document.version) = (text.into(), version);
        Some(document)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Document> {
        self.0.values()
    }

    /// The open document of a file.
    pub fn at(&self, path: &std::path::Path) -> Option<&Document> {
        self.0.values().find(|document| document.path.as_deref() == Some(path))
    }

    /// The texts of all open files, by path.
    pub fn texts(&self) -> BTreeMap<PathBuf, Arc<str>> {
        let files = self.0.values().filter_map(|document| Some((document.path.clone()?, Arc::clone(&document.text))));
        files.collect()
    }
}

fn apply(text: &mut String, change: TextDocumentContentChangeEvent, encoding: Encoding) {
    match change.range {
        None => *text = change.text,
        Some(range) => {
            let lines = Lines::of(text);
            let [one, other] = [range.start, range.end].map(|position| lines.offset(text, position, encoding));
            text.replace_range(one.min(other)..one.max(other), &change.text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::{Position, Range};

    #[test]
    fn changes_build_on_each_other() {
        let mut documents = Documents::default();
        let uri: Uri = "file:///a.yaml".parse().expect("it is a URI");
        documents.open(uri.clone(), 1, "é a\nb\n".to_owned());
        let at = |line, column| Position::new(line, column);
        let change = |start, end, text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(start, end)),
            range_length: None,
            text: text.to_owned(),
        };
        let changes = vec![
            change(at(0, 2), at(1, 0), "x\n\n"),
            change(at(2, 1), at(9, 9), "c"),
            // The wrong way round.
            change(at(0, 1), at(0, 0), ""),
        ];
        let document = documents.change(&uri, 2, changes, Encoding::Utf16).expect("it is open");
        assert_eq!((&*document.text, document.version), (" x\n\nbc", 2));
    }
}
