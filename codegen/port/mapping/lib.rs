//! Mapping documents: each describes how an API of one framework maps to another framework, and an index lists them all.
//!
//! A document has fixed parts in a fixed order, and is read line by line, not as Markdown. This room knows nothing of operators.

#![deny(missing_docs)]

mod aliases;
mod checks;
mod document;
mod files;
mod format;
mod index;
mod lines;
mod metadata;
mod rules;

use std::path::Path;

use indexmap::IndexMap;
use rayon::prelude::*;
use source::{Catalogue, Diagnostic, Diagnostics, FileId, Sources, read};

pub use document::{Api, Argument, Document, Row, Signature, Table};
pub use files::{Files, NoDocuments};
pub use format::Kind;
pub use index::Expanded;

use aliases::Aliases;
use document::Expected;
use files::FileRole;
use index::Index;

/// The rules of this room, with their pages.
pub const CATALOGUE: Catalogue = Catalogue::new(&[rules::ALL]);

/// The documents of a folder, their index and the aliases, with all findings.
#[derive(Debug, Default)]
pub struct Mappings {
    /// The files that were read.
    pub sources: Sources,
    /// The findings.
    pub diagnostics: Diagnostics,
    /// Ordered by their APIs.
    documents: Vec<Document>,
    index: Option<Index>,
    aliases: Option<Aliases>,
}

impl Mappings {
    /// Reads and checks everything in a folder.
    ///
    /// # Errors
    /// The folder has no mapping documents.
    pub fn read(folder: &Path) -> Result<Mappings, NoDocuments> {
        Ok(Mappings::of(Files::read(folder)?))
    }

    /// Checks files that have been read.
    pub fn of(files: Files) -> Mappings {
        let mut mappings = Mappings::default();
        let (mut documents, mut beside) = (Vec::new(), Vec::new());
        for (path, bytes) in files.0 {
            let read = read::from_result(bytes, &path, &mut mappings.sources, &mut mappings.diagnostics);
            let (Ok(Some(id)), Some(role)) = (read, files::role(&path)) else { continue };
            match role {
                FileRole::Document(expected) => documents.push((path, expected, id)),
                FileRole::Unread => mappings.diagnostics.push(checks::not_read(id)),
                FileRole::Index | FileRole::Aliases => beside.push((role, id)),
            }
        }
        mappings.read_documents(documents);
        for (role, id) in beside {
            mappings.read_other_file(&role, id);
        }
        mappings
    }

    fn read_documents(&mut self, files: Vec<(String, Expected, FileId)>) {
        let sources = &self.sources;
        let read = |(path, expected, id): (String, Expected, FileId)| {
            let (document, mut problems) = document::read(sources.file(id).text(), id, path, &expected);
            checks::check(&document, &mut problems);
            (document, problems)
        };
        let all: Vec<(Document, Vec<Diagnostic>)> = files.into_par_iter().with_min_len(16).map(read).collect();
        for (document, problems) in all {
            self.documents.push(document);
            for problem in problems {
                self.diagnostics.push(problem);
            }
        }
        self.documents.sort_by(|one, other| (one.title(), &one.path).cmp(&(other.title(), &other.path)));
        checks::check_together(&self.documents, &self.sources, &mut self.diagnostics);
    }

    /// Reads the index or the aliases.
    fn read_other_file(&mut self, role: &FileRole, file: FileId) {
        let (text, diagnostics) = (self.sources.file(file).text(), &mut self.diagnostics);
        match role {
            FileRole::Index => {
                let index = Index::read(text, file, diagnostics);
                index.check(&by_api(&self.documents), diagnostics);
                self.index = Some(index);
            }
            FileRole::Aliases => {
                let aliases = Aliases::read(text, file, diagnostics);
                aliases.check(&by_api(&self.documents), diagnostics);
                self.aliases = Some(aliases);
            }
            FileRole::Document(_) | FileRole::Unread => {}
        }
    }

    /// The number of documents, and the number of complete ones.
    pub fn counts(&self) -> (usize, usize) {
        (self.documents.len(), complete(&self.documents).count())
    }

    /// The complete documents as a JSON array, ordered by their APIs.
    pub fn metadata(&self) -> String {
        metadata::json(complete(&self.documents))
    }

    /// Commands for the index, one for each alias. `None` if there is no file of aliases.
    pub fn alias_commands(&self) -> Option<String> {
        Some(self.aliases.as_ref()?.commands(&by_api(&self.documents)))
    }

    /// The index with its commands expanded. `None` if there is no index.
    pub fn expanded(&self) -> Option<Expanded> {
        Some(self.index.as_ref()?.expand(&by_api(&self.documents)))
    }

    /// The path of the index in the folder, or that of its preview.
    pub fn output(only_preview: bool) -> &'static str {
        if only_preview { format::PREVIEW } else { format::INDEX }
    }
}

/// The path of the aliases in a folder of documents.
pub const ALIASES: &str = format::ALIASES;

/// Complete documents by API. If an API has several, the last one counts.
type ByApi<'a> = IndexMap<&'a str, &'a Document>;

fn by_api(documents: &[Document]) -> ByApi<'_> {
    complete(documents).map(|document| (document.title(), document)).collect()
}

fn complete(documents: &[Document]) -> impl Iterator<Item = &Document> {
    documents.iter().filter(|document| document.is_complete)
}
