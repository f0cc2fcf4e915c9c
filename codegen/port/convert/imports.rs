//! What the imported names of a file stand for: something of PyTorch, imported directly or through other files of the project,
//! or something else.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use indexmap::IndexMap;

use crate::alternatives;
use crate::exports::ProjectFile;
use crate::optional_imports;
use crate::python::{Kind, NodeId, Role, Tree, dotted_name};
use crate::rules::Mapping;

/// The imports of a file.
#[derive(Debug, Default)]
pub struct Imports {
    /// Local names of PyTorch, with the paths that they stand for.
    pub names: IndexMap<String, String>,
    /// The packages of the mapping that are imported.
    pub packages: BTreeSet<String>,
    /// Names from other packages.
    pub foreign: BTreeSet<String>,
    /// Local names of modules of other packages, with the modules: `np` and `numpy`.
    pub foreign_modules: BTreeMap<String, String>,
    /// Modules from which everything is imported.
    pub stars: Vec<String>,
    /// Attributes of the project's modules that stand for a path in PyTorch: `layers.nn`.
    pub members: BTreeMap<String, String>,
    /// Variables that stand for a module of PyTorch: `layers = torch.nn`.
    pub module_variables: BTreeSet<String>,
    /// Imports to remove.
    pub removed: Vec<Removal>,
    /// Ranges of module names to replace, with the new names.
    pub renamed: Vec<(Range<u32>, String)>,
    /// Modules that the file imports and that stay.
    pub present: BTreeSet<String>,
    /// Helpers that the replacements of imports need.
    pub helpers: BTreeSet<String>,
    /// Imports that other files use but that have no counterpart: their ranges and paths.
    pub unbound: Vec<(Range<u32>, String)>,
    /// Imports of packages that need PyTorch themselves: their ranges and paths.
    pub need_pytorch: Vec<(Range<u32>, String)>,
    /// Whether annotations are not evaluated (`from __future__ import annotations`).
    pub postpones_annotations: bool,
    /// Whether other files import this one.
    pub is_imported: bool,
    /// Local names of PyTorch whose imports stay, with the paths that they stand for.
    pub kept: BTreeMap<String, String>,
    /// The project's modules that this file imports, by their local names.
    modules: IndexMap<String, usize>,
}

/// An import that is removed or replaced.
#[derive(Debug)]
pub struct Removal {
    pub statement: NodeId,
    /// The aliases that stay imported.
    pub kept: Vec<Range<u32>>,
    /// Statements that replace the import.
    pub lines: Vec<String>,
    /// The packages of PyTorch that it imports.
    pub packages: BTreeSet<String>,
}

impl Removal {
    fn replaced_by(statement: NodeId, line: String) -> Removal {
        Removal { statement, kept: Vec::new(), lines: vec![line], packages: BTreeSet::new() }
    }
}

/// Everything that reading an import needs.
#[derive(Clone, Copy)]
struct Context<'c> {
    tree: &'c Tree<'c>,
    mapping: &'c Mapping,
    project_file: &'c ProjectFile<'c>,
    /// Names whose imports stay.
    kept_names: &'c BTreeSet<String>,
}

impl Imports {
    pub fn read(tree: &Tree, mapping: &Mapping, project_file: &ProjectFile, kept_names: &BTreeSet<String>) -> Imports {
        let context = Context { tree, mapping, project_file, kept_names };
        let mut imports = Imports { is_imported: project_file.is_imported(), ..Imports::default() };
        let mut stars = Vec::new();
        for id in tree.ids() {
            imports.extend_for_package(context, id);
            match tree.kind(id) {
                Kind::Import | Kind::ImportFrom if imports.guards(context, id) => {}
                Kind::Import => imports.plain(context, id),
                Kind::ImportFrom => imports.from(context, id, &mut stars),
                _ => {}
            }
        }
        for file in stars {
            imports.import_star_names(context, file);
        }
        imports.read_members(context);
        imports.read_module_variables(context);
        imports
    }

