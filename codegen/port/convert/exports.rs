//! The first pass over a project: what the names of each file stand for, and which of these names other files use.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::modules::Modules;
use crate::python::{Kind, NodeId, Role, Tree, dotted_name};
use crate::rules::Mapping;

/// The meaning of a name in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    /// A path of PyTorch.
    Torch(String),
    /// A name in another file, by the number of the file.
    Imported(usize, String),
    /// Another file, by its number.
    Module(usize),
    /// Something that the file defines, or that comes from elsewhere; or different things, depending on a condition.
    Other,
}

/// The source of an `import *`.
#[derive(Debug)]
enum StarImport {
    Torch(String),
    File(usize),
}

/// The names of a file, as the first pass reads them.
#[derive(Debug, Default)]
pub struct FileSymbols {
    names: IndexMap<String, Origin>,
    stars: Vec<StarImport>,
    /// The names in `__all__`.
    all: BTreeSet<String>,
    /// Names with several meanings, one of them in PyTorch: `try` and `except` may import different things.
    ambiguous: BTreeSet<String>,
    /// Names of other files that this one uses: as attributes of modules, or imported in functions.
    attributes: Vec<(usize, String)>,
}

impl FileSymbols {
    pub fn read(tree: &Tree, mapping: &Mapping, modules: &Modules, file: &str) -> FileSymbols {
        let mut symbols = FileSymbols::default();
        for id in tree.ids() {
            match tree.kind(id) {
                Kind::Import if tree.scope_of(id) == Tree::ROOT => symbols.plain(tree, id, mapping, modules, file),
                Kind::ImportFrom => symbols.from(tree, id, mapping, modules, file),
                Kind::Function | Kind::Class if tree.scope_of(id) == Tree::ROOT => {
                    symbols.add(tree.name_of(id), Origin::Other);
                }
                Kind::Name if tree.is_target(id) && tree.scope_of(id) == Tree::ROOT => {
                    let module = symbols.module_variable(tree, id, mapping);
                    symbols.add(tree.text_of(id), module.map_or(Origin::Other, Origin::Torch));
                }
                _ => {}
            }
        }
        symbols.read_all(tree);
        symbols.read_attributes(tree);
        symbols
    }

    fn add(&mut self, name: &str, origin: Origin) {
        let Some(known) = self.names.get_mut(name) else {
            self.names.insert(name.to_owned(), origin);
            return;
        };
        if *known != origin {
            if matches!((&*known, &origin), (Origin::Torch(_), _) | (_, Origin::Torch(_))) {
                self.ambiguous.insert(name.to_owned());
            }
            *known = Origin::Other;
        }
    }

    fn plain(&mut self, tree: &Tree, id: NodeId, mapping: &Mapping, modules: &Modules, file: &str) {
        for alias in tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias) {
            let path = dotted_name(tree.text_of(alias));
            let has_alias = tree.node(alias).level == 1;
            let local = tree.name_of(alias).split('.').next().unwrap_or_default();
            let meant = if has_alias { path.as_str() } else { path.split('.').next().unwrap_or_default() };
            let origin = match modules.has(file, &path) {
                true => modules.file(file, 0, meant).map_or(Origin::Other, Origin::Module),
                false if mapping.package_of(&path).is_some() => Origin::Torch(meant.to_owned()),
                false => Origin::Other,
            };
            self.add(local, origin);
        }
    }

    fn from(&mut self, tree: &Tree, id: NodeId, mapping: &Mapping, modules: &Modules, file: &str) {
        let level = tree.node(id).level;
        let module = dotted_name(tree.name_of(id));
        let is_local = level > 0 || modules.has(file, &module);
        let source = if is_local { modules.file(file, level, &module) } else { None };
        let is_torch = !is_local && mapping.package_of(&module).is_some();
        let is_global = tree.scope_of(id) == Tree::ROOT;
        for alias in tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias) {
            let (local, name) = (tree.name_of(alias), dotted_name(tree.text_of(alias)));
            let origin = match source {
                Some(source) if name == "*" => {
                    self.stars.push(StarImport::File(source));
                    continue;
                }
                None if is_torch && name == "*" => {
                    self.stars.push(StarImport::Torch(module.clone()));
                    continue;
                }
                Some(source) => Origin::Imported(source, name),
                None if is_torch => Origin::Torch(format!("{module}.{name}")),
                None => Origin::Other,
            };
            if is_global {
                self.add(local, origin);
            } else if let Origin::Imported(source, name) = origin {
                self.attributes.push((source, name));
            }
        }
    }

    /// The module that a variable stands for: `layers = torch.nn`.
    fn module_variable(&self, tree: &Tree, target: NodeId, mapping: &Mapping) -> Option<String> {
        let statement = tree.node(target).parent;
        let value = tree.child(statement, Role::Value).filter(|_| tree.kind(statement) == Kind::Assign)?;
        let text = tree.text_of(value);
        let (first, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
        let Some(Origin::Torch(path)) = self.names.get(first) else { return None };
        Some(format!("{path}{rest}")).filter(|path| mapping.namespaces.contains_key(path))
    }

    fn read_all(&mut self, tree: &Tree) {
        let statements = tree.children(Tree::ROOT).filter(|id| tree.text_of(*id).starts_with("__all__"));
        let strings = statements.flat_map(|id| tree.below(id)).filter(|id| tree.kind(*id) == Kind::Strings);
        self.all.extend(strings.map(|id| tree.text_of(id).trim_matches(['\'', '"']).to_owned()));
    }

    fn read_attributes(&mut self, tree: &Tree) {
        if !self.names.values().any(|origin| matches!(origin, Origin::Module(_) | Origin::Imported(..))) {
            return;
        }
        for id in tree.ids().filter(|id| tree.kind(*id) == Kind::Attribute) {
            let value = tree.child(id, Role::Value).filter(|value| tree.kind(*value) == Kind::Name);
            if let Some(Origin::Module(file)) = value.and_then(|value| self.names.get(tree.text_of(value))) {
                self.attributes.push((*file, tree.name_of(id).to_owned()));
            }
        }
    }

    /// Whether `from file import *` imports a name.
    fn is_public(&self, name: &str) -> bool {
        if self.all.is_empty() { !name.starts_with('_') } else { self.all.contains(name) }
    }
}

