//! The operators of a dialect of PIR.

use indexmap::{Equivalent, IndexMap};
use profile::{Dialect, Pir};
use registry::{OpId, Registry};

use super::entry::Entry;

/// A dialect with its operators, in order.
#[derive(Debug)]
pub struct DialectOps<'a> {
    /// `pd_op`.
    pub name: &'a str,
    pub section: &'a Dialect,
    entries: IndexMap<Key<'a>, Entry<'a>>,
    /// Which of the framework's own sources each entry is in.
    sources: Vec<(usize, usize)>,
}

/// A name, and whether it is that of an operator over sparse tensors.
type Key<'a> = (&'a str, bool);

impl<'a> DialectOps<'a> {
    pub fn new(registry: &'a Registry, pir: &'a Pir, name: &'a str, section: &'a Dialect) -> Self {
        let mut entries = IndexMap::new();
        let only = registry.ops_of(&section.only).map(|(id, _)| (id, true));
        let common = registry.ops_of(&section.homes).map(|(id, _)| (id, false));
        for (id, is_only_here) in only.chain(common) {
            let addition = section.additions.then(|| addition(registry, id)).flatten();
            if section.additions && addition.is_none() && !is_only_here {
                continue;
            }
            // The framework takes an operator that something is added to for one that others have as well.
            let is_only_here = is_only_here && addition.is_none();
            let entry = Entry::new(registry, section, &pir.rules, id, addition, is_only_here);
            entries.insert((entry.name(), entry.is_sparse), entry);
        }
        let sources = framework_sources(section, entries.values());
        DialectOps { name, section, entries, sources }
    }

    /// All operators that have classes, in the order of definition.
    pub fn entries(&self) -> impl Iterator<Item = &Entry<'a>> {
        let without = |entry: &&Entry| !self.section.without.iter().any(|name| name == entry.name());
        self.entries.values().filter(without)
    }

    /// The names of the operators that stand in files of this dialect.
    pub fn own(&self) -> impl Iterator<Item = &'a str> {
        let is_own = |entry: &&Entry| self.section.only.iter().any(|home| home == entry.op.home.key());
        self.entries.values().filter(is_own).map(Entry::name)
    }

    /// The operator of exactly this name.
    pub fn find(&self, name: &str, is_sparse: bool) -> Option<&Entry<'a>> {
        self.entries.get(&Query(name, is_sparse))
    }

    /// The operator that says how an operator's results are inferred: itself, or the one that it invokes. The framework looks
    /// for that one only among the operators of the same source.
    pub fn inferring<'e>(&'e self, entry: &'e Entry<'a>) -> Option<&'e Entry<'a>> {
        if entry.op.infer_meta.is_some() {
            return Some(entry);
        }
        let source = |entry: &Entry| {
            let index = self.entries.get_index_of(&Query(entry.name(), entry.is_sparse))?;
            self.sources.get(index)
        };
        let invoked = self.find(&entry.op.invoke.as_ref()?.func.value, false)?;
        let is_near = source(invoked).is_some() && source(invoked) == source(entry);
        (is_near && invoked.op.infer_meta.is_some()).then_some(invoked)
    }

    /// The gradient of an operator.
    pub fn gradient(&self, entry: &Entry) -> Option<&Entry<'a>> {
        self.find(&entry.op.backward.as_ref()?.value, entry.is_sparse)
    }
}

/// A [`Key`] that is looked for.
#[derive(Hash)]
struct Query<'q>(&'q str, bool);

impl Equivalent<Key<'_>> for Query<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        (self.0, self.1) == *key
    }
}

/// Where the framework puts operators: it divides those of some kinds of file into consecutive parts of one size.
fn framework_sources<'e, 'a: 'e>(
    section: &Dialect,
    entries: impl Iterator<Item = &'e Entry<'a>> + Clone,
) -> Vec<(usize, usize)> {
    let group = |entry: &Entry| {
        section.sources.iter().position(|sources| sources.homes.iter().any(|home| home == entry.op.home.key()))
    };
    let count = |index: usize| entries.clone().filter(|entry| group(entry) == Some(index)).count();
    let counts: Vec<usize> = (0..section.sources.len()).map(count).collect();
    let mut seen = vec![0; counts.len()];
    let place = |entry: &Entry| {
        let Some(index) = group(entry) else { return (counts.len(), 0) };
        let size = counts[index].div_ceil(section.sources[index].paths.len().max(1)).max(1);
        seen[index] += 1;
        (index, (seen[index] - 1) / size)
    };
    entries.clone().map(place).collect()
}

/// What is added to the operator of exactly this name; of several the last.
fn addition(registry: &Registry, id: OpId) -> Option<&spec::Addition> {
    let name = registry.op(id).name.as_str();
    registry.specs().additions.iter().rev().find(|addition| addition.op.value == name)
}
