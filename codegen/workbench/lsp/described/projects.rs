//! The projects of open documents, kept up to date.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lsp_server::Message;
use lsp_types::Diagnostic;
use project::any::AnyFramework;
use project::settings::Options;
use source::read::Unsaved;

use super::view::DescribedView;
use crate::capabilities::Client;
use crate::diagnostics;
use crate::documents::Documents;
use crate::pages::Pages;
use crate::position::Encoding;

/// Finds the root around a folder, and its framework, if that is one that describes its operators in words.
pub type FindFramework = fn(&Path, &Options) -> Option<(PathBuf, &'static dyn AnyFramework)>;

/// How long to wait for further changes before checking a project, which takes a good part of this time.
const QUIET: Duration = Duration::from_millis(100);

/// All such projects, by their roots.
pub struct DescribedProjects {
    find: FindFramework,
    encoding: Encoding,
    options: Options,
    projects: BTreeMap<PathBuf, Project>,
}

struct Project {
    framework: &'static dyn AnyFramework,
    /// `None` after a change.
    view: Option<Arc<DescribedView>>,
    /// The time at which to check it.
    due: Option<Instant>,
    /// The files for which the client shows findings.
    reported: BTreeSet<PathBuf>,
}

impl DescribedProjects {
    pub fn new(find: FindFramework, encoding: Encoding, options: Options) -> Self {
        DescribedProjects { find, encoding, options, projects: BTreeMap::new() }
    }

    /// Opens the project around a folder. Returns whether there is one.
    pub fn open_around(&mut self, folder: &Path, documents: &Documents) -> bool {
        let Some((root, framework)) = (self.find)(folder, &with_unsaved(&self.options, documents)) else {
            return false;
        };
        let new = || Project { framework, view: None, due: Some(Instant::now()), reported: BTreeSet::new() };
        self.projects.entry(root).or_insert_with(new);
        true
    }

    /// The current view of the project that a file belongs to.
    pub fn view_of(&mut self, path: &Path, documents: &Documents) -> Option<Arc<DescribedView>> {
        let root = self.projects.keys().rev().find(|root| path.starts_with(root)).cloned()?;
        self.view(&root, documents).filter(|view| view.file(path).is_some())
    }

    /// The current view of a project.
    fn view(&mut self, root: &Path, documents: &Documents) -> Option<Arc<DescribedView>> {
        let project = self.projects.get_mut(root)?;
        let read = || {
            let options = with_unsaved(&self.options, documents);
            Arc::new(DescribedView::read(root, project.framework, &options, self.encoding))
        };
        Some(Arc::clone(project.view.get_or_insert_with(read)))
    }

    /// The current views of all projects.
    pub fn views(&mut self, documents: &Documents) -> Vec<Arc<DescribedView>> {
        let roots: Vec<PathBuf> = self.projects.keys().cloned().collect();
        roots.iter().filter_map(|root| self.view(root, documents)).collect()
    }

    /// A view of a project with other texts for some files.
    pub fn with_texts(&self, root: &Path, unsaved: Unsaved) -> Option<DescribedView> {
        let options = Options { unsaved, ..self.options.clone() };
        let framework = self.projects.get(root)?.framework;
        Some(DescribedView::read(root, framework, &options, self.encoding))
    }

    /// Notes that a file has changed. Every project above it is read again.
    pub fn note_change(&mut self, path: &Path) {
        for (_, project) in self.projects.iter_mut().filter(|(root, _)| path.starts_with(root)) {
            (project.view, project.due) = (None, Some(Instant::now() + QUIET));
        }
    }

    pub fn next_due(&self) -> Option<Instant> {
        self.projects.values().filter_map(|project| project.due).min()
    }

    /// The findings of projects that have been quiet for a while. Open documents of clients that ask for findings are left out.
    pub fn publications(&mut self, documents: &Documents, client: Client, pages: &Pages) -> Vec<Message> {
        let now = Instant::now();
        let is_due = |project: &Project| project.due.is_some_and(|due| due <= now);
        let due = self.projects.iter().filter(|(_, project)| is_due(project));
        let roots: Vec<PathBuf> = due.map(|(root, _)| root.clone()).collect();
        let mut published = Vec::new();
        for root in roots {
            let Some(view) = self.view(&root, documents) else { continue };
            let mut found = diagnostics::by_file(&*view, &view.project.diagnostics, &root, client, pages);
            let Some(project) = self.projects.get_mut(&root) else { continue };
            project.due = None;
            let is_pulled = |path: &Path| client.pulls_diagnostics && documents.at(path).is_some();
            // Open files, and files that had findings before, are sent an empty list.
            let open = documents.iter().filter_map(|document| document.path.as_ref());
            let open = open.filter(|path| view.file(path).is_some());
            for path in open.chain(&project.reported) {
                found.entry(path.clone()).or_default();
            }
            found.retain(|path, _| !is_pulled(path));
            project.reported =
                found.iter().filter(|(_, these)| !these.is_empty()).map(|(path, _)| path.clone()).collect();
            published.extend(
                found.into_iter().filter_map(|(path, these)| diagnostics::publication(&path, these, documents)),
            );
        }
        published
    }
}

/// Options with the texts of open documents.
fn with_unsaved(options: &Options, documents: &Documents) -> Options {
    Options { unsaved: Unsaved::new(documents.texts()), ..options.clone() }
}

/// The findings in a file.
pub fn findings(view: &DescribedView, path: &Path, client: Client, pages: &Pages) -> Vec<Diagnostic> {
    let mut all = diagnostics::by_file(view, &view.project.diagnostics, &view.root, client, pages);
    all.remove(path).unwrap_or_default()
}
