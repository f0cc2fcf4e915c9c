//! Operators that speak of each other. What is generated for one depends on what is said of it and of these, so an edit
//! reaches no further.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;
use serde::Serialize;

use crate::registry::{OpId, Registry};
use crate::spec::{Compat, Op, stem};

/// A number for each operator that changes with whatever is said of it or of its kin. Whoever comes under a name that one
/// of them speaks of is of the kin, too.
#[derive(Debug)]
pub struct Kin {
    digests: BTreeMap<OpId, u64>,
}

impl Kin {
    pub fn of(registry: &Registry) -> Self {
        let families = Families::of(registry);
        let mut said: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
        let mut say = |stem, digest| said.entry(families.root(stem)).or_default().push(digest);
        let ops: Vec<(OpId, &Op)> = registry.ops().collect();
        let specs = registry.specs();
        let stems = ops.iter().map(|(_, op)| op.stem());
        stems.zip(digests(&ops, |(_, op)| op)).for_each(|(stem, digest)| say(stem, digest));
        let stems = specs.compat.iter().map(|entry| stem(&entry.op.name.value));
        stems.zip(digests(&specs.compat, |entry| entry)).for_each(|(stem, digest)| say(stem, digest));
        let stems = specs.versions.iter().map(|entry| stem(&entry.op.value));
        stems.zip(digests(&specs.versions, |entry| entry)).for_each(|(stem, digest)| say(stem, digest));
        let digest = |op: &Op| hash(&(op.home, &op.name.value, said.get(&families.root(op.stem()))));
        Kin { digests: ops.iter().map(|(id, op)| (*id, digest(op))).collect() }
    }

    /// Equal for the same operator in two runs where nothing that its output depends on differs, settings aside; and for no
    /// two operators of one run.
    pub fn digest(&self, op: OpId) -> u64 {
        self.digests.get(&op).copied().unwrap_or_default()
    }
}

/// Operators that another one's entry names, by their stems.
pub fn references(op: &Op) -> Vec<&str> {
    let forward = op.forward.as_ref().map(|forward| &forward.name);
    let calls = [&op.invoke, &op.composite].into_iter().flatten().map(|call| &call.func);
    forward.into_iter().chain(&op.backward).chain(calls).map(|name| stem(&name.value)).collect()
}

/// The operators that an entry of the compat file speaks of.
pub fn speaks_of(entry: &Compat) -> impl Iterator<Item = &str> {
    entry.pairs().map(|pair| pair.name.as_str())
}

fn digests<T: Sync, S: Serialize>(all: &[T], said: impl Fn(&T) -> &S + Sync) -> Vec<u64> {
    // The normal form says everything, and not where it stands.
    all.par_iter().map(|one| hash(&serde_json::to_vec(said(one)).expect("the normal form has string keys"))).collect()
}

/// A number that two runs of one program have in common for what is equal.
pub fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Stems of operators, joined where one speaks of the other.
struct Families<'a> {
    numbers: BTreeMap<&'a str, usize>,
    /// Another member, or for one of each family itself.
    next: Vec<usize>,
}

impl<'a> Families<'a> {
    fn of(registry: &'a Registry) -> Self {
        let mut families = Families { numbers: BTreeMap::new(), next: Vec::new() };
        for (_, op) in registry.ops() {
            families.number(op.stem());
            references(op).into_iter().for_each(|other| families.join(op.stem(), other));
        }
        for entry in &registry.specs().compat {
            speaks_of(entry).for_each(|name| families.join(stem(&entry.op.name.value), stem(name)));
        }
        families
    }

    /// One number for all of a family; what is said of no operator has one, too.
    fn root(&self, stem: &str) -> usize {
        self.numbers.get(stem).map_or(usize::MAX, |&number| self.last(number))
    }

    fn join(&mut self, one: &'a str, other: &'a str) {
        let [one, other] = [one, other].map(|stem| self.number(stem));
        let [one, other] = [one, other].map(|number| self.last(number));
        self.next[one] = other;
    }

    fn number(&mut self, stem: &'a str) -> usize {
        let next = self.next.len();
        let number = *self.numbers.entry(stem).or_insert(next);
        if number == next {
            self.next.push(number);
        }
        number
    }

    fn last(&self, mut number: usize) -> usize {
        while self.next[number] != number {
            number = self.next[number];
        }
        number
    }
}
