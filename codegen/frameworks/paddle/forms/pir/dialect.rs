//! The operators of a PIR dialect.

use indexmap::{Equivalent, IndexMap};
use profile::{Dialect, DialectSources, Pir, Profile};
use registry::{OpId, Registry};

use super::entry::Entry;

/// A dialect with its operators, in order.
#[derive(Debug)]
pub struct DialectOps<'a> {
    /// The name of the dialect: `pd_op`.
    pub name: &'a str,
    /// The dialect in the profile.
    pub section: &'a Dialect,
    entries: IndexMap<Key<'a>, Entry<'a>>,
    /// The names of the operators in the dialect's own files.
    own: Vec<&'a str>,
    /// The source of each entry, in the same order, as [`DialectOps::slice_of`] returns it.
    slices: Vec<Option<(usize, usize)>>,
}

/// A name, and whether it belongs to an operator on sparse tensors.
type Key<'a> = (&'a str, bool);

impl<'a> DialectOps<'a> {
    /// The operators of a dialect.
    pub fn new(registry: &'a Registry, pir: &'a Pir, name: &'a str, section: &'a Dialect) -> Self {
        DialectOps::of_some(registry, pir, name, section, |_| true)
    }

    /// Some of the operators of a dialect.
    pub fn of_some(
        registry: &'a Registry,
        pir: &'a Pir,
        name: &'a str,
        section: &'a Dialect,
        is_wanted: impl Fn(OpId) -> bool,
    ) -> Self {
        let mut entries = IndexMap::new();
        let only = registry.ops_of(&section.only).map(|(id, _)| (id, true));
        let common = registry.ops_of(&section.homes).map(|(id, _)| (id, false));
        for (id, is_only_here) in only.chain(common).filter(|(id, _)| is_wanted(*id)) {
            let addition = section.kind.is_of_device().then(|| addition(registry, id)).flatten();
            if section.kind.is_of_device() && addition.is_none() && !is_only_here {
                continue;
            }
            // If there is an addition to the operator, the framework assumes that other dialects have it, too.
            let is_only_here = is_only_here && addition.is_none();
            let entry = Entry::new(registry, section, pir, id, addition, is_only_here);
            entries.insert((entry.name(), entry.is_sparse), entry);
        }
        let own = registry.ops_of(&section.only).map(|(_, op)| op.name.as_str()).collect();
        let slices = slices(section, &entries);
        DialectOps { name, section, entries, own, slices }
    }

    /// The dialect with a name, if the profile has it.
    pub fn named(registry: &'a Registry, profile: &'a Profile, name: &str) -> Option<Self> {
        DialectOps::some_of_named(registry, profile, name, |_| true)
    }

    /// Some of the operators of the dialect with a name, if the profile has it.
    pub fn some_of_named(
        registry: &'a Registry,
        profile: &'a Profile,
        name: &str,
        is_wanted: impl Fn(OpId) -> bool,
    ) -> Option<Self> {
        let pir = profile.pir.as_ref()?;
        let (name, section) = pir.dialects.get_key_value(name)?;
        Some(DialectOps::of_some(registry, pir, name, section, is_wanted))
    }

    /// All operators that have classes, in the order of definition.
    pub fn entries(&self) -> impl Iterator<Item = &Entry<'a>> {
        let without = |entry: &&Entry| !self.section.without.iter().any(|name| name == entry.name());
        self.entries.values().filter(without)
    }

    /// The names of the operators in files that only belong to this dialect.
    pub fn own(&self) -> &[&'a str] {
        &self.own
    }

    /// The operator with exactly this name.
    pub fn find(&self, name: &str, is_sparse: bool) -> Option<&Entry<'a>> {
        self.entries.get(&Query(name, is_sparse))
    }

    /// The framework's source that defines an operator: the framework divides the operators of some kinds of file
    /// evenly, in order.
    pub fn slice_of(&self, entry: &Entry) -> Option<(usize, usize)> {
        let at = self.entries.get_index_of(&Query(entry.name(), entry.is_sparse))?;
        self.slices.get(at).copied().flatten()
    }

    /// The gradient of an operator.
    pub fn gradient(&self, entry: &Entry) -> Option<&Entry<'a>> {
        self.find(&entry.op.backward.as_ref()?.value, entry.is_sparse)
    }

    /// The operator whose infer meta computes the types of results: the operator itself, or the one that it invokes.
    pub fn inferring<'e>(&'e self, entry: &'e Entry<'a>) -> Option<&'e Entry<'a>> {
        let own = Some(entry).filter(|entry| entry.infer_meta().is_some());
        own.or_else(|| self.invoked(entry).filter(|invoked| invoked.infer_meta().is_some()))
    }

    /// The operator that another invokes. The framework finds it only if the same source defines both.
    fn invoked(&self, entry: &Entry) -> Option<&Entry<'a>> {
        let call = entry.op.invoke.as_ref()?;
        let invoked = self.find(&call.func.value, false)?;
        let is_near = self.slice_of(entry).is_some_and(|slice| self.slice_of(invoked) == Some(slice));
        is_near.then_some(invoked)
    }
}

/// For each operator, the row of the sources that have its kind of file, and which of these sources has the operator.
fn slices(section: &Dialect, entries: &IndexMap<Key, Entry>) -> Vec<Option<(usize, usize)>> {
    let has = |sources: &DialectSources, entry: &Entry| sources.homes.iter().any(|name| name == entry.op.home.key());
    let mut slices = vec![None; entries.len()];
    for (row, sources) in section.sources.iter().enumerate() {
        let members = entries.values().enumerate().filter(|(_, entry)| has(sources, entry));
        let members: Vec<usize> = members.map(|(at, _)| at).collect();
        let length = members.len().div_ceil(sources.paths.len().max(1));
        for (position, at) in members.into_iter().enumerate() {
            slices[at].get_or_insert((row, position / length.max(1)));
        }
    }
    slices
}

/// A [`Key`] for lookups.
#[derive(Hash)]
struct Query<'q>(&'q str, bool);

impl Equivalent<Key<'_>> for Query<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        (self.0, self.1) == *key
    }
}

/// The addition to the operator of exactly this name; of several, the last.
fn addition(registry: &Registry, id: OpId) -> Option<&spec::Addition> {
    let name = registry.op(id).name.as_str();
    registry.specs().additions.iter().rev().find(|addition| addition.op.value == name)
}
