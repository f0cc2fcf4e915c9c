//! Joins the entries of `op_compat.yaml` that describe the same operator. The result does not depend on their order in
//! the file.

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;

use source::{Span, Spanned};
use spec::compat::{Extra, MutableAttr};
use spec::{Compat, NamePair, stem};

/// A contradiction between two entries for the same operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The current name of the operator.
    pub operator: String,
    /// The words for the fact on which they differ, such as "the legacy name".
    pub subject: String,
    /// The span that comes first in the file.
    pub first: Span,
    /// The span that comes second in the file.
    pub second: Span,
}

/// All entries by the operators that they describe: the one in `op`, and the gradients in `backward`.
#[derive(Debug, Default)]
pub struct CompatTable {
    /// The joined entries of each operator, by its current name without a trailing underscore.
    by_stem: BTreeMap<String, Arc<Compat>>,
    /// The indices of the entries for each name in saved programs.
    by_legacy: BTreeMap<String, Vec<usize>>,
    conflicts: Vec<Conflict>,
}

impl CompatTable {
    pub fn new(entries: &[Arc<Compat>]) -> Self {
        let mut joiner = Joiner::default();
        let mut by_stem = BTreeMap::new();
        for (name, mentions) in group(entries, |pair| stem(&pair.name.value)) {
            let joined = match mentions.as_slice() {
                [one] if std::ptr::eq(one.pair, &raw const one.entry.op) => Arc::clone(one.entry),
                _ => Arc::new(joiner.join(&mentions)),
            };
            by_stem.insert(name.to_owned(), joined);
        }
        let mut by_legacy = BTreeMap::new();
        for (name, mentions) in group(entries, NamePair::in_programs) {
            if mentions.len() > 1 {
                joiner.join(&mentions);
            }
            by_legacy.insert(name.to_owned(), mentions.iter().map(|mention| mention.index).collect());
        }
        CompatTable { by_stem, by_legacy, conflicts: joiner.conflicts }
    }

    /// The joined entries of the operator with this stem. Their `op` is the operator itself, even if it is a gradient.
    pub fn of(&self, stem: &str) -> Option<&Compat> {
        self.by_stem.get(stem).map(Arc::as_ref)
    }

    /// Every name in saved programs, with the indices of the entries that describe its operator.
    pub fn legacy(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.by_legacy.iter().map(|(name, entries)| (name.as_str(), entries.as_slice()))
    }

    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }
}

/// An entry and one of the operators that it describes.
#[derive(Clone, Copy)]
struct Mention<'a> {
    index: usize,
    entry: &'a Arc<Compat>,
    pair: &'a NamePair,
}

impl<'a> Mention<'a> {
    /// A key that orders entries by their contents, not by their positions.
    fn sort_key(self) -> impl Ord + use<'a> {
        fn items<V>(table: &IndexMap<String, V>) -> Vec<(&String, &V)> {
            table.iter().collect()
        }
        let Compat {
            op,
            backward,
            inputs,
            outputs,
            attrs,
            extra,
            scalar,
            int_array,
            manual_signature,
            complex_promote,
            drop_empty_grad,
            get_expected_kernel_type,
            keys: _,
        } = self.entry.as_ref();
        let names = [inputs, outputs, attrs, get_expected_kernel_type].map(items);
        let lists = [manual_signature, complex_promote, drop_empty_grad];
        (op, backward, names, extra, [scalar, int_array].map(items), lists)
    }
}

/// The mentions of each name. An entry that has a name several times is included once.
fn group(entries: &[Arc<Compat>], key: fn(&NamePair) -> &str) -> BTreeMap<&str, Vec<Mention<'_>>> {
    let mut groups: BTreeMap<&str, Vec<Mention>> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        for pair in entry.pairs() {
            let mentions = groups.entry(key(pair)).or_default();
            if mentions.last().is_none_or(|last| last.index != index) {
                mentions.push(Mention { index, entry, pair });
            }
        }
    }
    for mentions in groups.values_mut().filter(|mentions| mentions.len() > 1) {
        mentions.sort_by_cached_key(|mention| mention.sort_key());
    }
    groups
}

/// Joins entries, and collects the contradictions between them.
#[derive(Default)]
struct Joiner {
    conflicts: Vec<Conflict>,
}

