//! The projects that open documents belong to, each as it is now.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use project::settings::Options;
use project::{Inputs, Root, nearest_root_below};
use source::path::tidy;
use source::read::Unsaved;

use crate::documents::Documents;
use crate::position::Encoding;
use crate::view::View;

/// How a project is read.
pub type ReadProject = fn(&Root, &Options) -> Inputs;

/// Somebody who types goes on within this time.
const QUIET: Duration = Duration::from_millis(120);

/// One project.
#[derive(Default)]
pub struct Tree {
    /// `None` after a change.
    view: Option<Arc<View>>,
    /// When it is to be checked.
    pub due: Option<Instant>,
    /// The files with findings that the client shows.
    pub shown: BTreeSet<PathBuf>,
}

/// All projects, by their roots.
pub struct Trees {
    read: ReadProject,
    pub encoding: Encoding,
    /// The folders that the client has opened.
    pub tops: Vec<PathBuf>,
    /// What the client says of all projects.
    pub options: Options,
    trees: BTreeMap<PathBuf, Tree>,
}

impl Trees {
    pub fn new(read: ReadProject, encoding: Encoding, options: Options) -> Self {
        Trees { read, encoding, tops: Vec::new(), options, trees: BTreeMap::new() }
    }

    /// The root of the project that a file would belong to.
    fn root_of(&self, folder: &Path, unsaved: &Unsaved) -> Option<PathBuf> {
        let top = self.tops.iter().filter(|top| folder.starts_with(top)).max_by_key(|top| top.as_os_str().len());
        let up = nearest_root_below(top.map(PathBuf::as_path), folder, unsaved)?;
        Some(tidy(&folder.join(up)))
    }

    /// Makes the project of a folder known, if it is in one.
    pub fn enter(&mut self, folder: &Path, documents: &Documents) -> Option<PathBuf> {
        let root = self.root_of(folder, &Unsaved::new(documents.texts()))?;
        self.trees.entry(root.clone()).or_insert_with(|| Tree { due: Some(Instant::now()), ..Tree::default() });
        Some(root)
    }

    /// The project of a file, as it is now.
    pub fn view_of(&mut self, path: &Path, documents: &Documents) -> Option<Arc<View>> {
        let known = self.trees.keys().rev().find(|root| path.starts_with(root)).cloned();
        if let Some(view) = known.and_then(|root| self.view(&root, documents)).filter(|view| view.file(path).is_some())
        {
            return Some(view);
        }
        let root = self.enter(path.parent()?, documents)?;
        self.view(&root, documents).filter(|view| view.file(path).is_some())
    }

    /// A project as it is now.
    pub fn view(&mut self, root: &Path, documents: &Documents) -> Option<Arc<View>> {
        let tree = self.trees.get_mut(root)?;
        let view = tree.view.get_or_insert_with(|| {
            let options = Options { unsaved: Unsaved::new(documents.texts()), ..self.options.clone() };
            let linked = (self.read)(&Root::Tree(root.to_owned()), &options).link();
            Arc::new(View::new(root.to_owned(), linked, self.encoding))
        });
        Some(Arc::clone(view))
    }

    /// What a project would be with other texts.
    pub fn imagined(&self, root: &Path, unsaved: Unsaved) -> View {
        let options = Options { unsaved, ..self.options.clone() };
        let linked = (self.read)(&Root::Tree(root.to_owned()), &options).link();
        View::new(root.to_owned(), linked, self.encoding)
    }

    /// Notes that a file has changed. Where it belongs may also have changed, so every project above it is read again.
    pub fn changed(&mut self, path: &Path) {
        for (root, tree) in &mut self.trees {
            if path.starts_with(root) || tree.view.as_ref().is_some_and(|view| view.file(path).is_some()) {
                (tree.view, tree.due) = (None, Some(Instant::now() + QUIET));
            }
        }
    }

    /// Notes that anything may have changed.
    pub fn all_changed(&mut self) {
        for tree in self.trees.values_mut() {
            (tree.view, tree.due) = (None, Some(Instant::now() + QUIET));
        }
    }

    /// Checks the projects of a file as soon as possible.
    pub fn hurry(&mut self, path: &Path) {
        let of_file = self.trees.iter_mut().filter(|(root, _)| path.starts_with(root));
        of_file.filter(|(_, tree)| tree.due.is_some()).for_each(|(_, tree)| tree.due = Some(Instant::now()));
    }

    pub fn next_due(&self) -> Option<Instant> {
        self.trees.values().filter_map(|tree| tree.due).min()
    }

    /// The projects that are to be checked by now.
    pub fn take_due(&mut self, now: Instant) -> Vec<PathBuf> {
        let due = self.trees.iter_mut().filter(|(_, tree)| tree.due.is_some_and(|due| due <= now));
        due.map(|(root, tree)| {
            tree.due = None;
            root.clone()
        })
        .collect()
    }

    pub fn get_mut(&mut self, root: &Path) -> Option<&mut Tree> {
        self.trees.get_mut(root)
    }

    pub fn roots(&self) -> Vec<PathBuf> {
        self.trees.keys().cloned().collect()
    }

    /// Whether a view shows what is there now.
    pub fn is_current(&self, view: &Arc<View>) -> bool {
        let tree = self.trees.get(&view.root);
        tree.and_then(|tree| tree.view.as_ref()).is_some_and(|now| Arc::ptr_eq(now, view))
    }
}
