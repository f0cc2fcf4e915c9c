//! The C++ files of a package, and where its functions are.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernels::index::FileState;
use lsp::own::{OwnCpp, Placed};
use project::Further;
use registry::Project;

use super::sources::{Definition, beside, kernel_files};
use super::{File, short_name};

/// The files of kernels, the sources that entries name, and the headers that these include.
#[derive(Default)]
pub struct Files {
    root: PathBuf,
    files: Vec<Arc<File>>,
    unread: Vec<Unread>,
}

/// A file that cannot be read.
pub struct Unread {
    /// The path from the package's folder, with slashes.
    pub name: String,
    pub reason: String,
}

impl Files {
    /// Reads the files. `None` if this is not a package.
    pub fn read(project: &Project, root: &Path) -> Option<Files> {
        Files::again(project, root, &Files::default())
    }

    /// Reads the files that have changed since `before`, and takes the others from there. `None` if this is not a package.
    fn again(project: &Project, root: &Path, before: &Files) -> Option<Files> {
        let package = project.profile.package.as_ref()?;
        let known: BTreeMap<&str, &Arc<File>> = match before.root == root {
            true => before.files.iter().map(|file| (file.name.as_str(), file)).collect(),
            false => BTreeMap::new(),
        };
        let mut unread = Vec::new();
        let mut read = |name: &str| match known.get(name) {
            Some(file) if file.state.is_some() && file.state == FileState::of(&root.join(name)) => {
                Some(Arc::clone(file))
            }
            _ => match File::read(root, name) {
                Ok(file) => Some(Arc::new(file)),
                Err(error) => {
                    // Rules about kernels report sources that do not exist, and headers may be those of a framework.
                    if !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) {
                        unread.push(Unread { name: name.to_owned(), reason: error.to_string() });
                    }
                    None
                }
            },
        };
        let mut files: Vec<Arc<File>> = kernel_files(root, package).iter().filter_map(|name| read(name)).collect();
        let mut found: BTreeSet<String> = files.iter().map(|file| file.name.clone()).collect();
        let mut wanted: Vec<String> = named_sources(project).cloned().collect();
        wanted.extend(files.iter().flat_map(|file| file.headers()));
        while let Some(name) = wanted.pop() {
            if found.insert(name.clone())
                && let Some(file) = read(&name)
            {
                wanted.extend(file.headers());
                files.push(file);
            }
        }
        Some(Files { root: root.to_owned(), files, unread })
    }

    /// The folder of the package.
    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(super) fn all(&self) -> &[Arc<File>] {
        &self.files
    }

    pub(super) fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// The sources that entries name, and those beside them, from the package's folder.
    pub fn sources(project: &Project, root: &Path) -> BTreeSet<String> {
        named_sources(project).flat_map(|source| beside(root, source)).collect()
    }

    fn functions(&self) -> impl Iterator<Item = (&File, &Definition)> {
        self.files.iter().flat_map(|file| file.functions.iter().map(move |function| (&**file, function)))
    }
}

impl OwnCpp for Files {
    fn read_again(&self, project: &Project, root: &Path) -> Arc<dyn OwnCpp> {
        Arc::new(Files::again(project, root, self).unwrap_or_default())
    }

    fn check(&self, project: &Project) -> Further {
        super::check(project, self)
    }

    fn named(&self, name: &str) -> Vec<Placed<'_>> {
        let short = short_name(name);
        let mut found: Vec<_> = self.functions().filter(|(_, function)| function.short_name() == short).collect();
        found.sort_by_key(|(_, function)| !function.has_body);
        let placed = found.into_iter().map(|(file, function)| Placed {
            path: self.root.join(&file.name),
            text: &file.text,
            range: function.range.clone(),
            name: &function.name,
            declaration: declaration(function),
        });
        placed.collect()
    }

    fn defined(&self) -> BTreeMap<&str, String> {
        let mut found = BTreeMap::new();
        for (_, function) in self.functions().filter(|(_, function)| function.has_body) {
            found.entry(function.short_name()).or_insert_with(|| declaration(function));
        }
        found
    }
}

/// The sources that entries name.
fn named_sources(project: &Project) -> impl Iterator<Item = &String> {
    project.registry.ops().filter_map(|(_, op)| Some(&op.package.as_ref()?.source.as_ref()?.value))
}

fn declaration(function: &Definition) -> String {
    let parameters = function.parameters.iter().map(|parameter| format!("{} {}", parameter.ty, parameter.name));
    let parameters: Vec<String> = parameters.map(|parameter| parameter.trim().to_owned()).collect();
    format!("{}({})", function.name, parameters.join(", "))
}