/// The files of a project, and how they import names from each other.
#[derive(Debug, Default)]
pub struct ImportGraph {
    modules: Modules,
    /// The path of each file.
    names: Vec<String>,
    /// The names of each file; none for files that are not Python.
    symbols: Vec<FileSymbols>,
    /// The names of each file that must stay defined because other files use them.
    kept: Vec<BTreeSet<String>>,
    /// Whether each file is imported by another.
    is_imported: Vec<bool>,
}

/// The longest chain of imports that is followed. It ends circles.
const MOST_STEPS: usize = 50;

impl ImportGraph {
    /// Joins the names of all files.
    pub fn new(modules: Modules, names: Vec<String>, symbols: Vec<FileSymbols>) -> ImportGraph {
        let (kept, is_imported) = (vec![BTreeSet::new(); symbols.len()], vec![false; symbols.len()]);
        let mut project = ImportGraph { modules, names, symbols, kept, is_imported };
        for file in 0..project.symbols.len() {
            for (other, name) in project.used_by(file) {
                project.is_imported[other] = true;
                if let Some(name) = name {
                    project.keep(other, &name);
                }
            }
        }
        project
    }

    /// The files that a file imports, with the names that it uses of them.
    fn used_by(&self, file: usize) -> Vec<(usize, Option<String>)> {
        let symbols = &self.symbols[file];
        let mut used: Vec<(usize, Option<String>)> = Vec::new();
        used.extend(symbols.attributes.iter().map(|(other, name)| (*other, Some(name.clone()))));
        used.extend(symbols.names.values().filter_map(|origin| match origin {
            Origin::Imported(other, name) => Some((*other, Some(name.clone()))),
            Origin::Module(other) => Some((*other, None)),
            Origin::Torch(_) | Origin::Other => None,
        }));
        for star in &symbols.stars {
            let StarImport::File(other) = star else { continue };
            used.push((*other, None));
            used.extend(self.symbols[*other].ambiguous.iter().map(|name| (*other, Some(name.clone()))));
        }
        let own = symbols.all.iter().filter(|name| self.symbols[file].names.contains_key(*name));
        used.extend(own.map(|name| (file, Some(name.clone()))));
        used
    }

    fn keep(&mut self, file: usize, name: &str) {
        if !self.kept[file].insert(name.to_owned()) {
            return;
        }
        match self.symbols[file].names.get(name) {
            Some(Origin::Imported(other, name)) => {
                let (other, name) = (*other, name.clone());
                self.keep(other, &name);
            }
            Some(_) => {}
            None => {
                let files = self.symbols[file].stars.iter().filter_map(|star| match star {
                    StarImport::File(other) => Some(*other),
                    StarImport::Torch(_) => None,
                });
                let files: Vec<_> = files.collect();
                for other in files {
                    self.keep(other, name);
                }
            }
        }
    }

