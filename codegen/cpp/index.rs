//! The index of a tree's C++: every kernel, infer meta function and spmd rule, by name.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use parallel::prelude::*;
use profile::CppSources;

use crate::facts::FileFacts;
use crate::{Declared, Place, Registration};

/// What the C++ of a tree, or the headers of an installed framework, declare.
#[derive(Debug, Default)]
pub struct Index {
    root: PathBuf,
    /// What stands before the names of files in messages.
    prefix: Option<String>,
    /// The paths of the files below the root, sorted.
    files: Vec<String>,
    /// The size and the time of the last change of each file, from before it was read.
    states: Vec<Option<FileState>>,
    /// The texts, if the files are not on disk.
    texts: Option<Vec<String>>,
    functions: Vec<Declared>,
    registrations: Vec<Registration>,
    /// Calls of macros that seem to register kernels, but could not be read.
    unread: Vec<(String, Place)>,
    by_name: BTreeMap<String, Vec<usize>>,
    by_lower_case: BTreeMap<String, Vec<usize>>,
    by_kernel: BTreeMap<String, Vec<usize>>,
}

impl Index {
    /// Reads the files below a folder. `None` if none of the folders with C++ is there.
    pub fn read(root: &Path, settings: &CppSources) -> Option<Index> {
        let files = all_files(root, settings);
        if files.is_empty() {
            return None;
        }
        let states = states(root, &files);
        let of_file = |(at, name): (usize, &String)| FileFacts::of(&text_on_disk(root, name), at, settings);
        let facts: Vec<FileFacts> = files.par_iter().enumerate().map(of_file).collect();
        Some(Index { root: root.to_owned(), files, states, ..Index::default() }.with_facts(facts, settings))
    }

    /// Reads files that are not on disk: their paths and texts. Others than [`is_wanted`] are left out. `None` if there are none.
    pub fn of_texts(files: Vec<(String, String)>, settings: &CppSources) -> Option<Index> {
        let mut files: Vec<_> = files.into_iter().filter(|(name, _)| is_wanted(name, settings)).collect();
        if files.is_empty() {
            return None;
        }
        files.sort();
        let of_file = |(at, (_, text)): (usize, &(String, String))| FileFacts::of(text, at, settings);
        let facts: Vec<FileFacts> = files.par_iter().enumerate().map(of_file).collect();
        let (files, texts) = files.into_iter().unzip();
        Some(Index { files, texts: Some(texts), ..Index::default() }.with_facts(facts, settings))
    }

    fn with_facts(mut self, facts: Vec<FileFacts>, settings: &CppSources) -> Self {
        for FileFacts { functions, registrations, unread } in facts {
            self.functions.extend(functions);
            self.registrations.extend(registrations);
            self.unread.extend(unread);
        }
        self.drop_helpers(settings);
        for (at, function) in self.functions.iter().enumerate() {
            self.by_name.entry(function.short_name.clone()).or_default().push(at);
            self.by_lower_case.entry(function.short_name.to_lowercase()).or_default().push(at);
        }
        for (at, registration) in self.registrations.iter().enumerate() {
            self.by_kernel.entry(registration.kernel.clone()).or_default().push(at);
        }
        self
    }

