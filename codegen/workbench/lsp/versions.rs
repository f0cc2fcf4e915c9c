//! Compares projects with the last commit, and proposes the entries of `op_version` that the changes need.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use crossbeam_channel::{Sender, unbounded};
use diff::{MissingEntry, Sides};
use profile::Holds;
use project::settings::Options;
use project::{Root, git};
use registry::{ParsedFiles, Project, Registry};
use source::{Edit, Span};
use spec::{Op, stem};

use crate::edits;
use crate::own::Reader;
use crate::view::View;

/// Git's name for the last commit.
const LAST: &str = "HEAD";

/// Projects as of the last commit, by their roots. They are read on another thread.
pub struct CommittedProjects {
    known: Arc<Mutex<BTreeMap<PathBuf, CommittedProject>>>,
    wanted: Sender<PathBuf>,
}

struct CommittedProject {
    /// The id of the commit.
    commit: String,
    /// `None` if it had errors, so that it cannot be compared with.
    project: Option<Arc<Project>>,
}

impl CommittedProjects {
    /// Starts the thread that reads projects.
    pub fn new(reader: Reader) -> Self {
        let known = Arc::default();
        let (wanted, roots) = unbounded::<PathBuf>();
        let shared = Arc::clone(&known);
        thread::spawn(move || {
            for root in roots {
                read_base(&root, reader, &shared);
            }
        });
        CommittedProjects { known, wanted }
    }

    /// Reads a project as of the last commit, unless it has been read already.
    pub fn request(&self, root: &Path) {
        // The thread ends only with the server.
        let _ = self.wanted.send(root.to_owned());
    }

    fn get(&self, root: &Path) -> Option<Arc<Project>> {
        lock(&self.known).get(root)?.project.clone()
    }

    /// The entry that the changes of an operator since the last commit need.
    pub fn missing(&self, view: &View, op: &str) -> Option<MissingEntry> {
        let base = self.get(&view.root)?;
        if is_unchanged(&base.registry, view.registry(), op) || !view.findings().is_sound() {
            return None;
        }
        diff::compare_op(Sides { base: &base, head: view.project(), users: view.own.map(|own| own.users()) }, op)?
            .missing
    }
}

/// Whether nothing has changed that affects an operator in programs.
fn is_unchanged(base: &Registry, head: &Registry, op: &str) -> bool {
    let of = |registry: &'_ Registry| -> Vec<Op> {
        let named = registry.ops().map(|(_, op)| op).filter(|other| stem(op) == other.stem());
        named.cloned().collect()
    };
    of(base) == of(head) && base.compat_of(op) == head.compat_of(op)
}

type Known = BTreeMap<PathBuf, CommittedProject>;

/// Locks the map. A thread that panicked cannot have left it half changed.
fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn read_base(root: &Path, reader: Reader, known: &Mutex<Known>) {
    let Ok(commit) = git::commit(root, LAST) else { return };
    if lock(known).get(root).is_some_and(|base| base.commit == commit) {
        return;
    }
    let revision = Root::Revision { folder: root.to_owned(), revision: commit.clone() };
    let project = (reader.read)(&revision, &Options::default(), &mut ParsedFiles::default()).analyse();
    let project = project.diagnostics.is_sound().then(|| Arc::new(project));
    lock(known).insert(root.to_owned(), CommittedProject { commit, project });
}

/// The edit that adds an entry to its file, or the file with the entry if it does not exist yet.
pub enum EntryEdit {
    Edit(Edit),
    NewFile(PathBuf, String),
}

/// The edit that writes an entry.
pub fn entry_edit(view: &View, missing: &MissingEntry) -> EntryEdit {
    let versions = &view.registry().specs().versions;
    let Some(file) = view.files_of(Holds::Versions).next() else {
        return EntryEdit::NewFile(view.root.join(&missing.file), missing.yaml.clone());
    };
    let names: Vec<_> = versions.iter().map(|version| &version.op).filter(|op| op.span.file == file).collect();
    let Some(of) = versions.iter().find(|version| version.op.value == missing.op) else {
        return EntryEdit::Edit(edits::new_entry(view, file, &names, &missing.op, &missing.yaml));
    };
    let text = view.text(file);
    let entry = crate::cursor::entry(text, of.op.span.start as usize);
    let end = entry.start + text[entry].trim_end().len();
    EntryEdit::Edit(Edit { span: Span::new(file, end, end), text: format!("\n{}", missing.yaml.trim_end()) })
}
