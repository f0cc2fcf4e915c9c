//! A tree of correct YAML, and the findings after one position is changed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use opgen::check::CATALOGUE;
use opgen::driver::PROGRAM;
use opgen::profile::{Input, Profile};
use opgen::project::Root;
use opgen::registry::{FileSpecs, Paddle, Project};
use opgen::source::file::SourceFile;
use opgen::source::{Diagnostic, FileId, Sources, Span, Spanned};

/// One change in one file.
pub struct Mutation {
    pub file: FileId,
    /// The replaced ranges and their new texts, in the order of the text.
    pub edits: Vec<(Range<usize>, String)>,
    /// Positions in the correct text that the change contradicts.
    pub against: Vec<Span>,
}

impl Mutation {
    pub fn replace(file: FileId, range: Range<usize>, with: impl Into<String>) -> Self {
        Mutation { file, edits: vec![(range, with.into())], against: Vec::new() }
    }

    /// Whether two changes are far apart.
    pub fn is_far_from(&self, other: &Mutation) -> bool {
        const FAR: usize = 1000;
        let near = |a: &Range<usize>, b: &Range<usize>| a.start < b.end + FAR && b.start < a.end + FAR;
        let any_near = |(a, _): &(Range<usize>, String)| other.edits.iter().any(|(b, _)| near(a, b));
        self.file != other.file || !self.edits.iter().any(any_near)
    }

    pub fn against(mut self, place: Span) -> Self {
        self.against.push(place);
        self
    }
}

pub struct Tree {
    pub project: Project,
    pub profile: Arc<Profile>,
    /// Each with the key of its kind.
    pub files: Vec<(String, FileId)>,
    specs: Vec<FileSpecs>,
    /// How often each finding occurs in the correct tree.
    known: BTreeMap<(&'static str, String), usize>,
    /// Every word of the operator files.
    words: BTreeSet<String>,
}

impl Tree {
    /// # Panics
    /// Panics if the tree is not correct.
    pub fn read(root: &Path) -> Self {
        let profile = Profile::default();
        let mut sources = Sources::default();
        let mut files = Vec::new();
        for input in &profile.inputs {
            let read = |place: &String| Some((place.clone(), std::fs::read_to_string(root.join(place)).ok()?));
            if let Some((name, text)) = input.paths.iter().find_map(read) {
                files.push((input.key.clone(), sources.add(SourceFile::new(name, text))));
            }
        }
        let read =
            |(key, id): &(String, FileId)| FileSpecs::of(Paddle::ITSELF, key, *id, &profile, CATALOGUE, &sources);
        let specs: Vec<_> = files.iter().map(read).collect();
        let project = Project::join(sources, specs.clone(), PROGRAM);
        assert!(!project.diagnostics.has_errors(), "the tree is not sound");
        let mut known = BTreeMap::new();
        for found in project.diagnostics.sorted() {
            *known.entry(key(found)).or_default() += 1;
        }
        let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        let words = project.sources.files().flat_map(|file| file.text().split(word)).map(str::to_owned).collect();
        Tree { project, profile: Arc::new(profile), files, specs, known, words }
    }

    /// A tree of any version, which may have findings. Its mistakes can be made, but not looked for.
    pub fn load(root: &Path) -> Self {
        let project = opgen::driver::load(&Root::Tree(root.to_owned()));
        let profile = project.profile.clone();
        let ids = || (0..).map(FileId::from_index).zip(project.sources.files());
        let id = |place: &String| ids().find(|(_, file)| file.name() == place).map(|(id, _)| id);
        let find = |input: &Input| Some((input.key.clone(), input.paths.iter().find_map(id)?));
        let files = profile.inputs.iter().filter_map(find).collect();
        let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        let words = project.sources.files().flat_map(|file| file.text().split(word)).map(str::to_owned).collect();
        Tree { project, profile, files, specs: Vec::new(), known: BTreeMap::new(), words }
    }

    /// The name of a file, and its text after a change.
    pub fn changed(&self, mutation: &Mutation) -> (String, String) {
        let changed = Changed::of(self, &[mutation]);
        let file = changed.sources.file(mutation.file);
        (file.name().to_owned(), file.text().to_owned())
    }

    pub fn text(&self, file: FileId) -> &str {
        self.project.sources.file(file).text()
    }

    /// Whether a word occurs anywhere.
    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// The files that define operators.
    pub fn op_files(&self) -> impl Iterator<Item = FileId> {
        self.files.iter().filter(|(key, _)| self.profile.home(key).is_some()).map(|&(_, id)| id)
    }

    /// The file of a kind.
    pub fn file(&self, key: &str) -> Option<FileId> {
        self.files.iter().find(|(of, _)| of == key).map(|&(_, id)| id)
    }

