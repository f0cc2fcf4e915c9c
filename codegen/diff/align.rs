//! Aligns the items of two lists: by name, then by type and position.

/// An argument or an output.
pub trait Named {
    fn name(&self) -> &str;
    /// Whether `other` could be this item under a new name.
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
        let named = |(i, item): (usize, &T)| Some((i, head.iter().position(|other| other.name() == item.name())?));
        let mut both: Vec<(usize, usize)> = base.iter().enumerate().filter_map(named).collect();
        let kept = increasing(&both);
        let moved = both.iter().filter(|pair| !kept.contains(pair)).map(|&(_, new)| new).collect();
        let could_become = |old: &T, new: &T| old.could_become(new) && may_be_same(old, new);
        both.extend(renamed([base, head], &both, &kept, could_become));
        both.sort_unstable();
        let removed = (0..base.len()).filter(|i| both.iter().all(|(old, _)| old != i)).collect();
        let added = (0..head.len()).filter(|i| both.iter().all(|(_, new)| new != i)).collect();
        Alignment { both, removed, added, moved }
    }

    /// The index in the head of an item of the base.
    pub fn head_of(&self, base: usize) -> Option<usize> {
        self.both.iter().find(|(old, _)| *old == base).map(|&(_, new)| new)
    }
}

/// The longest run of pairs whose order is the same on both sides.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each pair, the length of the longest run that ends with it, and the pair before it in that run.
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for (i, &(_, new)) in pairs.iter().enumerate() {
        let before = (0..i).filter(|&j| pairs[j].1 < new).max_by_key(|&j| (best[j].0, std::cmp::Reverse(j)));
        best.push((before.map_or(1, |j| best[j].0 + 1), before));
    }
    let mut at = (0..best.len()).max_by_key(|&i| (best[i].0, std::cmp::Reverse(i)));
    let mut run = Vec::new();
    while let Some(i) = at {
        run.push(pairs[i]);
        at = best[i].1;
    }
    run.reverse();
    run
}

/// Pairs removed items with added ones. Only items between the same two unchanged neighbours are paired, in their order.
fn renamed<T>(
    [base, head]: [&[T]; 2],
    both: &[(usize, usize)],
    kept: &[(usize, usize)],
    could_become: impl Fn(&T, &T) -> bool,
) -> Vec<(usize, usize)> {
    let ends = kept.iter().copied().chain([(base.len(), head.len())]);
    let mut found = Vec::new();
    let (mut old_start, mut new_start) = (0, 0);
    for (old_end, new_end) in ends {
        let removed = (old_start..old_end).filter(|i| both.iter().all(|(old, _)| old != i));
        let mut new: Vec<usize> = (new_start..new_end).filter(|i| both.iter().all(|(_, new)| new != i)).collect();
        for old in removed {
            if let Some(at) = new.iter().position(|&new| could_become(&base[old], &head[new])) {
                found.push((old, new[at]));
                new.drain(..=at);
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
    }
}
