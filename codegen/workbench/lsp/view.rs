//! A snapshot of a project: linked operators, and the texts that spans refer to.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use lsp_types::{Location, Position, Uri};
use parallel::prelude::*;
use profile::{Holds, Profile};
use project::Further;
use project::framework::Names;
use registry::{Linked, OpId, Project, Registry};
use source::path::tidy;
use source::{Diagnostics, FileId, SourceFile, Span};
use spec::Op;

use crate::located::Located;
use crate::mentions::{self, Mention, Mentions, Symbol};
use crate::own::{Own, Reader};
use crate::position::{Encoding, Lines};
use crate::uri;

/// A snapshot of a project.
pub struct View {
    pub root: PathBuf,
    pub encoding: Encoding,
    /// What the framework adds. `None` for Paddle.
    pub own: Option<&'static dyn Own>,
    /// The names that `opgen.toml` may use.
    pub names: &'static [&'static Names],
    yaml: Arc<Yaml>,
    with_cpp: OnceLock<WithCpp>,
}

/// What a view has without C++.
struct Yaml {
    linked: Linked,
    files: BTreeMap<PathBuf, FileId>,
    lines: BTreeMap<FileId, OnceLock<Lines>>,
    mentions: OnceLock<Mentions>,
    mentions_by_file: BTreeMap<FileId, OnceLock<Arc<Mentions>>>,
    /// Everything that the YAML shows, including findings that are not reported.
    found: OnceLock<Diagnostics>,
    findings: OnceLock<Diagnostics>,
    errors: OnceLock<Diagnostics>,
}

/// The findings in a project and its C++.
struct WithCpp {
    findings: Diagnostics,
    /// The files of C++ that findings point to. Their ids follow those of the project's files.
    files: Vec<CppFile>,
}

struct CppFile {
    path: PathBuf,
    source: SourceFile,
    lines: Lines,
}

impl View {
    pub fn new(root: PathBuf, linked: Linked, encoding: Encoding, reader: Reader) -> Self {
        let own = (reader.own)(linked.unchecked());
        let sources = &linked.unchecked().sources;
        let ids = || (0..).map(FileId::from_index).zip(sources.files());
        let files = ids().map(|(id, file)| (tidy(&root.join(file.name())), id)).collect();
        let lines = ids().map(|(id, _)| (id, OnceLock::new())).collect();
        let mentions_by_file = ids().map(|(id, _)| (id, OnceLock::new())).collect();
        let (mentions, found, findings, errors, with_cpp) = Default::default();
        let yaml = Arc::new(Yaml { linked, files, lines, mentions, mentions_by_file, found, findings, errors });
        View { root, encoding, own, names: reader.names, yaml, with_cpp }
    }

    /// The same snapshot, before its C++ was checked.
    pub fn without_cpp(&self) -> Self {
        View {
            root: self.root.clone(),
            encoding: self.encoding,
            own: self.own,
            names: self.names,
            yaml: Arc::clone(&self.yaml),
            with_cpp: OnceLock::new(),
        }
    }

    pub fn project(&self) -> &Project {
        self.yaml.linked.unchecked()
    }

    pub fn registry(&self) -> &Registry {
        &self.project().registry
    }

    pub fn profile(&self) -> &Profile {
        self.registry().profile()
    }

    fn found(&self) -> &Diagnostics {
        self.yaml.found.get_or_init(|| self.yaml.linked.check())
    }

    /// The reported findings in the YAML. Checks the project if necessary.
    pub fn findings(&self) -> &Diagnostics {
        self.yaml.findings.get_or_init(|| self.yaml.linked.report(self.found().clone(), &self.project().sources, &[]).0)
    }

    /// The findings in the YAML without those of families of rules that find no errors. Takes half the time of a check.
    pub fn errors(&self) -> &Diagnostics {
        self.yaml.errors.get_or_init(|| {
            let project = self.project();
            let mut found = project.diagnostics.clone();
            let mut in_relation = found.fork();
            (project.program.check_errors)(project, &mut in_relation);
            found.append(in_relation);
            self.yaml.linked.report(found, &project.sources, &[]).0
        })
    }

    /// Adds what the C++ of the project shows.
    pub fn add_cpp(&self, shown: Further) {
        let Further { diagnostics, files, checked, .. } = shown;
        self.with_cpp.get_or_init(|| {
            let mut found = self.found().clone();
            found.append(diagnostics);
            let mut sources = self.project().sources.clone();
            sources.extend(files.iter().cloned());
            let findings = self.yaml.linked.report(found, &sources, &checked).0;
            let file = |source: SourceFile| CppFile {
                path: tidy(&self.root.join(source.name())),
                lines: Lines::of(source.text()),
                source,
            };
            WithCpp { findings, files: files.into_iter().map(file).collect() }
        });
    }

    /// The findings as far as the project has been checked, also those about its C++. `None` if it was not checked at all.
    pub fn known_findings(&self) -> Option<&Diagnostics> {
        self.with_cpp.get().map(|checked| &checked.findings).or_else(|| self.yaml.findings.get())
    }

    /// The file of C++ with an id. `None` if the file is not C++.
    fn cpp_file(&self, file: FileId) -> Option<&CppFile> {
        let at = file.index().checked_sub(self.project().sources.next_id().index())?;
        self.with_cpp.get()?.files.get(at as usize)
    }

    /// Whether a file is C++, to which a finding points.
    pub fn is_cpp(&self, file: FileId) -> bool {
        self.cpp_file(file).is_some()
    }