    /// The names in all lists of operators.
    pub fn listed(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.profile.lists().flat_map(|key| self.project.registry.specs().list(key))
    }

    /// Whether each of several simultaneous changes is reported.
    pub fn reports(&self, mutations: &[&Mutation]) -> Vec<bool> {
        let changed = Changed::of(self, mutations);
        let found = self.found(&changed);
        let sources = &changed.sources;
        let line = |span: Span| (span.file, sources.file(span.file).line_of(span.start));
        let labels = |found: &Diagnostic| found.labels.iter().map(|label| label.span).collect::<Vec<_>>();
        let spans = found.iter().flat_map(|found| std::iter::once(found.span).chain(labels(found)));
        let lines: BTreeSet<(FileId, usize)> = spans.map(line).collect();
        mutations.iter().map(|mutation| !changed.lines(mutation).is_disjoint(&lines)).collect()
    }

    /// The findings in the changed tree that the correct tree does not have.
    fn found(&self, changed: &Changed) -> Vec<Diagnostic> {
        let read = |((key, id), sound): (&(String, FileId), &FileSpecs)| match changed.edits.contains_key(id) {
            true => FileSpecs::of(Paddle::ITSELF, key, *id, &self.profile, CATALOGUE, &changed.sources),
            false => sound.clone(),
        };
        let specs: Vec<_> = self.files.iter().zip(&self.specs).map(read).collect();
        let project = Project::join(changed.sources.clone(), specs, PROGRAM);
        let mut known = self.known.clone();
        let is_new = |found: &&Diagnostic| match known.get_mut(&key(found)) {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        };
        project.diagnostics.sorted().into_iter().filter(is_new).cloned().collect()
    }

    /// The change and the findings, for a report.
    pub fn describe(&self, mutation: &Mutation) -> String {
        let changed = Changed::of(self, &[mutation]);
        let mut text = String::new();
        for (range, with) in &mutation.edits {
            let sound = self.project.sources.file(mutation.file);
            let place = self.project.sources.place(Span::new(mutation.file, range.start, range.end));
            let line = sound.line_of(range.start as u32);
            let line = sound.text()[sound.lines(line, line)].trim();
            text += &format!("      {place}: {:?} -> {with:?} in {line}\n", &sound.text()[range.clone()]);
        }
        for found in self.found(&changed) {
            text += &format!("        {} {} {}\n", found.rule.code(), changed.sources.place(found.span), found.message);
        }
        text
    }
}

/// The texts of a tree after the changes.
struct Changed {
    sources: Sources,
    /// By file, in the order of the text.
    edits: BTreeMap<FileId, Vec<(Range<usize>, String)>>,
}

impl Changed {
    fn of(tree: &Tree, mutations: &[&Mutation]) -> Self {
        let mut edits: BTreeMap<FileId, Vec<_>> = BTreeMap::new();
        for mutation in mutations {
            edits.entry(mutation.file).or_default().extend(mutation.edits.iter().cloned());
        }
        let mut sources = tree.project.sources.clone();
        for (&file, edits) in &mut edits {
            edits.sort_by_key(|(range, _)| range.start);
            let sound = tree.project.sources.file(file);
            let (mut text, mut at) = (String::new(), 0);
            for (range, with) in edits {
                text.push_str(&sound.text()[at..range.start]);
                text.push_str(with);
                at = range.end;
            }
            text.push_str(&sound.text()[at..]);
            sources.replace(file, SourceFile::new(sound.name().to_owned(), text));
        }
        Changed { sources, edits }
    }

    /// The new position of an offset in the correct text.
    fn moved(&self, file: FileId, at: usize) -> usize {
        let edits = self.edits.get(&file).map_or(&[][..], Vec::as_slice);
        let before = edits.iter().take_while(|(range, _)| range.end <= at && (range.end < at || !range.is_empty()));
        let shift: isize = before.map(|(range, with)| with.len() as isize - range.len() as isize).sum();
        (at as isize + shift) as usize
    }

    /// The lines, by file, on which a change should be reported.
    fn lines(&self, mutation: &Mutation) -> BTreeSet<(FileId, usize)> {
        let mut lines = BTreeSet::new();
        let changed = self.sources.file(mutation.file);
        for (range, with) in &mutation.edits {
            let start = self.moved(mutation.file, range.start);
            let (first, last) =
                (changed.line_of(start as u32), changed.line_of((start + with.trim_end().len()) as u32));
            lines.extend((first..=last).map(|line| (mutation.file, line)));
        }
        let line = |at: &Span| self.sources.file(at.file).line_of(self.moved(at.file, at.start as usize) as u32);
        lines.extend(mutation.against.iter().map(|at| (at.file, line(at))));
        lines
    }
}

/// The part of a finding that does not change when lines move.
fn key(found: &Diagnostic) -> (&'static str, String) {
    (found.rule.code(), found.message.clone())
}