    /// Whether the file uses a package of PyTorch.
    pub fn is_relevant(&self) -> bool {
        !self.packages.is_empty()
    }

    /// Adds the helpers that extend the target for a package which is not PyTorch, if the statement imports it.
    fn extend_for_package(&mut self, Context { tree, mapping, project_file, .. }: Context, id: NodeId) {
        let aliases = || tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias);
        let paths: Vec<String> = match tree.kind(id) {
            Kind::Import => aliases().map(|alias| dotted_name(tree.text_of(alias))).collect(),
            Kind::ImportFrom if tree.node(id).level == 0 => vec![dotted_name(tree.name_of(id))],
            _ => return,
        };
        let is_other = |path: &&String| !project_file.is_local(path) && mapping.package_of(path).is_none();
        for path in paths.iter().filter(is_other) {
            let helpers = mapping.extensions_for(path).into_iter();
            let needed = helpers.filter(|helper| !mapping.styles.without.contains_key(*helper));
            self.helpers.extend(needed.map(str::to_owned));
        }
    }

    /// Lets an import of packages that need PyTorch fail. `false` if it is none.
    fn guards(&mut self, Context { tree, mapping, project_file, .. }: Context, id: NodeId) -> bool {
        let Some(guarded) = optional_imports::guarded(tree, mapping, id, project_file) else {
            return false;
        };
        self.foreign.extend(guarded.names);
        self.helpers.insert(mapping.placeholder.helper.clone());
        let range = tree.node(id).range();
        self.need_pytorch.extend(guarded.paths.into_iter().map(|path| (range.clone(), path)));
        let (kept, packages) = Default::default();
        self.removed.push(Removal { statement: id, kept, lines: guarded.lines, packages });
        true
    }

    fn plain(&mut self, context: Context, id: NodeId) {
        let Context { tree, mapping, project_file, .. } = context;
        if let Some(line) = optional_imports::replacement(tree, mapping, id, |path| project_file.is_local(path)) {
            let aliases = tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias);
            let locals = aliases.map(|alias| tree.name_of(alias).split('.').next().unwrap_or_default().to_owned());
            self.foreign.extend(locals);
            self.removed.push(Removal::replaced_by(id, line));
            return;
        }
        let (kept, lines, packages) = Default::default();
        let mut removal = Removal { statement: id, kept, lines, packages };
        let mut removes = false;
        for alias in tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias) {
            let path = dotted_name(tree.text_of(alias));
            let local = tree.name_of(alias);
            let first = local.split('.').next().unwrap_or(local);
            if project_file.is_local(&path) {
                let meant = if tree.node(alias).level == 1 { path.as_str() } else { first };
                if let Some(file) = project_file.file(0, meant) {
                    self.modules.insert(first.to_owned(), file);
                }
            } else {
                if let Some(package) = mapping.package_of(&path) {
                    self.packages.insert(package.to_owned());
                    removal.packages.insert(package.to_owned());
                    let bound = if tree.node(alias).level == 1 { &path } else { package };
                    if self.keeps(context, first, bound) {
                        removal.kept.push(tree.node(alias).range());
                    } else {
                        self.bind(context, alias, first, bound, &mut removal.lines);
                    }
                    self.names.insert(local.to_owned(), path);
                    removes = true;
                    continue;
                }
                if is_kept(mapping, &path) {
                    self.names.insert(local.to_owned(), path);
                    removal.kept.push(tree.node(alias).range());
                    continue;
                }
                self.rename_module(tree, alias, &path, mapping);
            }
            self.present.insert(tree.text_of(alias).to_owned());
            self.foreign.insert(first.to_owned());
            if !project_file.is_local(&path) {
                self.foreign_modules.insert(first.to_owned(), path.clone());
            }
            removal.kept.push(tree.node(alias).range());
        }
        if removes {
            self.removed.push(removal);
        }
    }

    fn from(&mut self, context: Context, id: NodeId, stars: &mut Vec<usize>) {
        let Context { tree, mapping, project_file, .. } = context;
        let node = tree.node(id);
        let module = dotted_name(tree.name_of(id));
        let aliases: Vec<_> = tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias).collect();
        if node.level > 0 || project_file.is_local(&module) {
            return self.import_from_project(context, id, &aliases, stars);
        }
        self.postpones_annotations |=
            module == "__future__" && aliases.iter().any(|alias| tree.name_of(*alias) == "annotations");
        if let Some(line) = optional_imports::replacement(tree, mapping, id, |path| project_file.is_local(path)) {
            self.foreign.extend(aliases.iter().map(|alias| tree.name_of(*alias).to_owned()));
            self.removed.push(Removal::replaced_by(id, line));
            return;
        }
        let renamed = mapping.modules.keys().any(|known| is_below(&module, known));
        let package = mapping.package_of(&module).filter(|_| !renamed);
        let is_ours = package.is_some() || (!renamed && is_kept(mapping, &module));
        let mut lines = Vec::new();
        for alias in aliases {
            let (local, path) = (tree.name_of(alias), dotted_name(tree.text_of(alias)));
            if !is_ours {
                if local != "*" {
                    self.foreign.insert(local.to_owned());
                }
            } else if local == "*" {
                self.stars.push(module.clone());
                if package.is_some() && self.keeps_star(context, &module) {
                    lines.push(format!("from {module} import *"));
                }
            } else {
                let path = format!("{module}.{path}");
                if package.is_some() && self.keeps(context, local, &path) {
                    lines.push(format!("from {module} import {}", tree.text_of(alias)));
                } else if package.is_some() {
                    self.bind(context, alias, local, &path, &mut lines);
                }
                let is_first = !self.names.contains_key(local) || !alternatives::is_in_handler(tree, id);
                if has_another_meaning(context, alias, &path) {
                    self.foreign.insert(local.to_owned());
                } else if is_first {
                    self.names.insert(local.to_owned(), path);
                }
            }
        }
        if let Some(package) = package {
            self.packages.insert(package.to_owned());
            let packages = BTreeSet::from([package.to_owned()]);
            self.removed.push(Removal { statement: id, kept: Vec::new(), lines, packages });
        }
        if renamed && !self.import_names_with_rules(context, id, &module) {
            self.rename_from(tree, id, &module, mapping);
        }
    }

    /// Reads an import from a module with another name in the target, which lacks some of what is imported: those names have
    /// rules. `false` if none has one.
    fn import_names_with_rules(&mut self, Context { tree, mapping, .. }: Context, id: NodeId, module: &str) -> bool {
        let aliases: Vec<_> = tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias).collect();
        let path = |alias: NodeId| format!("{module}.{}", dotted_name(tree.text_of(alias)));
        let (ruled, others): (Vec<_>, Vec<_>) = aliases.into_iter().partition(|alias| mapping.has_rule(&path(*alias)));
        if ruled.is_empty() {
            return false;
        }
        let Some((from, to)) = mapping.modules.iter().find(|(from, _)| is_below(module, from)) else { return false };
        let names: Vec<_> = others.iter().map(|alias| tree.text_of(*alias)).collect();
        let line = || format!("from {}{} import {}", to.as_str(), &module[from.len()..], names.join(", "));
        let lines = if names.is_empty() { Vec::new() } else { vec![line()] };
        for alias in ruled {
            self.foreign.remove(tree.name_of(alias));
            self.names.insert(tree.name_of(alias).to_owned(), path(alias));
        }
        // Uses are only looked for in files that import a package of the mapping.
        let packages: BTreeSet<String> = mapping.packages.keys().next().cloned().into_iter().collect();
        self.packages.extend(packages.iter().cloned());
        self.removed.push(Removal { statement: id, kept: Vec::new(), lines, packages });
        true
    }

    /// Keeps an import of another file. What it imports of PyTorch is converted as if it were imported from PyTorch.
    fn import_from_project(&mut self, context: Context, id: NodeId, aliases: &[NodeId], stars: &mut Vec<usize>) {
        let Context { tree, mapping, project_file, .. } = context;
        let source = project_file.file(tree.node(id).level, &dotted_name(tree.name_of(id)));
        for alias in aliases {
            let (local, name) = (tree.name_of(*alias), dotted_name(tree.text_of(*alias)));
            if local == "*" {
                stars.extend(source);
            } else if let Some(path) = source.and_then(|file| project_file.path(file, &name, mapping)) {
                self.add_path(local, path, mapping);
            } else {
                if let Some(file) = source.and_then(|file| project_file.module(file, &name)) {
                    self.modules.insert(local.to_owned(), file);
                }
                self.foreign.insert(local.to_owned());
            }
        }
    }

    fn add_path(&mut self, local: &str, path: String, mapping: &Mapping) {
        self.packages.extend(mapping.package_of(&path).map(str::to_owned));
        self.names.insert(local.to_owned(), path);
    }

    /// Adds the names that `from file import *` imports.
    fn import_star_names(&mut self, Context { mapping, project_file, .. }: Context, file: usize) {
        let names = project_file.star(file, mapping);
        for (name, path) in names.names {
            if !self.names.contains_key(&name) && !self.foreign.contains(&name) {
                self.add_path(&name, path, mapping);
            }
        }
        for module in names.modules {
            self.packages.extend(mapping.package_of(&module).map(str::to_owned));
            self.stars.push(module);
        }
    }

    /// Whether the import of a name stays, because code that is not converted uses it.
    fn keeps(&mut self, context: Context, local: &str, path: &str) -> bool {
        let keeps = context.kept_names.contains(local);
        if keeps {
            self.kept.insert(local.to_owned(), path.to_owned());
        }
        keeps
    }

    /// Whether code that is not converted uses names that `from module import *` imports.
    fn keeps_star(&mut self, context: Context, module: &str) -> bool {
        let path = |name: &String| (name.clone(), format!("{module}.{name}"));
        let names = context.kept_names.iter().map(path).filter(|(_, path)| context.mapping.has_rule(path));
        let before = self.kept.len();
        self.kept.extend(names);
        self.kept.len() > before
    }

    /// Keeps a name defined that other files use, or that stands for something else in another branch: assigns its counterpart,
    /// or else the placeholder.
    fn bind(&mut self, context: Context, alias: NodeId, local: &str, path: &str, lines: &mut Vec<String>) {
        let Context { tree, mapping, project_file, .. } = context;
        if !project_file.must_keep(local) && !has_another_meaning(context, alias, path) {
            return;
        }
        let rules = [mapping.attribute(path), mapping.function(path)];
        let rule = rules.into_iter().flatten().find(|rule| rule.missing.is_none() && rule.target.is_some());
        let target = rule.and_then(|rule| rule.target.as_ref()).or_else(|| mapping.namespaces.get(path));
        if let Some(target) = target {
            self.helpers.extend(mapping.helper_of(target.as_str()).map(str::to_owned));
            lines.push(format!("{local} = {}", target.as_str()));
            return;
        }
        self.unbound.push((tree.node(alias).range(), path.to_owned()));
        if !mapping.placeholder.value.is_empty() {
            self.helpers.insert(mapping.placeholder.helper.clone());
            lines.push(format!("{local} = {}", mapping.placeholder.value.replace("{text}", &format!("\"{path}\""))));
        }
    }

    /// Finds attributes of the project's modules that stand for something of PyTorch.
    fn read_members(&mut self, context: Context) {
        let Context { tree, mapping, project_file, .. } = context;
        if self.modules.is_empty() {
            return;
        }
        let mut modules = self.modules.clone();
        // In the tree, `a.b.c` comes before `a.b`. Backwards, each chain comes after its beginning.
        let attributes: Vec<_> = tree.ids().filter(|id| tree.kind(*id) == Kind::Attribute).collect();
        for id in attributes.into_iter().rev() {
            let Some(value) = tree.child(id, Role::Value) else { continue };
            let Some(file) = modules.get(tree.text_of(value)).copied() else { continue };
            let name = tree.name_of(id);
            if let Some(path) = project_file.path(file, name, mapping) {
                self.packages.extend(mapping.package_of(&path).map(str::to_owned));
                self.members.insert(tree.text_of(id).to_owned(), path);
            } else if let Some(other) = project_file.module(file, name) {
                modules.insert(tree.text_of(id).to_owned(), other);
            }
        }
    }

    /// Finds global variables that stand for a module of PyTorch, and are assigned only once.
    fn read_module_variables(&mut self, Context { tree, mapping, .. }: Context) {
        for id in tree.children(Tree::ROOT).filter(|id| tree.kind(*id) == Kind::Assign) {
            let targets: Vec<_> = tree.children(id).filter(|child| tree.node(*child).role == Role::Target).collect();
            let (&[target], Some(value)) = (targets.as_slice(), tree.child(id, Role::Value)) else { continue };
            let text = tree.text_of(value);
            let (first, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
            let root = self.names.get(first).or_else(|| self.packages.get(first));
            let path = root.map(|root| format!("{root}{rest}"));
            let Some(path) = path.filter(|path| mapping.namespaces.contains_key(path)) else { continue };
            let name = tree.text_of(target);
            let definitions = tree.ids().filter(|id| tree.kind(*id) == Kind::Name && tree.text_of(*id) == name);
            if tree.kind(target) == Kind::Name && definitions.filter(|id| tree.is_target(*id)).count() == 1 {
                self.module_variables.insert(name.to_owned());
                self.names.insert(name.to_owned(), path);
            }
        }
    }

    /// Renames a module in an import, with an alias so that its uses stay as they are.
    fn rename_module(&mut self, tree: &Tree, alias: NodeId, path: &str, mapping: &Mapping) {
        let Some((from, to)) = mapping.modules.iter().find(|(from, _)| is_below(path, from)) else { return };
        let range = tree.node(alias).range();
        let has_alias = tree.node(alias).level == 1;
        let text = match has_alias {
            true => tree.text_of(alias).replacen(from.as_str(), to.as_str(), 1),
            false if !from.contains('.') => format!("{} as {from}", to.as_str()),
            false => {
                // Without an alias, the code writes the whole path.
                let uses = tree.ids().filter(|id| tree.kind(*id) == Kind::Attribute && tree.text_of(*id) == from);
                self.renamed.extend(uses.map(|id| (tree.node(id).range(), to.value.clone())));
                to.value.clone()
            }
        };
        self.renamed.push((range, text));
    }

    fn rename_from(&mut self, tree: &Tree, id: NodeId, module: &str, mapping: &Mapping) {
        let Some((from, to)) = mapping.modules.iter().find(|(from, _)| is_below(module, from)) else { return };
        let (start, end) = tree.node(id).name;
        self.renamed.push((start..end, format!("{}{}", to.as_str(), &module[from.len()..])));
    }
}

/// Whether an imported name stands for something else in another branch of the file. Modules are always converted.
fn has_another_meaning(context: Context, alias: NodeId, path: &str) -> bool {
    let Context { tree, mapping, project_file, .. } = context;
    let is_torch = |module: &str| !project_file.is_local(module) && mapping.package_of(module).is_some();
    !mapping.namespaces.contains_key(path) && alternatives::has_another_meaning(tree, alias, is_torch)
}

fn is_kept(mapping: &Mapping, path: &str) -> bool {
    let first = path.split('.').next().unwrap_or(path);
    mapping.kept.iter().any(|kept| kept.as_str() == first)
}

fn is_below(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