    /// All names that mean something. Collects them if necessary.
    pub fn mentions(&self) -> &Mentions {
        self.yaml.mentions.get_or_init(|| {
            let files: Vec<FileId> = self.yaml.mentions_by_file.keys().copied().collect();
            let of_files: Vec<_> = files.par_iter().filter_map(|file| self.collected_in(*file)).collect();
            Mentions::joined(of_files.into_iter().map(Arc::as_ref))
        })
    }

    /// The mentions of a symbol, ordered by file and position. If nobody has needed all mentions yet, only the entries are read in
    /// which its name stands; so [`Mentions::symbol`] of other mentions does not know them.
    pub fn mentions_of(&self, symbol: &Symbol) -> Vec<Mention> {
        if let Some(all) = self.yaml.mentions.get() {
            return all.of_symbol(symbol).collect();
        }
        let files: Vec<_> = self.yaml.mentions_by_file.iter().collect();
        let in_file = |(file, collected): &(&FileId, &OnceLock<Arc<Mentions>>)| -> Vec<Mention> {
            match collected.get() {
                Some(collected) => collected.of_symbol(symbol).collect(),
                None => Mentions::with_text(self.project(), **file, symbol.name()).of_symbol(symbol).collect(),
            }
        };
        files.par_iter().map(in_file).collect::<Vec<_>>().concat()
    }

    /// The names in a file that mean something. Takes a fraction of the time for all files, which counts after an edit.
    pub fn mentions_in(&self, file: FileId) -> &Mentions {
        self.collected_in(file).map_or_else(|| self.mentions(), Arc::as_ref)
    }

    /// The names in the entry at an offset that mean something, and perhaps those in other entries of the file. Takes a fraction of
    /// the time for the file.
    pub fn mentions_around(&self, file: FileId, offset: usize) -> Arc<Mentions> {
        if let Some(collected) = self.yaml.mentions_by_file.get(&file).and_then(OnceLock::get) {
            return Arc::clone(collected);
        }
        let entry = self.project().entry(Span::new(file, offset, offset));
        let range = entry.map_or(0..usize::MAX, |entry| entry.start as usize..entry.end as usize);
        Arc::new(Mentions::within(self.project(), file, &[range]))
    }

    /// The names in a file of the project. `None` for other files.
    fn collected_in(&self, file: FileId) -> Option<&Arc<Mentions>> {
        let of_file = self.yaml.mentions_by_file.get(&file)?;
        Some(of_file.get_or_init(|| Arc::new(Mentions::of(self.project(), file))))
    }

    /// The operators that a symbol means, or that have the part it means.
    pub fn ops_of(&self, symbol: &Symbol) -> Vec<OpId> {
        mentions::ops(self.project(), symbol)
    }

    /// The project's file at an absolute path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        self.yaml.files.get(path).copied()
    }

    /// The path of a file. `None` if it is not a file on disk.
    pub fn path(&self, file: FileId) -> Option<&Path> {
        if let Some(file) = self.cpp_file(file) {
            return Some(&file.path);
        }
        self.yaml.files.iter().find(|(_, id)| **id == file).map(|(path, _)| path.as_path())
    }

    pub fn source(&self, file: FileId) -> &SourceFile {
        self.cpp_file(file).map_or_else(|| self.project().sources.file(file), |file| &file.source)
    }

    pub fn text(&self, file: FileId) -> &str {
        self.source(file).text()
    }

    /// The kind of entries in a file. `None` if it has none, such as `opgen.toml`.
    pub fn holds(&self, file: FileId) -> Option<Holds> {
        let key = self.yaml.linked.kind_of(file)?;
        self.profile().input(key).map(|input| input.holds)
    }

    /// The files with entries of a kind.
    pub fn files_of(&self, holds: Holds) -> impl Iterator<Item = FileId> {
        self.yaml.files.values().copied().filter(move |file| self.holds(*file) == Some(holds))
    }

    pub fn lines(&self, file: FileId) -> &Lines {
        match self.cpp_file(file) {
            Some(file) => &file.lines,
            None => self.yaml.lines[&file].get_or_init(|| Lines::of(self.text(file))),
        }
    }

    pub fn offset(&self, file: FileId, position: Position) -> usize {
        self.lines(file).offset(self.text(file), position, self.encoding)
    }

    pub fn range_of_bytes(&self, file: FileId, bytes: Range<usize>) -> lsp_types::Range {
        self.lines(file).range(self.text(file), bytes, self.encoding)
    }

    pub fn range(&self, span: Span) -> lsp_types::Range {
        self.range_of_bytes(span.file, span.start as usize..span.end as usize)
    }

    pub fn uri(&self, file: FileId) -> Option<Uri> {
        uri::of_path(self.path(file)?)
    }

    pub fn location(&self, span: Span) -> Option<Location> {
        Some(Location::new(self.uri(span.file)?, self.range(span)))
    }

    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The operator whose name is in a range of a file.
    pub fn op_in(&self, file: FileId, part: &Range<usize>) -> Option<(OpId, &Op)> {
        let is_there = |span: Span| span.file == file && part.contains(&(span.start as usize));
        self.registry().ops().find(|(_, op)| is_there(op.name.span))
    }

    /// An operator, which may lack parts that could not be read.
    pub fn op(&self, id: OpId) -> &Op {
        self.registry().op(id)
    }
}

impl Located for View {
    fn path(&self, file: FileId) -> Option<&Path> {
        View::path(self, file)
    }

    fn text(&self, file: FileId) -> &str {
        View::text(self, file)
    }

    fn range(&self, span: Span) -> lsp_types::Range {
        View::range(self, span)
    }

    fn location(&self, span: Span) -> Option<Location> {
        View::location(self, span)
    }
}

/// An offset in a file of a project.
#[derive(Clone, Copy)]
pub struct FileOffset<'a> {
    pub view: &'a View,
    pub file: FileId,
    pub offset: usize,
}
