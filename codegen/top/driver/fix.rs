//! Carries out the fixes of findings, in memory. Nothing is written.
//!
//! A fix is only kept if its finding is gone afterwards and no other finding has appeared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use project::any::AnyProject;
use project::baseline::Key;
use project::settings::Options;
use project::{Review, Root};
use source::read::Unsaved;
use source::{Diagnostic, Edit, Editor, FileId, Level, Span};

use super::frameworks::read;

/// Which findings are fixed.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The lowest level of findings.
    pub lowest: Level,
    /// Whether fixes are carried out that may not be what was meant.
    pub uncertain: bool,
    /// The names of the files whose findings are fixed. `None` for all files.
    pub files: Option<&'a BTreeSet<String>>,
}

/// A file that fixes have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedFile {
    /// The name in messages.
    pub name: String,
    /// The path on disk.
    pub path: PathBuf,
    /// The text on disk.
    pub old: String,
    /// The text after the fixes.
    pub new: String,
}

/// A project after its fixes.
#[derive(Debug)]
pub struct Fixed {
    /// The project with the new texts, and the findings that are left.
    pub project: Box<dyn AnyProject>,
    /// The changed files, by name.
    pub files: Vec<FixedFile>,
    /// For each fix, its place when it was carried out, its code and its title.
    pub done: Vec<String>,
    /// The number of fixes that were not kept, because they would have caused other findings.
    pub dropped: usize,
}

/// Identifies a finding from one step to the next.
type Id = (Key, String);

/// The edits that fix a finding.
struct Candidate {
    id: Id,
    edits: Vec<Edit>,
    done: String,
}

/// Fixes a project until nothing changes any more.
pub fn fix(root: &Root, options: &Options, wanted: Wanted) -> Fixed {
    let mut fixer = Fixer { root, options, wanted, texts: options.unsaved.clone(), dropped: BTreeSet::new() };
    let mut project = fixer.analyse(&fixer.texts);
    let (mut files, mut done) = (BTreeMap::new(), Vec::new());
    let mut limit = usize::MAX;
    loop {
        let chosen = fixer.choose(&project, limit);
        let Some(first) = chosen.first() else { break };
        let changed = fixer.changed(&project, &chosen);
        let texts = fixer.texts.with(changed.iter().map(|file| (file.path.clone(), file.new.as_str().into())));
        let next = fixer.analyse(&texts);
        if !fixer.is_better(&project, &next, &chosen) {
            // Which of them is to blame shows if they are tried in smaller groups.
            if chosen.len() == 1 {
                fixer.dropped.insert(first.id.clone());
            }
            limit = (chosen.len() / 2).max(1);
            continue;
        }
        for file in changed {
            let known =
                files.entry(file.name.clone()).or_insert_with(|| FixedFile { new: String::new(), ..file.clone() });
            known.new = file.new;
        }
        done.extend(chosen.into_iter().map(|candidate| candidate.done));
        (project, fixer.texts) = (next, texts);
        limit = limit.saturating_mul(2);
    }
    let files = files.into_values().filter(|file| file.old != file.new).collect();
    Fixed { project, files, done, dropped: fixer.dropped.len() }
}

struct Fixer<'a> {
    root: &'a Root,
    options: &'a Options,
    wanted: Wanted<'a>,
    /// The texts after the fixes so far.
    texts: Unsaved,
    /// Findings whose fixes make something worse.
    dropped: BTreeSet<Id>,
}