    /// The text of the file of a place, as it is now.
    pub fn text(&self, place: &Place) -> Cow<'_, str> {
        match &self.texts {
            Some(texts) => Cow::Borrowed(&texts[place.file]),
            None => Cow::Owned(text_on_disk(&self.root, self.file(place))),
        }
    }

    /// Whether the files are still those that were read: none was added, removed or changed.
    pub fn is_current(&self, settings: &CppSources) -> bool {
        all_files(&self.root, settings) == self.files && states(&self.root, &self.files) == self.states
    }

    /// Drops the functions that only help kernels.
    fn drop_helpers(&mut self, settings: &CppSources) {
        let registered: BTreeSet<&str> = self.registrations.iter().map(Registration::function_name).collect();
        let is_kernel = |name: &str| name.ends_with(settings.kernel_suffix()) || registered.contains(name);
        let is_helper = |function: &Declared| {
            let folder = |folder: &String| self.files[function.place.file].starts_with(folder.as_str());
            let is_asked_for = || settings.hand_written.kernel_type.iter().any(folder);
            !is_kernel(&function.short_name) && settings.kernels.iter().any(folder) && !is_asked_for()
        };
        self.functions.retain(|function| !is_helper(function));
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

    /// Every function.
    pub fn functions(&self) -> &[Declared] {
        &self.functions
    }

    /// The functions with a name, which is without namespaces.
    pub fn named(&self, name: &str) -> impl Iterator<Item = &Declared> {
        self.by_name.get(name).into_iter().flatten().map(|at| &self.functions[*at])
    }

    /// The functions with a name, ignoring case.
    pub fn named_like<'i>(&'i self, name: &str) -> impl Iterator<Item = &'i Declared> + use<'i> {
        let same = self.by_lower_case.get(&name.to_lowercase());
        same.into_iter().flatten().map(|at| &self.functions[*at])
    }

    /// The functions in a folder with a name.
    pub fn named_in<'i>(&'i self, folder: &'i str, name: &str) -> impl Iterator<Item = &'i Declared> {
        self.named(name).filter(move |function| self.is_in(&function.place, folder))
    }

    /// Whether a place is in a folder, or in the file of that name.
    pub fn is_in(&self, place: &Place, folder: &str) -> bool {
        self.file(place).strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Whether a folder has functions.
    pub fn has_functions_in(&self, folder: &str) -> bool {
        self.functions.iter().any(|function| self.is_in(&function.place, folder))
    }

    /// Whether a place is in a header.
    pub fn is_header(&self, place: &Place) -> bool {
        has_extension(self.file(place), "h")
    }

    /// Every registration.
    pub fn registrations(&self) -> &[Registration] {
        &self.registrations
    }

    /// The registrations of a kernel.
    pub fn registrations_of(&self, kernel: &str) -> impl Iterator<Item = &Registration> {
        self.by_kernel.get(kernel).into_iter().flatten().map(|at| &self.registrations[*at])
    }

    /// The names of registered kernels, sorted.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.by_kernel.keys().map(String::as_str)
    }

    /// Whether kernels are registered in these files. The headers of an installed framework have no registrations.
    pub fn has_registrations(&self) -> bool {
        !self.registrations.is_empty()
    }

    /// Calls of macros that seem to register kernels, but could not be read: the macro, and where.
    pub fn unread(&self) -> &[(String, Place)] {
        &self.unread
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

fn text_on_disk(root: &Path, name: &str) -> String {
    let bytes = fs::read(root.join(name)).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Whether a file is one that an index reads.
pub fn is_wanted(path: &str, settings: &CppSources) -> bool {
    let is_below = |folder: &String| path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
    settings.folders.iter().any(is_below)
        && !settings.without.iter().any(is_below)
        && settings.extensions.iter().any(|extension| has_extension(path, extension))
}

/// The paths of the files that are read, sorted.
fn all_files(root: &Path, settings: &CppSources) -> Vec<String> {
    let mut files = Vec::new();
    for folder in &settings.folders {
        find_files(root, folder, settings, &mut files);
    }
    files.sort();
    files.dedup();
    files
}

/// Adds the files below a folder, whose path starts from the root.
fn find_files(root: &Path, folder: &str, settings: &CppSources, files: &mut Vec<String>) {
    if settings.without.iter().any(|without| without == folder) {
        return;
    }
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{folder}/{name}");
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => find_files(root, &path, settings, files),
            Ok(_) if settings.extensions.iter().any(|extension| has_extension(&name, extension)) => files.push(path),
            _ => {}
        }
    }
}

fn has_extension(name: &str, extension: &str) -> bool {
    name.strip_suffix(extension).is_some_and(|stem| stem.ends_with('.'))
}
