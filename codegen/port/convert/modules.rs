//! The modules of a project: which file an import means, and which package a file is in.

use std::collections::BTreeMap;
use std::path::Path;

/// The files of a project by their module paths.
#[derive(Debug, Default)]
pub struct Modules {
    /// The paths of files without their extension, with their numbers, and those of folders.
    paths: BTreeMap<String, Option<usize>>,
    /// The name of the project's folder, if the folder is itself a package.
    package: Option<String>,
}

impl Modules {
    /// The modules among files. `names` are their paths below `root`, in the order of their numbers.
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

    /// The name of the project's folder, if it is a package.
    pub fn project_package(&self) -> Option<&str> {
        self.package.as_deref()
    }

    /// The same modules, for a file that is converted alone and not as a part of its package.
    pub fn without_package(self) -> Modules {
        Modules { package: None, ..self }
    }

    /// Whether an import means a module of the project: one in the file's folder, or at the top.
    pub fn has(&self, file: &str, module: &str) -> bool {
        let first = module.split('.').next().unwrap_or(module);
        if self.package.as_deref() == Some(first) {
            return true;
        }
        let path = module.replace('.', "/");
        self.paths.contains_key(&join(folder_of(file), &path)) || self.paths.contains_key(&path)
    }

    /// Whether a name is that of a package of the project, in whichever folder it is, such as `src`.
    pub fn has_package(&self, name: &str) -> bool {
        let is_meant = |path: &str| path.rsplit('/').next() == Some(name) && !self.is_package(folder_of(path));
        let mut packages = self.paths.keys().filter_map(|path| path.strip_suffix("/__init__"));
        self.package.as_deref() == Some(name) || packages.any(is_meant)
    }

    /// The number of the file that an import means. `level` is the number of dots before the module.
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

    /// A module in a package, whose `__init__.py` is given.
    pub fn submodule(&self, package: &str, name: &str) -> Option<usize> {
        let is_package = package.rsplit('/').next() == Some("__init__.py");
        is_package.then(|| self.at(&join(folder_of(package), name))).flatten()
    }

    /// The file of a module path: the module, or the package of that name.
    fn at(&self, path: &str) -> Option<usize> {
        let own = self.paths.get(path).copied().flatten();
        own.or_else(|| self.paths.get(&join(path, "__init__")).copied().flatten())
    }

    /// Whether a file is in a package.
    pub fn is_in_package(&self, file: &str) -> bool {
        self.is_package(folder_of(file))
    }

    fn is_package(&self, folder: &str) -> bool {
        self.paths.contains_key(&join(folder, "__init__"))
    }

    /// The folder of the outermost package that a file is in. `None` if it is in no package.
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
        let packages = ["b", "d", "f", "a"].map(|name| modules.has_package(name));
        assert_eq!(packages, [true, false, false, false]);
        let folders = names.map(|name| modules.outermost_package(name));
        assert_eq!(folders, [None, Some("b"), Some("b"), Some("b"), Some("b"), None]);
    }
}
