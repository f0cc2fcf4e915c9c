//! The operators of the dynamic graph, each with its chain of gradients.

use profile::{Dygraph, Group};
use registry::{OpId, Registry};
use spec::Op;

use super::slots::Pairing;
use crate::lists::{is_in, ops_of};

/// A forward operator and its chain of gradients.
#[derive(Clone, Copy)]
pub struct Chain<'a> {
    /// The group of the operator.
    pub group: &'a Group,
    /// The forward operator.
    pub id: OpId,
    /// The forward operator.
    pub forward: &'a Op,
    /// The gradient of the forward operator.
    pub backward: Option<&'a Op>,
}

impl<'a> Chain<'a> {
    /// The forward operator and its own gradient, matched.
    pub fn pairing(&self) -> Pairing<'a> {
        Pairing::new(self.forward, self.backward)
    }

    /// Whether the operator has no inplace function beside its plain one.
    pub fn never_inplace(&self, section: &Dygraph) -> bool {
        self.group.never_inplace || section.never_inplace.contains(&self.forward.name.value)
    }

    /// The functions: for each, whether it is the inplace one.
    pub fn variants(&self, section: &Dygraph) -> impl Iterator<Item = bool> + use<> {
        let never_inplace = self.never_inplace(section);
        self.forward.variants().filter(move |inplace| !(inplace & never_inplace))
    }

    /// The namespace of the functions.
    pub fn namespace(&self) -> Option<&'a str> {
        self.group.namespace.as_deref()
    }
}

/// The chains of all groups, in order.
pub fn all_chains<'a>(registry: &'a Registry, section: &'a Dygraph) -> impl Iterator<Item = Chain<'a>> {
    section.groups.values().flat_map(|group| chains(registry, group, section, Maker::Generated))
}

/// The chain in [`all_chains`] of an operator.
pub fn chain_of<'a>(registry: &'a Registry, section: &'a Dygraph, id: OpId) -> Option<Chain<'a>> {
    let op = registry.op(id);
    let group = section.groups.values().find(|group| is_in(op, group))?;
    (!section.hand_written.contains(&op.name.value)).then(|| chain(registry, group, id, op))
}

/// True if [`node_chains`] has the chain of an operator.
pub fn has_generated_nodes(registry: &Registry, section: &Dygraph, id: OpId) -> bool {
    let op = registry.op(id);
    is_generated(section, op) && section.groups.values().any(|group| is_in(op, group))
}

/// The chains of the gradients that have functions of their own.
pub fn gradient_chains<'a>(registry: &'a Registry, section: &'a Dygraph) -> impl Iterator<Item = Chain<'a>> {
    let groups = section.gradient_functions.iter().flat_map(|functions| functions.groups.values());
    groups.flat_map(|group| chains(registry, group, section, Maker::Generated))
}

/// Who writes the functions of an operator and of its gradients.
#[derive(Clone, Copy, PartialEq)]
pub enum Maker {
    /// opgen.
    Generated,
    /// The framework's developers.
    Hand,
}

/// The chains of a group whose functions have this maker.
pub fn chains<'a>(
    registry: &'a Registry,
    group: &'a Group,
    section: &'a Dygraph,
    maker: Maker,
) -> impl Iterator<Item = Chain<'a>> {
    let by_hand = move |op: &Op| section.hand_written.contains(&op.name.value);
    chains_of(registry, group).filter(move |chain| by_hand(chain.forward) == (maker == Maker::Hand))
}

/// The chains whose grad nodes are generated.
pub fn node_chains<'a>(registry: &'a Registry, section: &'a Dygraph) -> impl Iterator<Item = Chain<'a>> {
    let chains = section.groups.values().flat_map(|group| chains_of(registry, group));
    chains.filter(move |chain| is_generated(section, chain.forward))
}

fn is_generated(section: &Dygraph, op: &Op) -> bool {
    !section.hand_written.contains(&op.name.value) || section.generated_nodes.contains(&op.name.value)
}

fn chains_of<'a>(registry: &'a Registry, group: &'a Group) -> impl Iterator<Item = Chain<'a>> {
    ops_of(registry, group).map(move |(id, op)| chain(registry, group, id, op))
}

fn chain<'a>(registry: &'a Registry, group: &'a Group, id: OpId, op: &'a Op) -> Chain<'a> {
    let backward = registry.links(id).backward.map(|id| registry.op(id));
    Chain { group, id, forward: op, backward }
}