    /// The path in PyTorch that a name of a file means.
    fn path(&self, file: usize, name: &str, mapping: &Mapping, steps: usize) -> Option<String> {
        if steps == MOST_STEPS {
            return None;
        }
        let symbols = self.symbols.get(file)?;
        match symbols.names.get(name) {
            Some(Origin::Torch(path)) => Some(path.clone()),
            Some(Origin::Imported(other, name)) => self.path(*other, name, mapping, steps + 1),
            Some(Origin::Module(_) | Origin::Other) => None,
            None => symbols.stars.iter().find_map(|star| match star {
                StarImport::Torch(module) => Some(format!("{module}.{name}")).filter(|path| mapping.has_rule(path)),
                StarImport::File(other) if self.symbols[*other].is_public(name) => {
                    self.path(*other, name, mapping, steps + 1)
                }
                StarImport::File(_) => None,
            }),
        }
    }

    /// The file that a name of a file means, if it is a module.
    fn module(&self, file: usize, name: &str, steps: usize) -> Option<usize> {
        let symbols = self.symbols.get(file).filter(|_| steps < MOST_STEPS)?;
        match symbols.names.get(name) {
            Some(Origin::Module(other)) => Some(*other),
            Some(Origin::Imported(other, name)) => self.module(*other, name, steps + 1),
            Some(Origin::Torch(_)) => None,
            Some(Origin::Other) | None => self.modules.submodule(self.names.get(file)?, name),
        }
    }

    /// Adds what `from file import *` imports of PyTorch.
    fn star(&self, file: usize, mapping: &Mapping, names: &mut StarNames, steps: usize) {
        let Some(symbols) = self.symbols.get(file).filter(|_| steps < MOST_STEPS) else { return };
        for name in symbols.names.keys().filter(|name| symbols.is_public(name)) {
            if let Some(path) = self.path(file, name, mapping, 0) {
                names.names.entry(name.clone()).or_insert(path);
            }
        }
        for star in &symbols.stars {
            match star {
                StarImport::Torch(module) if symbols.all.is_empty() => names.modules.push(module.clone()),
                StarImport::Torch(_) => {}
                StarImport::File(other) => self.star(*other, mapping, names, steps + 1),
            }
        }
    }
}

/// The names of PyTorch that an `import *` of a file imports.
#[derive(Debug, Default)]
pub struct StarNames {
    /// Names with their paths.
    pub names: IndexMap<String, String>,
    /// Modules of PyTorch from which the file itself imports everything.
    pub modules: Vec<String>,
}

/// A file of a project: answers where its imports lead, and which of its names others use.
#[derive(Debug, Clone, Copy)]
pub struct ProjectFile<'p> {
    /// The imports of the whole project.
    pub project: &'p ImportGraph,
    /// The path of the file below the folder that is converted.
    pub file: &'p str,
    /// The number of the file, if the first pass has read it.
    pub number: Option<usize>,
}

impl ProjectFile<'_> {
    /// Whether a module is part of the project.
    pub fn is_local(&self, module: &str) -> bool {
        self.project.modules.has(self.file, module)
    }

    /// Whether a name is that of a package of the project.
    pub fn has_package(&self, name: &str) -> bool {
        self.project.modules.has_package(name)
    }

    /// The number of the file that an import means. `level` is the number of dots before the module.
    pub fn file(&self, level: u32, module: &str) -> Option<usize> {
        self.project.modules.file(self.file, level, module)
    }

    /// The path in PyTorch that a name of another file means.
    pub fn path(&self, file: usize, name: &str, mapping: &Mapping) -> Option<String> {
        self.project.path(file, name, mapping, 0)
    }

    /// The file that a name of another file means, if it is a module.
    pub fn module(&self, file: usize, name: &str) -> Option<usize> {
        self.project.module(file, name, 0)
    }

    /// The names of PyTorch that `from file import *` imports.
    pub fn star(&self, file: usize, mapping: &Mapping) -> StarNames {
        let mut names = StarNames::default();
        self.project.star(file, mapping, &mut names, 0);
        names
    }

    /// Whether a name of this file must stay defined because other files use it.
    pub fn must_keep(&self, name: &str) -> bool {
        self.number.and_then(|number| self.project.kept.get(number)).is_some_and(|names| names.contains(name))
    }

    /// Whether other files import this one, or may: it is in a package.
    pub fn is_imported(&self) -> bool {
        let is_imported = self.number.and_then(|number| self.project.is_imported.get(number)) == Some(&true);
        is_imported || self.project.modules.is_in_package(self.file)
    }
}