impl Fixer<'_> {
    fn analyse(&self, texts: &Unsaved) -> Box<dyn AnyProject> {
        let options = Options { unsaved: texts.clone(), ..self.options.clone() };
        read(self.root, &options).analyse()
    }

    /// The next fixes: at most `limit`, of which no two change the same place.
    fn choose(&self, project: &Review, limit: usize) -> Vec<Candidate> {
        let editor = Editor::new(&project.sources);
        let mut chosen: Vec<Candidate> = Vec::new();
        let mut taken = Places::default();
        let mut can_be_changed: BTreeMap<FileId, bool> = BTreeMap::new();
        let findings = project.diagnostics.sorted().into_iter().filter(|found| self.is_wanted(project, found));
        for candidate in findings.filter_map(|found| self.candidate(project, &editor, found)) {
            let mut is_in_file = |edit: &Edit| {
                let file = edit.span.file;
                *can_be_changed.entry(file).or_insert_with(|| self.path(project, file).is_some())
            };
            if !candidate.edits.iter().all(&mut is_in_file) {
                continue;
            }
            if !candidate.edits.iter().any(|edit| taken.touch(edit.span)) {
                candidate.edits.iter().for_each(|edit| taken.add(edit.span));
                chosen.push(candidate);
            }
            if chosen.len() == limit {
                break;
            }
        }
        chosen
    }

    fn is_wanted(&self, project: &Review, found: &Diagnostic) -> bool {
        let certain = found.fix.as_ref().is_some_and(|fix| fix.certain || self.wanted.uncertain);
        let is_in_files = self.wanted.files.is_none_or(|files| files.contains(&file_name(project, found)));
        certain && is_in_files && found.level <= self.wanted.lowest
    }

    fn candidate(&self, project: &Review, editor: &Editor, found: &Diagnostic) -> Option<Candidate> {
        let id = id(project, found);
        let fix = found.fix.as_ref().filter(|_| !self.dropped.contains(&id))?;
        let edits = editor.edits(found)?;
        let done = format!("{} {}: {}", project.sources.place(found.span), found.rule.code(), fix.title);
        Some(Candidate { id, edits, done })
    }

    /// The path of a file of the project on disk. `None` if it is not one, or somebody has changed it meanwhile.
    fn path(&self, project: &Review, file: FileId) -> Option<PathBuf> {
        let file = project.sources.file(file);
        let path = self.root.folder()?.join(file.name());
        let bytes = self.texts.bytes(&path).ok().flatten()?;
        (bytes == file.text().as_bytes()).then_some(path)
    }

    /// The files that candidates change.
    fn changed(&self, project: &Review, chosen: &[Candidate]) -> Vec<FixedFile> {
        let mut by_file: BTreeMap<FileId, Vec<&Edit>> = BTreeMap::new();
        for edit in chosen.iter().flat_map(|candidate| &candidate.edits) {
            by_file.entry(edit.span.file).or_default().push(edit);
        }
        let changed = by_file.into_iter().filter_map(|(file, mut edits)| {
            edits.sort();
            let path = self.path(project, file)?;
            let source = project.sources.file(file);
            let new = applied(source.text(), &edits);
            Some(FixedFile { name: source.name().to_owned(), path, old: source.text().to_owned(), new })
        });
        changed.collect()
    }

    /// Whether the findings of the candidates are gone, and no file has more findings of another rule.
    fn is_better(&self, before: &Review, after: &Review, chosen: &[Candidate]) -> bool {
        let counts = |project: &Review| {
            let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
            for found in project.diagnostics.sorted().into_iter().filter(|found| found.level <= self.lowest()) {
                *counts.entry((found.rule.code().to_owned(), file_name(project, found))).or_default() += 1;
            }
            counts
        };
        let mut most = counts(before);
        for Candidate { id: (key, _), .. } in chosen {
            if let Some(number) = most.get_mut(&(key.code.clone(), key.file.clone())) {
                *number = number.saturating_sub(1);
            }
        }
        counts(after).iter().all(|(place, number)| most.get(place).is_some_and(|most| number <= most))
    }

    /// Findings from this level up must not become more.
    fn lowest(&self) -> Level {
        self.wanted.lowest.max(Level::Warning)
    }
}

fn id(project: &Review, found: &Diagnostic) -> Id {
    (project.key(found), found.message.clone())
}

fn file_name(project: &Review, found: &Diagnostic) -> String {
    project.sources.file(found.span.file).name().to_owned()
}

/// Places that are changed, by their starts. Those that begin at the same offset are one.
#[derive(Default)]
struct Places(BTreeMap<(FileId, u32), u32>);

impl Places {
    fn add(&mut self, place: Span) {
        let end = self.0.entry((place.file, place.start)).or_default();
        *end = place.end.max(*end);
    }

    /// Whether a place is one of them, or beside one. They do not overlap, so the last one that begins before its end ends last.
    fn touch(&self, place: Span) -> bool {
        let before = self.0.range((place.file, 0)..=(place.file, place.end)).next_back();
        before.is_some_and(|(_, end)| place.start <= *end)
    }
}

/// A text after edits, which are in order. New lines end as those of the text do.
fn applied(text: &str, edits: &[&Edit]) -> String {
    let ends_with_return = text.contains("\r\n");
    let mut new = String::with_capacity(text.len());
    let mut rest = 0;
    for Edit { span, text: inserted } in edits {
        new.push_str(&text[rest..span.start as usize]);
        match ends_with_return {
            true => new.push_str(&inserted.replace("\r\n", "\n").replace('\n', "\r\n")),
            false => new.push_str(inserted),
        }
        rest = span.end as usize;
    }
    new + &text[rest..]
}
