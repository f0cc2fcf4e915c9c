//! Where the functions of a package are, for editors.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use project::Project;

use super::sources::{Definition, beside};
use super::{File, Kernel, all_files, kernels_of, short_name};

/// The C++ files of a package.
pub struct Files {
    root: PathBuf,
    files: Vec<File>,
}

/// A function in C++.
pub struct Placed<'a> {
    /// The file.
    pub path: PathBuf,
    /// The text of the file.
    pub text: &'a str,
    /// The bytes of the function's name.
    pub range: Range<usize>,
    /// The declaration on one line, without namespaces of types.
    pub declaration: String,
}

impl Files {
    /// Reads the files. `None` if this is not a package.
    pub fn read(project: &Project, root: &Path) -> Option<Files> {
        let package = project.recipe.profile.package.as_ref()?;
        let kernels: Vec<Kernel> = kernels_of(&project.registry, package).collect();
        let files = all_files(root, package, &kernels);
        Some(Files { root: root.to_owned(), files })
    }

    /// The sources that entries name, and those beside them, from the package's folder.
    pub fn sources(project: &Project, root: &Path) -> BTreeSet<String> {
        let named = project.registry.ops().filter_map(|(_, op)| op.package.as_ref()?.source.as_ref());
        named.flat_map(|source| beside(root, &source.value)).collect()
    }

    /// The functions with a name, which may have namespaces and template arguments. Definitions come first.
    pub fn named(&self, name: &str) -> Vec<Placed<'_>> {
        let short = short_name(name);
        let all = self.files.iter().flat_map(|file| file.functions.iter().map(move |function| (file, function)));
        let mut found: Vec<_> = all.filter(|(_, function)| function.short_name() == short).collect();
        found.sort_by_key(|(_, function)| !function.has_body);
        let placed = found.into_iter().map(|(file, function)| Placed {
            path: self.root.join(&file.name),
            text: &file.text,
            range: function.range.clone(),
            declaration: declaration(function),
        });
        placed.collect()
    }

    /// The names of all functions that are defined, without namespaces, sorted.
    pub fn functions(&self) -> Vec<&str> {
        let defined = self.files.iter().flat_map(|file| &file.functions).filter(|function| function.has_body);
        let mut names: Vec<&str> = defined.map(Definition::short_name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn declaration(function: &Definition) -> String {
    let parameters = function.parameters.iter().map(|parameter| format!("{} {}", parameter.ty, parameter.name));
    let parameters: Vec<String> = parameters.map(|parameter| parameter.trim().to_owned()).collect();
    format!("{}({})", function.name, parameters.join(", "))
}
