//! Mapping documents: for each API of one framework, how it maps to another, and the index of all of them.
//!
//! The format is that of lines, not of Markdown: a document has fixed parts in a fixed order. Knows nothing of operators.

mod aliases;
mod checks;
mod document;
mod files;
mod format;
mod index;
mod lines;
mod metadata;
pub mod rules;

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use rayon::prelude::*;
use source::{Catalogue, Diagnostic, Diagnostics, Sources, read};

pub use document::{Api, Argument, Document, Row, Signature, Table};
pub use files::NoDocuments;
pub use format::Kind;
pub use index::Expanded;

use aliases::Aliases;
use index::Index;

/// The rules that only mapping documents have.
pub const CATALOGUE: Catalogue = Catalogue::new(&[rules::ALL]);

/// The documents of a folder, their index and the aliases, with everything that is wrong with them.
#[derive(Debug)]
pub struct Mappings {
    folder: PathBuf,
    pub sources: Sources,
    pub diagnostics: Diagnostics,
    /// In the order of their APIs.
    documents: Vec<Document>,
    index: Option<Index>,
    aliases: Option<Aliases>,
}

impl Mappings {
    /// Reads and checks everything.
    ///
    /// # Errors
    /// The folder has no mapping documents.
    pub fn read(folder: &Path) -> Result<Mappings, NoDocuments> {
        let found = files::find(folder)?;
        let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
        let bytes: Vec<_> = found.documents.par_iter().map(|file| read::bytes(&folder.join(&file.path))).collect();
        let mut readable = Vec::new();
        for (file, bytes) in found.documents.iter().zip(bytes) {
            if let Ok(Some(id)) = read::from_result(bytes, &file.path, &mut sources, &mut diagnostics) {
                readable.push((file, id));
            }
        }
        for name in &found.unread {
            diagnostics.push(checks::not_read(name, folder, &mut sources));
        }
        let read_one = |(file, id): (&files::DocumentFile, _)| {
            let (document, mut problems) = document::read(sources.file(id).text(), id, file.path.clone(), &file.expected);
            checks::check(&document, &mut problems);
            (document, problems)
        };
        let all: Vec<(Document, Vec<Diagnostic>)> = readable.into_par_iter().with_min_len(16).map(read_one).collect();
        let mut documents = Vec::with_capacity(all.len());
        for (document, problems) in all {
            documents.push(document);
            problems.into_iter().for_each(|problem| diagnostics.push(problem));
        }
        documents.sort_by(|one, other| (one.title(), &one.path).cmp(&(other.title(), &other.path)));
        checks::check_together(&documents, &sources, &mut diagnostics);
        let mut mappings = Mappings { folder: folder.to_owned(), sources, diagnostics, documents, index: None, aliases: None };
        mappings.read_index();
        mappings.read_aliases();
        Ok(mappings)
    }

    fn read_index(&mut self) {
        let Mappings { folder, sources, diagnostics, .. } = self;
        if let Ok(Some(id)) = read::read(&folder.join(format::INDEX), format::INDEX, sources, diagnostics) {
            let index = Index::read(self.sources.file(id).text(), id, &mut self.diagnostics);
            index.check(&by_api(&self.documents), &mut self.diagnostics);
            self.index = Some(index);
        }
    }

    fn read_aliases(&mut self) {
        let Mappings { folder, sources, diagnostics, .. } = self;
        if let Ok(Some(id)) = read::read(&folder.join(format::ALIASES), format::ALIASES, sources, diagnostics) {
            let aliases = Aliases::read(self.sources.file(id).text(), id, &mut self.diagnostics);
            aliases.check(&by_api(&self.documents), &mut self.diagnostics);
            self.aliases = Some(aliases);
        }
    }

    /// The number of documents, and of those that are complete.
    pub fn counts(&self) -> (usize, usize) {
        (self.documents.len(), complete(&self.documents).count())
    }

    /// What the complete documents say, as a JSON array in the order of their APIs.
    pub fn metadata(&self) -> String {
        metadata::json(complete(&self.documents))
    }

    /// The commands that stand for the aliases in the index, if there is a file of aliases.
    pub fn alias_commands(&self) -> Option<String> {
        Some(self.aliases.as_ref()?.commands(&by_api(&self.documents)))
    }

    /// The path of the aliases, for messages.
    pub fn aliases_path(&self) -> PathBuf {
        self.folder.join(format::ALIASES)
    }

    /// The index with its commands expanded, if there is an index.
    pub fn expanded(&self) -> Option<Expanded> {
        Some(self.index.as_ref()?.expand(&by_api(&self.documents)))
    }

    /// The name of the index in the folder, or of the file beside it that shows what it would become.
    pub fn output(only_preview: bool) -> &'static str {
        if only_preview { format::PREVIEW } else { format::INDEX }
    }

    /// Whether a finding is about the index, or about a document.
    pub fn concerns_index(&self, finding: &Diagnostic) -> bool {
        self.sources.file(finding.span.file).name() == format::INDEX
    }
}

impl Document {
    /// The API in the title; empty if there is none.
    fn title(&self) -> &str {
        self.api.as_ref().map_or("", |api| api.as_str())
    }
}

/// Complete documents by API. The last of several documents of an API counts.
type ByApi<'a> = IndexMap<&'a str, &'a Document>;

fn by_api(documents: &[Document]) -> ByApi<'_> {
    complete(documents).map(|document| (document.title(), document)).collect()
}

fn complete(documents: &[Document]) -> impl Iterator<Item = &Document> {
    documents.iter().filter(|document| document.is_complete)
}
