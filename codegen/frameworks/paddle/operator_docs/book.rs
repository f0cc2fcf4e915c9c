//! The operators with their derived facts and the paths of their pages.

use reference::Link;
use registry::{OpId, Project};
use show::{Kernel, Shown};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

use forms::static_graph::program_form::has_entries;

use crate::paths;
use crate::place::EntryKind;

/// All operators, in the order of definition. The vectors are parallel.
pub struct Book<'a> {
    pub project: &'a Project,
    pub ids: Vec<OpId>,
    pub shown: Vec<Shown>,
    pub paths: Vec<String>,
    /// The index of each operator.
    pub at: BTreeMap<OpId, usize>,
    /// The operators of each name, from all families.
    pub by_name: BTreeMap<&'a str, Vec<OpId>>,
    /// Maps an operator to those that invoke it instead of a kernel.
    pub callers: BTreeMap<OpId, Vec<OpId>>,
}

impl<'a> Book<'a> {
    pub fn new(project: &'a Project, shown: Vec<Shown>) -> Self {
        let registry = &project.registry;
        let ids: Vec<OpId> = registry.ops().map(|(id, _)| id).collect();
        let mut by_name: BTreeMap<&str, Vec<OpId>> = BTreeMap::new();
        let mut callers: BTreeMap<OpId, Vec<OpId>> = BTreeMap::new();
        for (id, op) in registry.ops() {
            by_name.entry(op.stem()).or_default().push(id);
            let invoked = op.invoke.as_ref().and_then(|call| registry.find(op.home.family(), &call.func.value));
            if let Some(callee) = invoked {
                callers.entry(callee).or_default().push(id);
            }
        }
        Book {
            project,
            shown,
            paths: paths::of_operators(registry),
            at: ids.iter().enumerate().map(|(at, &id)| (id, at)).collect(),
            by_name,
            callers,
            ids,
        }
    }

    pub fn op(&self, at: usize) -> &'a spec::Op {
        self.project.registry.op(self.ids[at])
    }

    /// Whether C++ was read that registers kernels.
    pub fn has_registrations(&self) -> bool {
        self.kernels().any(|kernel| !kernel.registered.is_empty())
    }

    /// The C++ files that pages point to.
    pub fn cpp_files(&self) -> BTreeSet<&str> {
        let declared = self.kernels().flat_map(|kernel| &kernel.declared).flat_map(|function| &function.defined);
        let registered = self.kernels().flat_map(|kernel| &kernel.registered).flat_map(|row| &row.defined);
        declared.chain(registered).map(|place| place.file.as_str()).collect()
    }

    fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.shown.iter().flat_map(|shown| &shown.kernels)
    }

    /// A link to an operator's page.
    pub fn link(&self, id: OpId) -> Link {
        let op = self.project.registry.op(id);
        let href = self.at.get(&id).map(|&at| self.paths[at].clone());
        Link { name: op.name.value.clone(), family: Some(op.home.family().name()), href }
    }

    /// A link to the operator that `name` refers to in the definition of `from`. Without a page if no YAML file defines it.
    pub fn link_to(&self, from: OpId, name: &str) -> Link {
        let registry = &self.project.registry;
        let found = registry.find(registry.op(from).home.family(), name);
        let without_page = || Link { name: name.to_owned(), family: None, href: None };
        found.map_or_else(without_page, |id| Link { name: name.to_owned(), ..self.link(id) })
    }

    /// The operator's entry in `op_compat`, if its names in programs come from there.
    pub fn compat(&self, at: usize) -> Option<&'a spec::Compat> {
        self.shown[at].compat.as_ref().and(self.project.registry.compat(self.ids[at]))
    }

    /// The YAML entries that describe an operator, each with the span of the operator's name.
    pub fn entries(&self, at: usize) -> impl Iterator<Item = (EntryKind, Span)> {
        let registry = &self.project.registry;
        let (id, op) = (self.ids[at], self.op(at));
        let versions = registry.version(id).filter(|_| has_entries(op));
        let definition = std::iter::once((EntryKind::Definition, op.name.span));
        let compat = self.compat(at).map(|compat| (EntryKind::Compat, compat.op.name.span));
        let versions = versions.map(|version| (EntryKind::Versions, version.op.span));
        let additions = registry.added_to(op).map(|addition| (EntryKind::Addition, addition.op.span));
        definition.chain(compat).chain(versions).chain(additions)
    }
}