impl Joiner {
    /// The joined contents. If two mentions contradict each other, the first wins.
    fn join(&mut self, mentions: &[Mention]) -> Compat {
        let own = |mention: &Mention| Compat { op: mention.pair.clone(), ..mention.entry.as_ref().clone() };
        let mut joined = own(&mentions[0]);
        for mention in &mentions[1..] {
            self.add(&mut joined, own(mention));
        }
        joined
    }

    fn add(&mut self, to: &mut Compat, other: Compat) {
        let Compat {
            op,
            backward,
            inputs,
            outputs,
            attrs,
            extra,
            scalar,
            int_array,
            manual_signature,
            complex_promote,
            drop_empty_grad,
            get_expected_kernel_type,
            keys: _,
        } = other;
        let mut merge = Merge { first: to.op.name.span, pair: op, conflicts: &mut self.conflicts };
        merge.names(&mut to.op);
        for pair in backward {
            if to.backward.iter().all(|known| known.name != pair.name) {
                to.backward.push(pair);
            }
        }
        // Generated tables map inputs, outputs and attributes together, so a name may mean only one thing in all three.
        for (what, from) in [("input", &inputs), ("output", &outputs), ("attribute", &attrs)] {
            for known in [&to.inputs, &to.outputs, &to.attrs] {
                merge.compare(what, known, from, name_spans);
            }
        }
        add_absent(&mut to.inputs, inputs);
        add_absent(&mut to.outputs, outputs);
        add_absent(&mut to.attrs, attrs);
        merge.extra(&mut to.extra, extra);
        for from in [&scalar, &int_array] {
            for known in [&to.scalar, &to.int_array] {
                merge.compare("mutable attribute", known, from, mutable_spans);
            }
        }
        add_absent(&mut to.scalar, scalar);
        add_absent(&mut to.int_array, int_array);
        add_new(&mut to.manual_signature, manual_signature);
        merge.whole_list("`complex_promote`", &mut to.complex_promote, complex_promote);
        add_new(&mut to.drop_empty_grad, drop_empty_grad);
        merge.compare("kernel type of", &to.get_expected_kernel_type, &get_expected_kernel_type, name_spans);
        add_absent(&mut to.get_expected_kernel_type, get_expected_kernel_type);
    }
}

/// An entry that is merged into the earlier ones for the same operator.
struct Merge<'a> {
    /// The span of the operator's name in the first of the earlier entries.
    first: Span,
    /// The operator's names in the entry that is merged.
    pair: NamePair,
    conflicts: &'a mut Vec<Conflict>,
}

impl Merge<'_> {
    /// Adds a conflict, unless the same one was found for another operator of the entry.
    fn conflict(&mut self, subject: String, one: Span, other: Span) {
        let (first, second) = (one.min(other), one.max(other));
        if self.conflicts.iter().all(|known| (known.first, known.second) != (first, second)) {
            let operator = self.pair.name.value.clone();
            self.conflicts.push(Conflict { operator, subject, first, second });
        }
    }

    /// Merges the operator's names. A current name has only one legacy name, and a legacy name only one current name.
    fn names(&mut self, to: &mut NamePair) {
        let pair = self.pair.clone();
        let span = |pair: &NamePair| pair.legacy.as_ref().map_or(pair.name.span, |legacy| legacy.span);
        let same = stem(&pair.name.value) == stem(&to.name.value);
        if same && pair.in_programs() != to.in_programs() {
            self.conflict("the legacy name".to_owned(), span(to), span(&pair));
        }
        if !same && pair.legacy.is_some() && to.legacy.is_some() {
            let subject = format!("the operator that `{}` is the legacy name of", pair.in_programs());
            self.conflict(subject, to.name.span, pair.name.span);
        }
        if to.legacy.is_none() {
            *to = pair;
        }
    }

    /// Reports names that the two entries map to different values.
    fn compare<T: PartialEq>(
        &mut self,
        what: &str,
        known: &IndexMap<String, T>,
        from: &IndexMap<String, T>,
        spans: fn(&T, &T) -> [Option<Span>; 2],
    ) {
        for (name, value) in from {
            if let Some(known) = known.get(name).filter(|known| *known != value) {
                let [one, other] = spans(known, value);
                let (one, other) = (one.unwrap_or(self.first), other.unwrap_or(self.pair.name.span));
                self.conflict(format!("the {what} `{name}`"), one, other);
            }
        }
    }

    fn extra(&mut self, to: &mut Extra, from: Extra) {
        let Extra { inputs, outputs, attrs } = from;
        add_new(&mut to.inputs, inputs);
        add_new(&mut to.outputs, outputs);
        for attr in attrs {
            match to.attrs.iter().find(|known| known.name == attr.name) {
                None => to.attrs.push(attr),
                Some(known) if *known == attr => {}
                Some(known) => {
                    self.conflict(
                        format!("the extra attribute `{}`", attr.name.value),
                        known.name.span,
                        attr.name.span,
                    );
                }
            }
        }
    }

    /// Merges a list that must be the same in every entry that has it.
    fn whole_list(&mut self, what: &str, to: &mut Vec<Spanned<String>>, from: Vec<Spanned<String>>) {
        match (to.first(), from.first()) {
            (None, _) => *to = from,
            (Some(first), Some(second)) if *to != from => self.conflict(what.to_owned(), first.span, second.span),
            _ => {}
        }
    }
}

