//! A snapshot of a project: what was found, what its names mean, and the texts that spans refer to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use describe::Described;
use lsp_types::{Location, Position, Range};
use project::Root;
use project::any::{AnyFramework, AnyProject};
use project::assistance::{Mention, Symbol};
use project::settings::Options;
use source::path::tidy;
use source::{FileId, Span};

use crate::located::Located;
use crate::position::{Encoding, Lines};
use crate::uri;

/// A snapshot of a project.
pub struct DescribedView {
    pub root: PathBuf,
    pub project: Box<dyn AnyProject>,
    /// How positions are counted.
    pub encoding: Encoding,
    /// The key of each file's kind.
    kinds: BTreeMap<FileId, String>,
    /// The keys with which the entries of files begin that can be formatted, by the key of their kind.
    pub leading_keys: BTreeMap<String, &'static [&'static str]>,
    files: BTreeMap<PathBuf, FileId>,
    lines: BTreeMap<FileId, OnceLock<Lines>>,
    /// Ordered by file and position.
    mentions: OnceLock<Vec<Mention>>,
    operators: OnceLock<Vec<(Span, Described)>>,
}

impl DescribedView {
    /// Reads and checks a project.
    pub fn read(root: &Path, framework: &dyn AnyFramework, options: &Options, encoding: Encoding) -> Self {
        let inputs = framework.read(&Root::Tree(root.to_owned()), options);
        let kinds = inputs.files().iter().map(|(key, file)| (*file, key.clone())).collect();
        let leading = inputs.files().iter().filter_map(|(key, _)| Some((key.clone(), inputs.leading_keys(key)?)));
        let leading_keys = leading.filter(|(_, keys)| !keys.is_empty()).collect();
        let project = inputs.analyse();
        let ids = || (0..).map(FileId::from_index).zip(project.sources.files());
        let files = ids().map(|(id, file)| (tidy(&root.join(file.name())), id)).collect();
        let lines = ids().map(|(id, _)| (id, OnceLock::new())).collect();
        let (mentions, operators) = Default::default();
        DescribedView {
            root: root.to_owned(),
            encoding,
            kinds,
            leading_keys,
            files,
            lines,
            mentions,
            operators,
            project,
        }
    }

    /// The project's file at an absolute path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        self.files.get(path).copied()
    }

    /// The key of a file's kind. `None` if it has none, such as `opgen.toml`.
    pub fn kind(&self, file: FileId) -> Option<&str> {
        self.kinds.get(&file).map(String::as_str)
    }

    /// The text of a span. Empty if the span does not fit the file.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    fn lines(&self, file: FileId) -> &Lines {
        self.lines[&file].get_or_init(|| Lines::of(self.text(file)))
    }

    pub fn offset(&self, file: FileId, position: Position) -> usize {
        self.lines(file).offset(self.text(file), position, self.encoding)
    }

    /// All places where names are written.
    pub fn mentions(&self) -> &[Mention] {
        self.mentions.get_or_init(|| {
            let mut mentions = self.project.mentions();
            mentions.sort_by_key(|mention| (mention.span.file, mention.span.start, mention.span.end));
            mentions.dedup();
            mentions
        })
    }

    /// The mention at an offset, or the one that ends there.
    pub fn mention(&self, file: FileId, offset: usize) -> Option<&Mention> {
        let mentions = self.mentions();
        let end =
            mentions.partition_point(|mention| (mention.span.file, mention.span.start as usize) <= (file, offset));
        let near = mentions[..end].iter().rev().take_while(|mention| mention.span.file == file).take(NEAR);
        near.into_iter().find(|mention| offset <= mention.span.end as usize)
    }

    /// All mentions of a symbol, in order.
    pub fn mentions_of<'a>(&'a self, symbol: &'a Symbol) -> impl Iterator<Item = &'a Mention> {
        self.mentions().iter().filter(move |mention| mention.symbol == *symbol)
    }

    /// All operators, with the positions of their names.
    pub fn operators(&self) -> &[(Span, Described)] {
        self.operators.get_or_init(|| self.project.describe())
    }
}

/// The number of mentions before an offset that may reach to it: the name of an overload has that of its operator within.
const NEAR: usize = 4;

impl Located for DescribedView {
    fn path(&self, file: FileId) -> Option<&Path> {
        self.files.iter().find(|(_, id)| **id == file).map(|(path, _)| path.as_path())
    }

    fn text(&self, file: FileId) -> &str {
        self.project.sources.file(file).text()
    }

    fn range(&self, span: Span) -> Range {
        let bytes = span.start as usize..span.end as usize;
        self.lines(span.file).range(self.text(span.file), bytes, self.encoding)
    }

    fn location(&self, span: Span) -> Option<Location> {
        Some(Location::new(uri::of_path(self.path(span.file)?)?, self.range(span)))
    }
}
