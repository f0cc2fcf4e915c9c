//! What operators need: the operators that generated code and the framework's own code behind it name for them.

use std::collections::BTreeSet;

use registry::{OpId, Registry};

/// Some operators, and all that these need.
pub fn of(registry: &Registry, named: BTreeSet<OpId>, gradients: bool, targets: &BTreeSet<&str>) -> BTreeSet<OpId> {
    let mut closure = Closure { registry, gradients, targets, kept: BTreeSet::new(), open: Vec::new() };
    closure.add(named);
    for names in registry.profile().needed_operators.iter().filter(|(target, _)| targets.contains(target.as_str())) {
        names.1.iter().for_each(|name| closure.add_named(name));
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
    /// Those of them whose needs are not known yet.
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

    /// The operator of a name in every graph.
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
        // Other graphs define some operators anew, and translate from one definition to the other.
        let family = op.home.family();
        let is_main = |family: spec::Family| registry.main_family() == Some(family);
        let falls_back_on_main =
            family.falls_back_on().and_then(|key| registry.profile().family(key)).is_some_and(is_main);
        if is_main(family) || falls_back_on_main {
            self.add_named(op.name.as_str());
        }
    }

    /// Whether a method is generated that calls a function written by hand to decompose an operator.
    fn is_decomposed(&self, name: &str) -> bool {
        let pir = self.registry.profile().pir.as_ref().filter(|_| self.targets.contains("decomp"));
        pir.is_some_and(|pir| pir.rules.decomposed.iter().any(|decomposed| decomposed == name))
    }

    /// The functions that compose operators of others are written by hand, in one header. It names all primitive operators, and
    /// calculates with tensors.
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
        called.chain(operants.modes.values().map(|mode| &mode.fill)).for_each(|name| self.add_named(name));
    }
}
