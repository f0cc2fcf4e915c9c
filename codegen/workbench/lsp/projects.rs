//! The projects of open documents, kept up to date.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use project::Root;
use project::settings::Options;
use registry::{ParsedFiles, nearest_root_below};
use source::path::tidy;
use source::read::Unsaved;

use crate::documents::Documents;
use crate::names::Names;
use crate::own::Reader;
use crate::position::Encoding;
use crate::view::View;

/// How long to wait for further changes before checking a project. Long enough for the changes of one command, such as those of a
/// rename in several files. A check runs beside requests, and a newer view takes the place of one that waits for its check.
const QUIET: Duration = Duration::from_millis(15);

/// A project that the client has opened.
#[derive(Default)]
pub struct OpenProject {
    /// The linked project. `None` after a change.
    view: Option<Arc<View>>,
    /// Its files as they were last parsed.
    parsed: ParsedFiles,
    /// The time at which to check it.
    pub due: Option<Instant>,
    /// The names of its operators when it was last quiet.
    names: Option<Arc<Names>>,
    /// The files for which the client shows findings.
    pub reported: BTreeSet<PathBuf>,
}

impl OpenProject {
    /// Forgets the view after a change. A large one takes milliseconds to drop, for which no request waits.
    fn forget_view(&mut self) {
        let old = self.view.take();
        parallel::spawn(move || drop(old));
        self.due = Some(Instant::now() + QUIET);
    }
}

/// All projects, by their roots.
pub struct Projects {
    reader: Reader,
    pub encoding: Encoding,
    /// The folders that are open in the client.
    pub tops: Vec<PathBuf>,
    /// The client's options for all projects.
    pub options: Options,
    projects: BTreeMap<PathBuf, OpenProject>,
}

impl Projects {
    pub fn new(reader: Reader, encoding: Encoding, options: Options) -> Self {
        Projects { reader, encoding, tops: Vec::new(), options, projects: BTreeMap::new() }
    }

    /// The root of the project around a folder.
    fn root_of(&self, folder: &Path, unsaved: &Unsaved) -> Option<PathBuf> {
        let top = self.tops.iter().filter(|top| folder.starts_with(top)).max_by_key(|top| top.as_os_str().len());
        let up = nearest_root_below(top.map(PathBuf::as_path), folder, unsaved)?;
        Some(tidy(&folder.join(up)))
    }

    /// Opens the project around a folder, if there is one, and returns its root.
    pub fn open_around(&mut self, folder: &Path, documents: &Documents) -> Option<PathBuf> {
        let root = self.root_of(folder, &Unsaved::new(documents.texts()))?;
        self.projects
            .entry(root.clone())
            .or_insert_with(|| OpenProject { due: Some(Instant::now()), ..OpenProject::default() });
        Some(root)
    }

    /// Adds a folder that the client has opened. Opens the project around it, if there is one, and returns its root.
    pub fn open_top(&mut self, top: &Path, documents: &Documents) -> Option<PathBuf> {
        self.tops.push(top.to_owned());
        self.open_around(top, documents)
    }

    /// The current view of a file's project.
    pub fn view_of(&mut self, path: &Path, documents: &Documents) -> Option<Arc<View>> {
        let known = self.projects.keys().rev().find(|root| path.starts_with(root)).cloned();
        if let Some(view) = known.and_then(|root| self.view(&root, documents)).filter(|view| view.file(path).is_some())
        {
            return Some(view);
        }
        let root = self.open_around(path.parent()?, documents)?;
        self.view(&root, documents).filter(|view| view.file(path).is_some())
    }

    /// The current view of a project.
    pub fn view(&mut self, root: &Path, documents: &Documents) -> Option<Arc<View>> {
        let project = self.projects.get_mut(root)?;
        let view = project.view.get_or_insert_with(|| {
            let options = Options { unsaved: Unsaved::new(documents.texts()), ..self.options.clone() };
            let inputs = (self.reader.read)(&Root::Tree(root.to_owned()), &options, &mut project.parsed);
            let linked = inputs.link_again(&mut project.parsed);
            Arc::new(View::new(root.to_owned(), linked, self.encoding, self.reader))
        });
        Some(Arc::clone(view))
    }

    /// A view of a project with other texts for some files.
    pub fn with_texts(&self, root: &Path, unsaved: Unsaved) -> View {
        let options = Options { unsaved, ..self.options.clone() };
        // Only the other texts are parsed.
        let mut parsed = self.projects.get(root).map(|project| project.parsed.clone()).unwrap_or_default();
        let inputs = (self.reader.read)(&Root::Tree(root.to_owned()), &options, &mut parsed);
        let linked = inputs.link_again(&mut parsed);
        View::new(root.to_owned(), linked, self.encoding, self.reader)
    }

    /// Notes that a file has changed. Every project above it is read again, because the file may now belong to another one.
    pub fn note_change(&mut self, path: &Path) {
        for (root, project) in &mut self.projects {
            if path.starts_with(root) || project.view.as_ref().is_some_and(|view| view.file(path).is_some()) {
                project.forget_view();
            }
        }
    }

    /// Notes that the text of a C++ file has changed. The projects above it are checked again, but their YAML is not read.
    pub fn note_cpp_change(&mut self, path: &Path) {
        for (_, project) in self.projects.iter_mut().filter(|(root, _)| path.starts_with(root)) {
            project.view = project.view.as_ref().map(|view| Arc::new(view.without_cpp()));
            project.due = Some(Instant::now() + QUIET);
        }
    }

    /// Notes that any file may have changed.
    pub fn note_changes(&mut self) {
        self.projects.values_mut().for_each(OpenProject::forget_view);
    }

    /// Makes the projects of a file due now, if they are due at all.
    pub fn check_soon(&mut self, path: &Path) {
        let of_file = self.projects.iter_mut().filter(|(root, _)| path.starts_with(root));
        of_file
            .filter(|(_, project)| project.due.is_some())
            .for_each(|(_, project)| project.due = Some(Instant::now()));
    }

    /// The names by which the operators of a project are found. They may be those before the last changes, because it takes
    /// longer to collect them than a client should wait.
    pub fn names(&mut self, view: &View) -> Arc<Names> {
        let known = self.projects.get(&view.root).and_then(|project| project.names.clone());
        known.unwrap_or_else(|| {
            let names = Arc::new(Names::of(view));
            self.set_names(&view.root, Arc::clone(&names));
            names
        })
    }

    pub fn set_names(&mut self, root: &Path, names: Arc<Names>) {
        if let Some(project) = self.projects.get_mut(root) {
            project.names = Some(names);
        }
    }

    pub fn next_due(&self) -> Option<Instant> {
        self.projects.values().filter_map(|project| project.due).min()
    }

    /// Removes and returns the projects that are due.
    pub fn take_due(&mut self, now: Instant) -> Vec<PathBuf> {
        let due = self.projects.iter_mut().filter(|(_, project)| project.due.is_some_and(|due| due <= now));
        due.map(|(root, project)| {
            project.due = None;
            root.clone()
        })
        .collect()
    }

    pub fn get_mut(&mut self, root: &Path) -> Option<&mut OpenProject> {
        self.projects.get_mut(root)
    }

    pub fn roots(&self) -> Vec<PathBuf> {
        self.projects.keys().cloned().collect()
    }

    /// Whether a view is the current one of its project.
    pub fn is_current(&self, view: &Arc<View>) -> bool {
        let project = self.projects.get(&view.root);
        project.and_then(|project| project.view.as_ref()).is_some_and(|now| Arc::ptr_eq(now, view))
    }
}
