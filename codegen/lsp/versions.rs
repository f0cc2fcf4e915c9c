//! What changed since the last commit, and the entries of `op_version` that this needs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use crossbeam_channel::{Sender, unbounded};
use diff::{MissingEntry, Sides};
use profile::Holds;
use project::settings::Options;
use project::{Project, Root, git};
use registry::Registry;
use source::{Edit, Span};
use spec::{Op, stem};

use crate::edits;
use crate::trees::ReadProject;
use crate::view::View;

/// The last commit, by the name that git always has for it.
const LAST: &str = "HEAD";

/// Projects as they were at the last commit, by their roots.
pub struct Bases {
    known: Arc<Mutex<BTreeMap<PathBuf, Base>>>,
    wanted: Sender<PathBuf>,
}

struct Base {
    /// The id of the commit.
    commit: String,
    /// `None` if it cannot be compared with.
    project: Option<Arc<Project>>,
}

impl Bases {
    /// Starts the thread that reads them.
    pub fn new(read: ReadProject) -> Self {
        let known = Arc::default();
        let (wanted, roots) = unbounded::<PathBuf>();
        let shared = Arc::clone(&known);
        thread::spawn(move || roots.iter().for_each(|root| read_base(&root, read, &shared)));
        Bases { known, wanted }
    }

    /// Reads what a project was at the last commit, unless that is known.
    pub fn want(&self, root: &Path) {
        // The thread ends only with the server.
        let _ = self.wanted.send(root.to_owned());
    }

    fn get(&self, root: &Path) -> Option<Arc<Project>> {
        lock(&self.known).get(root)?.project.clone()
    }

    /// The entry that the last changes of an operator need.
    pub fn missing(&self, view: &View, op: &str) -> Option<MissingEntry> {
        let base = self.get(&view.root)?;
        if is_unchanged(&base.registry, view.registry(), op) || !view.findings().is_sound() {
            return None;
        }
        diff::compare_op(Sides { base: &base, head: view.project() }, op)?.missing
    }
}

/// Whether nothing is different that can change an operator in programs.
fn is_unchanged(base: &Registry, head: &Registry, op: &str) -> bool {
    let of = |registry: &'_ Registry| -> Vec<Op> {
        let named = registry.ops().map(|(_, op)| op).filter(|other| stem(op) == other.stem());
        named.cloned().collect()
    };
    of(base) == of(head) && base.compat_of(op) == head.compat_of(op)
}

type Known = BTreeMap<PathBuf, Base>;

/// A thread that has died has left nothing half done.
fn lock(known: &Mutex<Known>) -> MutexGuard<'_, Known> {
    known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn read_base(root: &Path, read: ReadProject, known: &Mutex<Known>) {
    let Ok(commit) = git::commit(root, LAST) else { return };
    if lock(known).get(root).is_some_and(|base| base.commit == commit) {
        return;
    }
    let revision = Root::Revision { folder: root.to_owned(), revision: commit.clone() };
    let project = read(&revision, &Options::default()).analyse();
    let project = project.diagnostics.is_sound().then(|| Arc::new(project));
    lock(known).insert(root.to_owned(), Base { commit, project });
}

/// What writes an entry where it belongs: edits of the file, or the file itself if there is none yet.
pub enum Written {
    Edit(Edit),
    File(PathBuf, String),
}

/// Writes an entry.
pub fn written(view: &View, missing: &MissingEntry) -> Option<Written> {
    let versions = &view.registry().specs().versions;
    let Some(file) = view.files_of(Holds::Versions).next() else {
        return Some(Written::File(view.root.join(&missing.file), missing.yaml.clone()));
    };
    let names: Vec<_> = versions.iter().map(|version| &version.op).filter(|op| op.span.file == file).collect();
    let Some(of) = versions.iter().find(|version| version.op.value == missing.op) else {
        return edits::new_entry(view, file, &names, &missing.op, &missing.yaml).map(Written::Edit);
    };
    let text = view.text(file);
    let entry = crate::cursor::entry(text, of.op.span.start as usize);
    let end = entry.start + text[entry].trim_end().len();
    Some(Written::Edit(Edit { span: Span::new(file, end, end), text: format!("\n{}", missing.yaml.trim_end()) }))
}
