//! The index of a tree's C++: every kernel, infer meta function and spmd rule, by name.

mod facts;
mod locations;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use parallel::prelude::*;
use profile::CppSources;
use source::files;

use facts::FileFacts;

pub use facts::{Declared, DeclaredParameter, Place, Registration};
pub use locations::Locations;

/// What the C++ of a tree, or the headers of an installed framework, declare.
#[derive(Debug, Default)]
pub struct Index {
    root: PathBuf,
    /// What stands before the names of files in messages.
    prefix: Option<String>,
    settings: Option<CppSources>,
    /// The paths of the files below the root, sorted.
    files: Vec<String>,
    /// The size and the time of the last change of each file, from before it was read.
    states: Vec<Option<FileState>>,
    /// The texts, if the files are not on disk.
    texts: Option<Vec<String>>,
    /// What each file has.
    facts: Vec<Arc<FileFacts>>,
    /// The functions, without those that only help kernels.
    functions: Vec<Fact>,
    by_name: BTreeMap<String, Vec<Fact>>,
    by_lower_case: BTreeMap<String, Vec<Fact>>,
    by_kernel: BTreeMap<String, Vec<Fact>>,
}

/// A function or registration: the index of its file, and its own in the file.
type Fact = (usize, usize);

impl Index {
    /// Reads the files below a folder. `Ok(None)` if none of the folders with C++ is there.
    ///
    /// # Errors
    /// If the folders have too many files to be those of a framework, or one of them cannot be read.
    pub fn read(root: &Path, settings: &CppSources) -> Result<Option<Index>, UnreadCpp> {
        let files = all_files(root, settings)?;
        let states = states(root, &files);
        Index::default().changed(root, files, states, settings)
    }

    /// The index of the same folder as it is now: this one if no file was added, removed or changed. Only changed files are read.
    /// `None` if the folders with C++ are gone, or cannot be read.
    pub fn updated(self: &Arc<Self>, settings: &CppSources) -> Option<Arc<Index>> {
        let files = all_files(&self.root, settings).ok()?;
        let states = states(&self.root, &files);
        if self.is_read_with(settings) && files == self.files && states == self.states {
            return Some(Arc::clone(self));
        }
        self.changed(&self.root, files, states, settings).ok()?.map(Arc::new)
    }

    fn changed(
        &self,
        root: &Path,
        files: Vec<String>,
        states: Vec<Option<FileState>>,
        settings: &CppSources,
    ) -> Result<Option<Index>, UnreadCpp> {
        if files.is_empty() {
            return Ok(None);
        }
        let known = self.files.iter().enumerate().filter(|_| self.is_read_with(settings));
        let known: BTreeMap<&str, usize> = known.map(|(at, name)| (name.as_str(), at)).collect();
        let of_file = |(at, name): (usize, &String)| match known.get(name.as_str()) {
            Some(&before) if states[at].is_some() && states[at] == self.states[before] => Ok(self.facts_at(before, at)),
            _ => Ok(Arc::new(FileFacts::of(&text_on_disk(&root.join(name))?, at, settings))),
        };
        let facts: Result<Vec<Arc<FileFacts>>, UnreadCpp> = files.par_iter().enumerate().map(of_file).collect();
        let (root, prefix) = (root.to_owned(), self.prefix.clone());
        Ok(Some(Index { root, prefix, files, states, ..Index::default() }.with_facts(facts?, settings)))
    }

    /// Another profile may read files in another way.
    fn is_read_with(&self, settings: &CppSources) -> bool {
        self.settings.as_ref() == Some(settings)
    }

    /// Reads files that are not on disk: their paths and texts. Others than those that the settings describe are left out. `None` if there are none.
    pub fn of_texts(files: Vec<(String, String)>, settings: &CppSources) -> Option<Index> {
        let mut files: Vec<_> = files.into_iter().filter(|(name, _)| settings.reads(name)).collect();
        if files.is_empty() {
            return None;
        }
        files.sort();
        let of_file = |(at, (_, text)): (usize, &(String, String))| Arc::new(FileFacts::of(text, at, settings));
        let facts: Vec<Arc<FileFacts>> = files.par_iter().enumerate().map(of_file).collect();
        let (files, texts) = files.into_iter().unzip();
        Some(Index { files, texts: Some(texts), ..Index::default() }.with_facts(facts, settings))
    }