fn add_absent<T>(to: &mut IndexMap<String, T>, from: IndexMap<String, T>) {
    for (name, value) in from {
        to.entry(name).or_insert(value);
    }
}

fn name_spans(one: &Spanned<String>, other: &Spanned<String>) -> [Option<Span>; 2] {
    [Some(one.span), Some(other.span)]
}

/// The spans of the first difference between two attributes. `None` for a flag, which has no span.
fn mutable_spans(one: &MutableAttr, other: &MutableAttr) -> [Option<Span>; 2] {
    let names = |attr: &MutableAttr| [&attr.data_type, &attr.tensor_name, &attr.tensors_name].map(Clone::clone);
    let different = names(one).into_iter().zip(names(other)).find(|(one, other)| one != other);
    let (one, other) = different.unwrap_or_default();
    [one.map(|name| name.span), other.map(|name| name.span)]
}

fn add_new(to: &mut Vec<Spanned<String>>, from: Vec<Spanned<String>>) {
    for name in from {
        if !to.contains(&name) {
            to.push(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use profile::Profile;
    use source::{Diagnostics, FileId, Sources, file::SourceFile, yaml};
    use spec::compat::read_compat;

    fn entries(text: &str) -> Vec<Arc<Compat>> {
        let id: FileId = Sources::default().add(SourceFile::new("op_compat.yaml".into(), text.into()));
        let mut diagnostics = Diagnostics::default();
        let root = yaml::parse(id, text, &mut diagnostics).expect("the text is YAML");
        read_compat(&root, &Profile::default(), &mut diagnostics)
    }

    #[test]
    fn entries_are_joined_whatever_their_order() {
        let mut entries = entries(
            "- {op: foo, inputs: {x: X}}\n\
             - {op: foo, backward: foo_grad, attrs: {axis: dim}, extra: {attrs: [bool b = true]}}\n\
             - {op: bar (old), backward: foo_grad, inputs: {x: X, y: Y}}\n",
        );
        let table = CompatTable::new(&entries);
        assert_eq!(table.conflicts(), []);
        let foo = table.of("foo").expect("it has entries");
        assert_eq!((foo.inputs.len(), foo.attrs.len(), foo.extra.attrs.len(), foo.backward.len()), (1, 1, 1, 1));
        let gradient = table.of("foo_grad").expect("it has entries");
        assert_eq!((gradient.op.in_programs(), gradient.inputs.len(), gradient.attrs.len()), ("foo_grad", 2, 1));
        entries.reverse();
        let reversed = CompatTable::new(&entries);
        assert_eq!(table.by_stem, reversed.by_stem);
        let described = |entries: &[Arc<Compat>], table: &CompatTable| -> Vec<Vec<Arc<Compat>>> {
            table.legacy().map(|(_, indices)| indices.iter().map(|&i| Arc::clone(&entries[i])).collect()).collect()
        };
        let in_order: Vec<_> = entries.iter().rev().cloned().collect();
        assert_eq!(described(&entries, &reversed), described(&in_order, &table));
    }
}
