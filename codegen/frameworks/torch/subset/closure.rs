//! Finds the operators that generated code calls: generated kernels, and formulas of gradients. What kernels that are written by hand call
//! is not known here.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use torch_autograd::{Gradients, called};
use torch_registry::{FunctionId, Registry, ViewGrouped};
use torch_schema::SchemaKind;

use crate::reason::{Kept, Reason};

/// The given operators, and all that generated code for them calls.
pub fn of(registry: &Registry, named: BTreeSet<FunctionId>, gradients: bool) -> Kept {
    let mut closure = Closure { registry, kept: Kept::new(), open: VecDeque::new(), copied: copied(registry) };
    named.iter().for_each(|&id| closure.add(id, Reason::Asked));
    if gradients {
        closure.add_formulas(&named);
    }
    while let Some(id) = closure.open.pop_front() {
        closure.follow(id);
    }
    closure.kept
}

/// The views that copies of them call, by the copies.
fn copied(registry: &Registry) -> BTreeMap<FunctionId, FunctionId> {
    let views = registry.grouped_by_view().iter().filter_map(|grouped| match grouped {
        ViewGrouped::View(group) => Some((group.view_copy?, group.view)),
        ViewGrouped::Single(_) => None,
    });
    views.collect()
}

struct Closure<'a> {
    registry: &'a Registry,
    kept: Kept,
    /// Operators in `kept` whose dependencies have not been added yet. The first is followed first, so reasons are short.
    open: VecDeque<FunctionId>,
    copied: BTreeMap<FunctionId, FunctionId>,
}

impl Closure<'_> {
    fn add(&mut self, id: FunctionId, reason: Reason) {
        if let Entry::Vacant(entry) = self.kept.entry(id) {
            entry.insert(reason);
            self.open.push_back(id);
        }
    }

    fn follow(&mut self, id: FunctionId) {
        if let Some(&view) = self.copied.get(&id) {
            self.add(view, Reason::Kernel(id));
        }
        if self.registry[id].is_generated
            && let Some(other) = self.called_by_generated(id)
        {
            self.add(other, Reason::Kernel(id));
        }
    }

    /// The form of an operator that the kernel of a generated form calls.
    fn called_by_generated(&self, id: FunctionId) -> Option<FunctionId> {
        let signature = self.registry.signature_of(id);
        let written = |kind: &SchemaKind| signature.of_kind(*kind).filter(|other| !self.registry[*other].is_generated);
        match self.registry[id].kind {
            SchemaKind::Out => signature.of_kind(SchemaKind::Functional),
            _ => [SchemaKind::Inplace, SchemaKind::Mutable, SchemaKind::Out].iter().find_map(written),
        }
    }

    /// Adds the operators that formulas for the gradients of others call. A formula only has names, so these are all overloads.
    fn add_formulas(&mut self, of: &BTreeSet<FunctionId>) {
        let registry = self.registry;
        let mut by_name: BTreeMap<String, Vec<FunctionId>> = BTreeMap::new();
        for (id, function) in registry.functions() {
            by_name.entry(function.entry.func.cpp_name()).or_default().push(id);
        }
        let gradients = Gradients::new(registry, registry.profile());
        for &id in of {
            let Some(matched) = gradients.of(&registry[id]) else { continue };
            let backward = matched.nodes.values().flat_map(|node| &node.backward).map(|formula| &formula.written);
            let forward = matched.nodes.values().flat_map(|node| &node.forward).map(|formula| &formula.formula);
            for name in backward.chain(forward).flat_map(|formula| called(formula)) {
                let name = name.strip_suffix(SYMINT).unwrap_or(name);
                by_name.get(name).into_iter().flatten().for_each(|&called| self.add(called, Reason::Formula(id)));
            }
        }
    }
}

/// Ends the names of functions that take symbolic integers.
const SYMINT: &str = "_symint";
