//! The first pass over a project: what the names of each file stand for, and which of them other files use.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use crate::modules::Modules;
use crate::python::{Kind, NodeId, Role, Tree};
use crate::rules::Mapping;
use crate::shadows::{is_target, scope_of};

/// What a name of a module stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    /// A path of PyTorch.
    Torch(String),
    /// A name of another file.
    From(usize, String),
    Module(usize),
    /// Something that the file defines, or that comes from elsewhere, or several of these.
    Own,
}

#[derive(Debug)]
enum Star {
    Torch(String),
    File(usize),
}

/// What the first pass knows of a file.
#[derive(Debug, Default)]
pub struct Facts {
    names: IndexMap<String, Origin>,
    stars: Vec<Star>,
    /// The names in `__all__`.
    all: BTreeSet<String>,
    /// Names that stand for something of PyTorch, or for something else: `try` and `except` import different things.
    ambiguous: BTreeSet<String>,
    /// Names of other files that this one uses as attributes of modules.
    attributes: Vec<(usize, String)>,
}

impl Facts {
    pub fn read(tree: &Tree, mapping: &Mapping, modules: &Modules, file: &str) -> Facts {
        let mut facts = Facts::default();
        for id in tree.ids() {
            match tree.kind(id) {
                Kind::Import if scope_of(tree, id) == Tree::ROOT => facts.plain(tree, id, mapping, modules, file),
                Kind::ImportFrom => facts.from(tree, id, mapping, modules, file),
                Kind::Function | Kind::Class if scope_of(tree, id) == Tree::ROOT => {
                    facts.add(tree.name_of(id), Origin::Own);
                }
                Kind::Name if is_target(tree, id) && scope_of(tree, id) == Tree::ROOT => {
                    let module = facts.module_variable(tree, id, mapping);
                    facts.add(tree.text_of(id), module.map_or(Origin::Own, Origin::Torch));
                }
                _ => {}
            }
        }
        facts.read_all(tree);
        facts.read_attributes(tree);
        facts
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
            *known = Origin::Own;
        }
    }

    fn plain(&mut self, tree: &Tree, id: NodeId, mapping: &Mapping, modules: &Modules, file: &str) {
        for alias in tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias) {
            let path = super::imports::dotted_name(tree.text_of(alias));
            let has_alias = tree.node(alias).level == 1;
            let local = tree.name_of(alias).split('.').next().unwrap_or_default();
            let meant = if has_alias { path.as_str() } else { path.split('.').next().unwrap_or_default() };
            let origin = match modules.has(file, &path) {
                true => modules.file(file, 0, meant).map_or(Origin::Own, Origin::Module),
                false if mapping.package_of(&path).is_some() => Origin::Torch(meant.to_owned()),
                false => Origin::Own,
            };
            self.add(local, origin);
        }
    }

    fn from(&mut self, tree: &Tree, id: NodeId, mapping: &Mapping, modules: &Modules, file: &str) {
        let level = tree.node(id).level;
        let module = super::imports::dotted_name(tree.name_of(id));
        let is_local = level > 0 || modules.has(file, &module);
        let source = if is_local { modules.file(file, level, &module) } else { None };
        let is_torch = !is_local && mapping.package_of(&module).is_some();
        let is_global = scope_of(tree, id) == Tree::ROOT;
        for alias in tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias) {
            let (local, name) = (tree.name_of(alias), super::imports::dotted_name(tree.text_of(alias)));
            let origin = match source {
                Some(source) if name == "*" => {
                    self.stars.push(Star::File(source));
                    continue;
                }
                None if is_torch && name == "*" => {
                    self.stars.push(Star::Torch(module.clone()));
                    continue;
                }
                Some(source) => Origin::From(source, name),
                None if is_torch => Origin::Torch(format!("{module}.{name}")),
                None => Origin::Own,
            };
            if is_global {
                self.add(local, origin);
            } else if let Origin::From(source, name) = origin {
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
        if !self.names.values().any(|origin| matches!(origin, Origin::Module(_) | Origin::From(..))) {
            return;
        }
        for id in tree.ids().filter(|id| tree.kind(*id) == Kind::Attribute) {
            let value = tree.child(id, Role::Value).filter(|value| tree.kind(*value) == Kind::Name);
            if let Some(Origin::Module(file)) = value.and_then(|value| self.names.get(tree.text_of(value))) {
                self.attributes.push((*file, tree.name_of(id).to_owned()));
            }
        }
    }

    /// Whether `from module import *` brings a name.
    fn is_public(&self, name: &str) -> bool {
        if self.all.is_empty() { !name.starts_with('_') } else { self.all.contains(name) }
    }
}

/// All files of a project, as far as imports lead from one to another.
#[derive(Debug, Default)]
pub struct Project {
    modules: Modules,
    /// The path of each file, and what is known of it; nothing of files that are not Python.
    names: Vec<String>,
    facts: Vec<Facts>,
    /// For each file, the names that must go on existing because other files use them.
    wanted: Vec<BTreeSet<String>>,
    /// Whether another file imports a file.
    is_imported: Vec<bool>,
}

/// More steps from import to import than any project has.
const MOST_STEPS: usize = 50;

impl Project {
    pub fn new(modules: Modules, names: Vec<String>, facts: Vec<Facts>) -> Project {
        let (wanted, is_imported) = (vec![BTreeSet::new(); facts.len()], vec![false; facts.len()]);
        let mut project = Project { modules, names, facts, wanted, is_imported };
        for file in 0..project.facts.len() {
            for (other, name) in project.used_by(file) {
                project.is_imported[other] = true;
                if let Some(name) = name {
                    project.want(other, &name);
                }
            }
        }
        project
    }