    fn with_facts(mut self, facts: Vec<Arc<FileFacts>>, settings: &CppSources) -> Self {
        (self.facts, self.settings) = (facts, Some(settings.clone()));
        let helpers = Helpers::of(&self.facts, settings);
        for (file, facts) in self.facts.iter().enumerate() {
            let in_kernels = helpers.may_be_in(&self.files[file]);
            for (at, function) in facts.functions.iter().enumerate() {
                if in_kernels && helpers.has(&function.short_name) {
                    continue;
                }
                self.functions.push((file, at));
                self.by_name.entry(function.short_name.clone()).or_default().push((file, at));
                self.by_lower_case.entry(function.short_name.to_lowercase()).or_default().push((file, at));
            }
            for (at, registration) in facts.registrations.iter().enumerate() {
                self.by_kernel.entry(registration.kernel.clone()).or_default().push((file, at));
            }
        }
        self
    }

    /// What a file has, if its index is now another one.
    fn facts_at(&self, before: usize, now: usize) -> Arc<FileFacts> {
        let facts = &self.facts[before];
        if before == now { Arc::clone(facts) } else { Arc::new(facts.in_file(now)) }
    }

    /// The text of the file of a place, as it is now.
    pub fn text(&self, place: &Place) -> Cow<'_, str> {
        match &self.texts {
            Some(texts) => Cow::Borrowed(&texts[place.file]),
            None => Cow::Owned(text_on_disk(&self.root.join(self.file(place))).unwrap_or_default()),
        }
    }

    /// The folder that the paths of files start from.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The path of a file below the root.
    pub fn file(&self, place: &Place) -> &str {
        &self.files[place.file]
    }

    /// The name of a file in messages: the path below the tree that is checked, or the whole path.
    pub fn shown_name(&self, file: &str) -> String {
        match &self.prefix {
            Some(prefix) => format!("{prefix}{file}"),
            None => file.to_owned(),
        }
    }

    /// Sets what stands before the names of files in messages.
    pub fn with_prefix(self, prefix: String) -> Self {
        Index { prefix: Some(prefix), ..self }
    }

    /// The number of files that were read.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether no file was read.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Every function, in the order of files.
    pub fn functions(&self) -> impl Iterator<Item = &Declared> {
        self.functions.iter().map(|fact| self.function(*fact))
    }

    fn function(&self, (file, at): Fact) -> &Declared {
        &self.facts[file].functions[at]
    }

    /// The functions with a name, which is without namespaces.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Declared> {
        self.by_name.get(name).into_iter().flatten().map(|fact| self.function(*fact))
    }

    /// The functions with a name, ignoring case.
    pub fn named_like<'i>(&'i self, name: &str) -> impl Iterator<Item = &'i Declared> + use<'i> {
        let same = self.by_lower_case.get(&name.to_lowercase());
        same.into_iter().flatten().map(|fact| self.function(*fact))
    }

    /// The functions in a folder with a name.
    pub fn named_in<'i>(&'i self, folder: &'i str, name: &str) -> impl Iterator<Item = &'i Declared> {
        self.named(name).filter(move |function| self.is_in(&function.place, folder))
    }

    /// Whether a place is in a folder, or in the file of that name.
    pub fn is_in(&self, place: &Place, folder: &str) -> bool {
        is_in(self.file(place), folder)
    }

    /// Whether a folder has functions.
    pub fn has_functions_in(&self, folder: &str) -> bool {
        self.functions().any(|function| self.is_in(&function.place, folder))
    }

    /// Whether a place is in a header.
    pub fn is_header(&self, place: &Place) -> bool {
        has_extension(self.file(place), "h")
    }

    /// Every registration, in the order of files.
    pub fn registrations(&self) -> impl Iterator<Item = &Registration> {
        self.facts.iter().flat_map(|facts| &facts.registrations)
    }

    /// The registrations of a kernel.
    pub fn registrations_of(&self, kernel: &str) -> impl Iterator<Item = &Registration> {
        self.by_kernel.get(kernel).into_iter().flatten().map(|(file, at)| &self.facts[*file].registrations[*at])
    }

    /// The names of registered kernels, sorted.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.by_kernel.keys().map(String::as_str)
    }

    /// Whether kernels are registered in these files. The headers of an installed framework have no registrations.
    pub fn has_registrations(&self) -> bool {
        !self.by_kernel.is_empty()
    }

    /// Calls of macros that seem to register kernels, but could not be read: the macro, and where.
    pub fn unread(&self) -> impl Iterator<Item = &(String, Place)> {
        self.facts.iter().flat_map(|facts| &facts.unread)
    }
}

