//! Finds all operators that a selection depends on, because generated code or the framework's own code refers to them.

use std::collections::BTreeSet;

use registry::{OpId, Registry};

/// The given operators, and all that they depend on. `targets` are the names of the generated ones.
pub fn of(registry: &Registry, named: BTreeSet<OpId>, gradients: bool, targets: &BTreeSet<&str>) -> BTreeSet<OpId> {
    let mut closure = Closure { registry, gradients, targets, kept: BTreeSet::new(), open: Vec::new() };
    closure.add(named);
    let is_generated = |target: &str| targets.contains(target);
    for (_, names) in registry.profile().needed_operators.iter().filter(|(target, _)| is_generated(target)) {
        for name in names {
            closure.add_named(name);
        }
    }
    while let Some(id) = closure.open.pop() {
        closure.follow(id);
    }
    closure.kept
}

struct Closure<'a> {
    registry: &'a Registry,
    gradients: bool,
    targets: &'a BTreeSet<&'a str>,
    kept: BTreeSet<OpId>,
    /// Operators in `kept` whose dependencies have not been added yet.
    open: Vec<OpId>,
}

impl Closure<'_> {
    fn add(&mut self, ids: impl IntoIterator<Item = OpId>) {
        for id in ids {
            if self.kept.insert(id) {
                self.open.push(id);
            }
        }
    }

    /// Adds the operators of a name in the dynamic graph, in programs and in PIR.
    fn add_named(&mut self, name: &str) {
        let registry = self.registry;
        let main = registry.find_in_main(name).into_iter();
        self.add(main.chain(registry.find_in_programs(name)).chain(registry.find_in_pir(name)));
    }

    fn follow(&mut self, id: OpId) {
        let registry = self.registry;
        let (op, links) = (registry.op(id), registry.links(id));
        self.add(links.forward);
        if self.gradients {
            self.add(links.backward);
        }
        if let Some(call) = &op.invoke {
            self.add(registry.invoked(id, call));
        }
        if op.composite.is_some() || self.is_decomposed(op.name.as_str()) {
            self.add_primitives();
        }
        // Other graphs have their own definitions of some operators, and translate between these and the main ones.
        let family = op.home.family();
        let is_main = |family: spec::Family| registry.main_family() == Some(family);
        let falls_back_on_main =
            family.falls_back_on().and_then(|key| registry.profile().family(key)).is_some_and(is_main);
        if is_main(family) || falls_back_on_main {
            self.add_named(op.name.as_str());
        }
    }

    /// Whether a generated method calls a hand-written function that decomposes the operator.
    fn is_decomposed(&self, name: &str) -> bool {
        let pir = self.registry.profile().pir.as_ref().filter(|_| self.targets.contains("decomp"));
        pir.is_some_and(|pir| pir.rules.decomposed.iter().any(|decomposed| decomposed == name))
    }

    /// Adds what composite operators need. The functions that compose them are in one hand-written header, which refers to all
    /// primitive operators and uses the arithmetic operators of `Tensor`.
    fn add_primitives(&mut self) {
        let (registry, profile) = (self.registry, self.registry.profile());
        let lists = [
            profile.prim.as_ref().map(|prim| (&prim.homes, &prim.list)),
            profile.primitive.as_ref().map(|primitive| (&primitive.homes, &primitive.list)),
        ];
        for (homes, list) in lists.into_iter().flatten() {
            self.add(registry.listed(homes, registry.specs().list(list)).map(|(id, _)| id));
        }
        let Some(operants) = &profile.operants else { return };
        self.add(registry.listed(&operants.homes, registry.specs().list(&operants.list)).map(|(id, _)| id));
        let of_modes = operants.modes.values().flat_map(|mode| &mode.overloads);
        let called = operants.overloads.iter().chain(of_modes).map(|overload| &overload.calls);
        for name in called.chain(operants.modes.values().map(|mode| &mode.fill)) {
            self.add_named(name);
        }
    }
}