    /// The files that a file imports from, with the names that it needs of them.
    fn used_by(&self, file: usize) -> Vec<(usize, Option<String>)> {
        let facts = &self.facts[file];
        let mut used: Vec<(usize, Option<String>)> = Vec::new();
        used.extend(facts.attributes.iter().map(|(other, name)| (*other, Some(name.clone()))));
        used.extend(facts.names.values().filter_map(|origin| match origin {
            Origin::From(other, name) => Some((*other, Some(name.clone()))),
            Origin::Module(other) => Some((*other, None)),
            Origin::Torch(_) | Origin::Own => None,
        }));
        for star in &facts.stars {
            let Star::File(other) = star else { continue };
            used.push((*other, None));
            used.extend(self.facts[*other].ambiguous.iter().map(|name| (*other, Some(name.clone()))));
        }
        let own = facts.all.iter().filter(|name| self.facts[file].names.contains_key(*name));
        used.extend(own.map(|name| (file, Some(name.clone()))));
        used
    }

    fn want(&mut self, file: usize, name: &str) {
        if !self.wanted[file].insert(name.to_owned()) {
            return;
        }
        match self.facts[file].names.get(name) {
            Some(Origin::From(other, name)) => {
                let (other, name) = (*other, name.clone());
                self.want(other, &name);
            }
            Some(_) => {}
            None => {
                let files = self.facts[file].stars.iter().filter_map(|star| match star {
                    Star::File(other) => Some(*other),
                    Star::Torch(_) => None,
                });
                let files: Vec<_> = files.collect();
                files.into_iter().for_each(|other| self.want(other, name));
            }
        }
    }

    /// The path of PyTorch that a name of a file stands for.
    fn path(&self, file: usize, name: &str, mapping: &Mapping, steps: usize) -> Option<String> {
        if steps == MOST_STEPS {
            return None;
        }
        let facts = self.facts.get(file)?;
        match facts.names.get(name) {
            Some(Origin::Torch(path)) => Some(path.clone()),
            Some(Origin::From(other, name)) => self.path(*other, name, mapping, steps + 1),
            Some(Origin::Module(_) | Origin::Own) => None,
            None => facts.stars.iter().find_map(|star| match star {
                Star::Torch(module) => Some(format!("{module}.{name}")).filter(|path| mapping.has_rule(path)),
                Star::File(other) if self.facts[*other].is_public(name) => self.path(*other, name, mapping, steps + 1),
                Star::File(_) => None,
            }),
        }
    }

    /// The file that a name of a file stands for.
    fn module(&self, file: usize, name: &str, steps: usize) -> Option<usize> {
        let facts = self.facts.get(file).filter(|_| steps < MOST_STEPS)?;
        match facts.names.get(name) {
            Some(Origin::Module(other)) => Some(*other),
            Some(Origin::From(other, name)) => self.module(*other, name, steps + 1),
            Some(Origin::Torch(_)) => None,
            Some(Origin::Own) | None => self.modules.submodule(self.names.get(file)?, name),
        }
    }

    /// What `from file import *` brings: names with their paths, and modules of PyTorch of which everything is imported.
    fn star(&self, file: usize, mapping: &Mapping, brought: &mut Brought, steps: usize) {
        let Some(facts) = self.facts.get(file).filter(|_| steps < MOST_STEPS) else { return };
        for name in facts.names.keys().filter(|name| facts.is_public(name)) {
            if let Some(path) = self.path(file, name, mapping, 0) {
                brought.names.entry(name.clone()).or_insert(path);
            }
        }
        for star in &facts.stars {
            match star {
                Star::Torch(module) if facts.all.is_empty() => brought.modules.push(module.clone()),
                Star::Torch(_) => {}
                Star::File(other) => self.star(*other, mapping, brought, steps + 1),
            }
        }
    }
}

/// What a star import brings of PyTorch.
#[derive(Debug, Default)]
pub struct Brought {
    pub names: IndexMap<String, String>,
    pub modules: Vec<String>,
}

/// A project as one of its files sees it.
#[derive(Debug, Clone, Copy)]
pub struct Neighbours<'p> {
    pub project: &'p Project,
    /// The path of the file below the folder that is converted.
    pub file: &'p str,
    /// Its number, if the first pass has read it.
    pub number: Option<usize>,
}

impl Neighbours<'_> {
    pub fn is_local(&self, module: &str) -> bool {
        self.project.modules.has(self.file, module)
    }

    pub fn file(&self, level: u32, module: &str) -> Option<usize> {
        self.project.modules.file(self.file, level, module)
    }

    pub fn path(&self, file: usize, name: &str, mapping: &Mapping) -> Option<String> {
        self.project.path(file, name, mapping, 0)
    }

    /// The module that a name of a file stands for.
    pub fn module(&self, file: usize, name: &str) -> Option<usize> {
        self.project.module(file, name, 0)
    }

    pub fn star(&self, file: usize, mapping: &Mapping) -> Brought {
        let mut brought = Brought::default();
        self.project.star(file, mapping, &mut brought, 0);
        brought
    }

    /// Whether a name must go on existing.
    pub fn wants(&self, name: &str) -> bool {
        self.number.and_then(|number| self.project.wanted.get(number)).is_some_and(|names| names.contains(name))
    }

    /// Whether the file is there to be imported.
    pub fn is_imported(&self) -> bool {
        let is_imported = self.number.and_then(|number| self.project.is_imported.get(number)) == Some(&true);
        is_imported || self.project.modules.is_in_package(self.file)
    }
}