/// Decides which functions only help kernels.
struct Helpers<'a> {
    settings: &'a CppSources,
    /// The names of functions that are registered.
    registered: BTreeSet<&'a str>,
}

impl<'a> Helpers<'a> {
    fn of(facts: &'a [Arc<FileFacts>], settings: &'a CppSources) -> Self {
        let registered = facts.iter().flat_map(|facts| &facts.registrations).map(Registration::function_name).collect();
        Helpers { settings, registered }
    }

    /// Whether a file is one with kernels, and no other functions that the YAML names.
    fn may_be_in(&self, file: &str) -> bool {
        let folder = |folder: &String| file.starts_with(folder.as_str());
        self.settings.kernels.iter().any(folder) && !self.settings.hand_written.kernel_type.iter().any(folder)
    }

    /// Whether a function in such a file only helps kernels.
    fn has(&self, function: &str) -> bool {
        !function.ends_with(self.settings.kernel_suffix()) && !self.registered.contains(function)
    }
}

/// The size of a file, and the time of its last change. If they are the same as before, the file has not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileState(u64, Option<SystemTime>);

impl FileState {
    /// The state of a file. `None` if there is none.
    pub fn of(path: &Path) -> Option<FileState> {
        let metadata = fs::metadata(path).ok()?;
        Some(FileState(metadata.len(), metadata.modified().ok()))
    }
}

fn states(root: &Path, files: &[String]) -> Vec<Option<FileState>> {
    files.par_iter().map(|name| FileState::of(&root.join(name))).collect()
}

/// The text of a file. Empty if it is gone by now, or is a link to nothing.
fn text_on_disk(path: &Path) -> Result<String, UnreadCpp> {
    match files::read(path) {
        Ok(bytes) => {
            Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(UnreadCpp::File(path.to_owned(), error)),
    }
}

/// Whether a path is in a folder, or that of the file with this name.
fn is_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The paths of the files that are read, sorted.
fn all_files(root: &Path, settings: &CppSources) -> Result<Vec<String>, UnreadCpp> {
    let mut found = FoundFiles::default();
    for folder in &settings.folders {
        found.add(root, folder, settings)?;
    }
    found.files.sort();
    found.files.dedup();
    Ok(found.files)
}

/// The number of files and folders that are looked at. A released framework has a tenth of it; a link to the top of a disk has more.
const MAX_ENTRIES: usize = 200_000;

/// The reason why C++ is not read.
#[derive(Debug)]
pub enum UnreadCpp {
    /// A folder, or those before it, have too many files.
    TooManyFiles(PathBuf),
    /// A file cannot be read. Without it, functions would seem to be missing.
    File(PathBuf, io::Error),
}

impl fmt::Display for UnreadCpp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadCpp::TooManyFiles(folder) => {
                let folder = folder.display();
                write!(f, "the C++ is not read: there are more than {MAX_ENTRIES} files and folders up to {folder}")
            }
            UnreadCpp::File(path, error) => write!(f, "cannot read {}: {error}", path.display()),
        }
    }
}

/// The files with C++ that were found so far.
#[derive(Default)]
struct FoundFiles {
    files: Vec<String>,
    entries: usize,
}

impl FoundFiles {
    /// Adds the files below a folder, whose path starts from the root. It may be a file itself.
    fn add(&mut self, root: &Path, folder: &str, settings: &CppSources) -> Result<(), UnreadCpp> {
        if settings.without.iter().any(|without| without == folder) {
            return Ok(());
        }
        let path = root.join(folder);
        let Ok(entries) = fs::read_dir(&path) else {
            if path.is_file() {
                self.files.push(folder.to_owned());
            }
            return Ok(());
        };
        for entry in entries.flatten() {
            self.entries += 1;
            if self.entries > MAX_ENTRIES {
                return Err(UnreadCpp::TooManyFiles(path));
            }
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = format!("{folder}/{name}");
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.add(root, &path, settings)?,
                Ok(_) if settings.has_extension(&name) => self.files.push(path),
                _ => {}
            }
        }
        Ok(())
    }
}

fn has_extension(name: &str, extension: &str) -> bool {
    name.strip_suffix(extension).is_some_and(|stem| stem.ends_with('.'))
}
