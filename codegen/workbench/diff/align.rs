//! Aligns the items of two lists: by name, then by type and position.

use std::collections::{BTreeMap, BTreeSet};

/// An argument or an output.
pub trait Named {
    fn name(&self) -> &str;
    /// Whether `other` could be this item under a new name: both have the same type.
    fn could_become(&self, other: &Self) -> bool;
}

/// Which items of two lists correspond to each other, by index.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// Pairs of base and head, in the order of the base.
    pub both: Vec<(usize, usize)>,
    pub removed: Vec<usize>,
    pub added: Vec<usize>,
    /// Indices in the head of items whose order changed.
    pub moved: Vec<usize>,
}

impl Alignment {
    pub fn of<T: Named>(base: &[T], head: &[T]) -> Self {
        Alignment::new(base, head, |_, _| true)
    }

    /// Items with other names only correspond to each other if `may_be_same` allows it.
    pub fn new<T: Named>(base: &[T], head: &[T], may_be_same: impl Fn(&T, &T) -> bool) -> Self {
        // Of several items with the same name, the first counts.
        let in_head: BTreeMap<&str, usize> = head.iter().enumerate().rev().map(|(i, item)| (item.name(), i)).collect();
        let named = |(i, item): (usize, &T)| Some((i, *in_head.get(item.name())?));
        let mut both: Vec<(usize, usize)> = base.iter().enumerate().filter_map(named).collect();
        let kept = increasing(&both);
        let is_kept = |pair: &(usize, usize)| kept.binary_search(pair).is_ok();
        let moved = both.iter().filter(|pair| !is_kept(pair)).map(|&(_, new)| new).collect();
        both.extend(renamed([base, head], &both, &kept, may_be_same));
        both.sort_unstable();
        let (old, new) = indices(&both);
        let removed = (0..base.len()).filter(|i| !old.contains(i)).collect();
        let added = (0..head.len()).filter(|i| !new.contains(i)).collect();
        Alignment { both, removed, added, moved }
    }

    /// The index in the head of an item of the base.
    pub fn head_of(&self, base: usize) -> Option<usize> {
        let at = self.both.binary_search_by_key(&base, |(old, _)| *old).ok()?;
        Some(self.both[at].1)
    }
}

/// The indices in the base, and those in the head.
fn indices(pairs: &[(usize, usize)]) -> (BTreeSet<usize>, BTreeSet<usize>) {
    pairs.iter().copied().unzip()
}

/// The longest run of pairs whose order is the same on both sides. Of several, the one whose pairs come first, seen from its end.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pairs with which runs of that length end. Their indices in the head do not increase.
    let mut ends: Vec<Vec<usize>> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    for (i, &(_, new)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|ends| ends.last().is_some_and(|&end| pairs[end].1 < new));
        let shorter = length.checked_sub(1).map(|shorter| &ends[shorter]);
        before.push(shorter.map(|ends| ends[ends.partition_point(|&end| pairs[end].1 >= new)]));
        if length == ends.len() {
            ends.push(Vec::new());
        }
        ends[length].push(i);
    }
    let mut at = ends.last().and_then(|ends| ends.first().copied());
    let mut run = Vec::new();
    while let Some(i) = at {
        run.push(pairs[i]);
        at = before[i];
    }
    run.reverse();
    run
}

/// Pairs removed items with added ones. Only items between the same two unchanged neighbours are paired, in their order.
fn renamed<T: Named>(
    [base, head]: [&[T]; 2],
    both: &[(usize, usize)],
    kept: &[(usize, usize)],
    may_be_same: impl Fn(&T, &T) -> bool,
) -> Vec<(usize, usize)> {
    let (in_base, in_head) = indices(both);
    let ends = kept.iter().copied().chain([(base.len(), head.len())]);
    let mut found = Vec::new();
    let (mut old_start, mut new_start) = (0, 0);
    for (old_end, new_end) in ends {
        let removed = (old_start..old_end).filter(|i| !in_base.contains(i));
        let added: Vec<usize> = (new_start..new_end).filter(|i| !in_head.contains(i)).collect();
        let mut rest = added.as_slice();
        // Items for which nothing was left: nothing is left for others like them, either.
        let mut failed: Vec<&T> = Vec::new();
        for old in removed {
            if failed.iter().any(|other| other.could_become(&base[old])) {
                continue;
            }
            let could_become = |new: &usize| base[old].could_become(&head[*new]);
            match rest.iter().position(|new| could_become(new) && may_be_same(&base[old], &head[*new])) {
                Some(at) => {
                    found.push((old, rest[at]));
                    rest = &rest[at + 1..];
                }
                None if !rest.iter().any(could_become) => failed.push(&base[old]),
                None => {}
            }
        }
        (old_start, new_start) = (old_end + 1, new_end + 1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `name:type`
    impl Named for &str {
        fn name(&self) -> &str {
            self.split(':').next().unwrap_or(self)
        }

        fn could_become(&self, other: &Self) -> bool {
            self.split(':').nth(1) == other.split(':').nth(1)
        }
    }

    fn check(
        base: &[&str],
        head: &[&str],
        both: &[(usize, usize)],
        removed: &[usize],
        added: &[usize],
        moved: &[usize],
    ) {
        let expected =
            Alignment { both: both.into(), removed: removed.into(), added: added.into(), moved: moved.into() };
        assert_eq!(Alignment::of(base, head), expected, "{base:?} {head:?}");
    }

    #[test]
    fn items_are_followed_by_name_then_by_type_and_place() {
        check(&["a", "b"], &["a", "b"], &[(0, 0), (1, 1)], &[], &[], &[]);
        check(&["a:i", "b:i"], &["a:i", "c:i"], &[(0, 0), (1, 1)], &[], &[], &[]);
        check(&["a:i", "b:i"], &["a:i", "c:f"], &[(0, 0)], &[1], &[1], &[]);
        check(&["a:i", "b:i", "c:f"], &["b:i", "d:f"], &[(1, 0), (2, 1)], &[0], &[], &[]);
        check(&["a:i", "b:i"], &["x:f", "b:i", "a:i"], &[(0, 2), (1, 1)], &[], &[0], &[1]);
        check(&["a", "b", "c"], &["c", "a", "b"], &[(0, 1), (1, 2), (2, 0)], &[], &[], &[0]);
        check(&[], &["a"], &[], &[], &[0], &[]);
        check(&["a", "b", "c", "d"], &["d", "c", "b", "a"], &[(0, 3), (1, 2), (2, 1), (3, 0)], &[], &[], &[2, 1, 0]);
        check(&["a", "b", "c", "d"], &["b", "d", "a", "c"], &[(0, 2), (1, 0), (2, 3), (3, 1)], &[], &[], &[0, 1]);
        check(&["a:i", "b:f", "c:i"], &["x:s", "y:i", "z:i"], &[(0, 1), (2, 2)], &[1], &[0], &[]);
    }

    /// If every item were compared with all others, this would take hours.
    #[test]
    fn a_hundred_thousand_items_are_aligned() {
        let names: Vec<String> = (0..200_000).map(|at| format!("a{at}:i")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (base, head) = names.split_at(100_000);
        assert_eq!(Alignment::of(base, head).both.len(), 100_000);
        assert_eq!(Alignment::of(base, &names).added.len(), 100_000);
        let reversed: Vec<&str> = base.iter().rev().copied().collect();
        assert_eq!(Alignment::of(base, &reversed).moved.len(), 99_999);
    }
}
