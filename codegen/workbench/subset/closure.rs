//! Finds all operators that a selection depends on, because generated code or the framework's own code refers to them.

use std::collections::btree_map::Entry;
use std::collections::{BTreeSet, VecDeque};

use registry::{OpId, Registry};

use crate::reason::{Kept, Reason};

/// The given operators, and all that they depend on. `targets` are the names of the generated ones.
pub fn of(registry: &Registry, named: BTreeSet<OpId>, gradients: bool, targets: &BTreeSet<&str>) -> Kept {
    let mut closure = Closure { registry, gradients, targets, kept: Kept::new(), open: VecDeque::new() };
    closure.add(named, &Reason::Asked);
    closure.close();
    let is_generated = |target: &str| targets.contains(target);
    for (target, names) in registry.profile().needed_operators.iter().filter(|(target, _)| is_generated(target)) {
        for name in names {
            closure.add_named(name, &Reason::Target(target.clone()));
        }
    }
    closure.close();
    closure.kept
}

struct Closure<'a> {
    registry: &'a Registry,
    gradients: bool,
    targets: &'a BTreeSet<&'a str>,
    kept: Kept,
    /// Operators in `kept` whose dependencies have not been added yet. The first is followed first, so reasons are short.
    open: VecDeque<OpId>,
}

impl Closure<'_> {
    fn add(&mut self, ids: impl IntoIterator<Item = OpId>, reason: &Reason) {
        for id in ids {
            if let Entry::Vacant(entry) = self.kept.entry(id) {
                entry.insert(reason.clone());
                self.open.push_back(id);
            }
        }
    }

    /// Adds the operators of a name in the dynamic graph, in programs and in PIR.
    fn add_named(&mut self, name: &str, reason: &Reason) {
        let registry = self.registry;
        let main = registry.find_in_main(name).into_iter();
        self.add(main.chain(registry.find_in_programs(name)).chain(registry.find_in_pir(name)), reason);
    }

    fn close(&mut self) {
        while let Some(id) = self.open.pop_front() {
            self.follow(id);
        }
    }

    fn follow(&mut self, id: OpId) {
        let registry = self.registry;
        let (op, links) = (registry.op(id), registry.links(id));
        self.add(links.forward, &Reason::Forward(id));
        if self.gradients {
            self.add(links.backward, &Reason::Gradient(id));
        }
        if let Some(call) = &op.invoke {
            self.add(registry.invoked(id, call), &Reason::Invoked(id));
        }
        if op.composite.is_some() || self.is_decomposed(op.name.as_str()) {
            self.add_primitives(&Reason::Composition(id));
        }
        // Other graphs have their own definitions of some operators, and translate between these and the main ones.
        let family = op.home.family();
        let is_main = |family: spec::Family| registry.main_family() == Some(family);
        let falls_back_on_main =
            family.falls_back_on().and_then(|key| registry.profile().family(key)).is_some_and(is_main);
        if is_main(family) || falls_back_on_main {
            self.add_named(op.name.as_str(), &Reason::Namesake(id));
        }
    }

    /// Whether a generated method calls a hand-written function that decomposes the operator.
    fn is_decomposed(&self, name: &str) -> bool {
        let pir = self.registry.profile().pir.as_ref().filter(|_| self.targets.contains("decomp"));
        pir.is_some_and(|pir| pir.rules.decomposed.iter().any(|decomposed| decomposed == name))
    }

    /// Adds what composite operators need. The functions that compose them are in one hand-written header, which refers to all
    /// primitive operators and uses the arithmetic operators of `Tensor`.
    fn add_primitives(&mut self, reason: &Reason) {
        let (registry, profile) = (self.registry, self.registry.profile());
        let lists = [
            profile.prim.as_ref().map(|prim| (&prim.homes, &prim.list)),
            profile.primitive.as_ref().map(|primitive| (&primitive.homes, &primitive.list)),
        ];
        for (homes, list) in lists.into_iter().flatten() {
            self.add(registry.listed(homes, registry.specs().list(list)).map(|(id, _)| id), reason);
        }
        let Some(operants) = &profile.operants else { return };
        self.add(registry.listed(&operants.homes, registry.specs().list(&operants.list)).map(|(id, _)| id), reason);
        let of_modes = operants.modes.values().flat_map(|mode| &mode.overloads);
        let called = operants.overloads.iter().chain(of_modes).map(|overload| &overload.calls);
        for name in called.chain(operants.modes.values().map(|mode| &mode.fill)) {
            self.add_named(name, reason);
        }
    }
}
