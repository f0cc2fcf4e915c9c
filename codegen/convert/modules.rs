//! The modules of a project: which file an import means, and from where a file imports its helpers.

use std::collections::BTreeMap;
use std::path::Path;

/// The files of a project by their module paths.
#[derive(Debug, Default)]
pub struct Modules {
    /// Files without their ending, and folders: the number of the file, if it is one.
    paths: BTreeMap<String, Option<usize>>,
    /// The name of the folder, if it is a package.
    package: Option<String>,
}

impl Modules {
    /// `names` are paths below the folder, in the order of their numbers.
    pub fn of<'n>(root: &Path, names: impl Iterator<Item = &'n str>) -> Modules {
        let mut modules = Modules::default();
        for (number, name) in names.enumerate() {
            if let Some(module) = name.strip_suffix(".py") {
                modules.paths.insert(module.to_owned(), Some(number));
            }
            for (at, _) in name.match_indices('/') {
                modules.paths.entry(name[..at].to_owned()).or_insert(None);
            }
            if name == "__init__.py" {
                modules.package = root.file_name().map(|name| name.to_string_lossy().into_owned());
            }
        }
        modules
    }

    /// A file that stands alone is no part of the package around it.
    pub fn without_package(self) -> Modules {
        Modules { package: None, ..self }
    }

    /// Whether an import in a file means a module of the project: one beside the file, or at the top.
    pub fn has(&self, file: &str, module: &str) -> bool {
        let first = module.split('.').next().unwrap_or(module);
        if self.package.as_deref() == Some(first) {
            return true;
        }
        let path = module.replace('.', "/");
        self.paths.contains_key(&join(folder_of(file), &path)) || self.paths.contains_key(&path)
    }

    /// The file that an import means. `level` is the number of dots in front of the module.
    pub fn file(&self, importer: &str, level: u32, module: &str) -> Option<usize> {
        let path = module.replace('.', "/");
        let folder = folder_of(importer);
        if level > 0 {
            let base = (1..level).try_fold(folder, |folder, _| (!folder.is_empty()).then(|| folder_of(folder)))?;
            return self.at(&join(base, &path));
        }
        let inside = self.package.as_deref().and_then(|package| path.strip_prefix(package));
        let inside = inside.filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let below = inside.and_then(|rest| self.at(rest.trim_start_matches('/')));
        below.or_else(|| self.at(&join(folder, &path))).or_else(|| self.at(&path))
    }

    /// A module in the folder of a package whose `__init__.py` is given.
    pub fn submodule(&self, package: &str, name: &str) -> Option<usize> {
        let is_package = package.rsplit('/').next() == Some("__init__.py");
        is_package.then(|| self.at(&join(folder_of(package), name))).flatten()
    }

    /// The file of a module path: the module, or the package of that name.
    fn at(&self, path: &str) -> Option<usize> {
        let own = self.paths.get(path).copied().flatten();
        own.or_else(|| self.paths.get(&join(path, "__init__")).copied().flatten())
    }

    /// Whether a file lies in a package.
    pub fn is_in_package(&self, file: &str) -> bool {
        self.is_package(folder_of(file))
    }

    fn is_package(&self, folder: &str) -> bool {
        self.paths.contains_key(&join(folder, "__init__"))
    }

    /// The outermost package that a file lies in, as a folder. `None` if the file lies in no package.
    pub fn outermost_package<'f>(&self, file: &'f str) -> Option<&'f str> {
        let mut folder = folder_of(file);
        if !self.is_package(folder) {
            return None;
        }
        while !folder.is_empty() && self.is_package(folder_of(folder)) {
            folder = folder_of(folder);
        }
        Some(folder)
    }
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn join(folder: &str, name: &str) -> String {
    match (folder, name) {
        ("", _) => name.to_owned(),
        (_, "") => folder.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_lead_to_files() {
        let names = ["a.py", "b/__init__.py", "b/c.py", "b/d/__init__.py", "b/d/e.py", "f/g.py"];
        let modules = Modules::of(Path::new("p"), names.into_iter());
        for (importer, level, module, expected) in [
            ("b/c.py", 0, "a", Some(0)),
            ("b/c.py", 1, "", Some(1)),
            ("b/c.py", 1, "d.e", Some(4)),
            ("b/d/e.py", 2, "c", Some(2)),
            ("b/d/e.py", 3, "a", Some(0)),
            ("b/d/e.py", 4, "a", None),
            ("f/g.py", 0, "g", Some(5)),
            ("a.py", 0, "f", None),
        ] {
            assert_eq!(modules.file(importer, level, module), expected, "{importer} {level} {module}");
        }
        let folders = names.map(|name| modules.outermost_package(name));
        assert_eq!(folders, [None, Some("b"), Some("b"), Some("b"), Some("b"), None]);
    }
}
