//! Finds the known name that is nearest to a misspelt one, for "did you mean ...?"

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;

pub use crate::distance::is_typo;
use crate::distance::{LONG_NAME, MAX_TYPOS, Word};
use crate::fix::Help;

/// The number of candidates that [`nearest`] and [`help`] compare. Without a limit, a list of a hundred thousand
/// misspelt arguments would take hours. [`Known`] has an index, and compares all candidates.
pub const MAX_COMPARED: usize = 256;

/// The candidate nearest to `name`, if it is near enough.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Known::new(candidates.into_iter().take(MAX_COMPARED)).nearest(name)
}

/// A help line that offers the nearest candidate, or lists the candidates if there are only a few.
pub fn help<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Help> {
    Known::new(candidates.into_iter().take(MAX_COMPARED)).help(name)
}

/// Like [`help`], for a name in a list. A candidate that the list already has is hardly meant a second time, so the fix is not
/// certain then.
pub fn help_beside<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    is_listed: impl FnOnce(&str) -> bool,
) -> Option<Help> {
    let known = Known::new(candidates.into_iter().take(MAX_COMPARED));
    let help = known.help(name)?;
    let near = known.nearest(name);
    Some(if near.is_some_and(is_listed) { help.certain(false) } else { help })
}

/// Candidates for many look-ups, indexed by length.
pub struct Known<'a> {
    /// In their original order.
    candidates: Vec<&'a str>,
    /// Built at the first look-up.
    by_length: OnceCell<ByLength<'a>>,
    /// The number of candidates that all look-ups may still compare.
    comparisons: Cell<usize>,
}

/// The number of candidates that all look-ups of a [`Known`] compare together. After that, they find nothing: whoever has so many
/// names wrong needs no suggestions, and a million of them would take hours.
const MAX_COMPARISONS: usize = 4_000_000;

type ByLength<'a> = BTreeMap<usize, Vec<(Letters, &'a str)>>;

impl<'a> Known<'a> {
    /// Takes the candidates. The index is built at the first look-up.
    pub fn new(candidates: impl IntoIterator<Item = &'a str>) -> Self {
        Known {
            candidates: candidates.into_iter().collect(),
            by_length: OnceCell::new(),
            comparisons: Cell::new(MAX_COMPARISONS),
        }
    }

    fn by_length(&self) -> &ByLength<'a> {
        self.by_length.get_or_init(|| {
            let mut by_length = ByLength::new();
            for &candidate in &self.candidates {
                by_length.entry(candidate.chars().count()).or_default().push((Letters::of(candidate), candidate));
            }
            by_length
        })
    }

    /// The candidate nearest to `name`, if it is near enough. Ties are broken alphabetically.
    pub fn nearest(&self, name: &str) -> Option<&'a str> {
        self.nearest_except(name, None)
    }

    /// The candidate of which a name is almost certainly a misspelling: at most one letter away, or two if the name is
    /// long.
    pub fn typo_of(&self, name: &str) -> Option<&'a str> {
        let limit = if name.chars().count() < LONG_NAME { 1 } else { 2 };
        self.nearest_within(limit, name, None).map(|(_, candidate)| candidate)
    }

    /// A help line that offers the nearest candidate, or lists the candidates if there are only a few.
    pub fn help(&self, name: &str) -> Option<Help> {
        self.help_except(name, None)
    }

    /// Like [`help`](Self::help), but never offers `excluded`.
    pub fn help_except(&self, name: &str, excluded: Option<&str>) -> Option<Help> {
        const SHOWN: usize = 8;
        if let Some(near) = self.nearest_except(name, excluded) {
            let help = Help::meant(name, near);
            return Some(if self.has_rival(name, near, excluded) { help.certain(false) } else { help });
        }
        let others = self.candidates.iter().filter(|candidate| Some(**candidate) != excluded);
        let list: Vec<_> = others.take(SHOWN + 1).map(|candidate| format!("`{candidate}`")).collect();
        (1..=SHOWN).contains(&list.len()).then(|| format!("known here: {}", list.join(", ")).into())
    }

    /// Whether another candidate is as near as the nearest one.
    fn has_rival(&self, name: &str, near: &str, excluded: Option<&str>) -> bool {
        let distance = |other: &str, limit| Word::new(name).distance(other, limit);
        if near.eq_ignore_ascii_case(name) {
            return self.candidates.iter().any(|other| *other != near && other.eq_ignore_ascii_case(name));
        }
        let Some(least) = distance(near, MAX_TYPOS) else { return true };
        let others = self.candidates.iter().filter(|other| **other != near && Some(**other) != excluded);
        let length = name.chars().count();
        let mut alike = others.filter(|other| other.chars().count().abs_diff(length) <= least);
        alike.any(|other| distance(other, least).is_some())
    }

    fn nearest_except(&self, name: &str, excluded: Option<&str>) -> Option<&'a str> {
        let limit = (name.chars().count() / 3).max(1);
        // Most misspellings are one letter away, and the length alone excludes most candidates at that distance.
        let within_one = self.nearest_within(1, name, excluded).filter(|(distance, _)| *distance <= 1);
        within_one.or_else(|| self.nearest_within(limit, name, excluded)).map(|(_, candidate)| candidate)
    }

    /// The nearest candidate within the limit, with its distance. A candidate that differs only in case also counts.
    fn nearest_within(&self, mut limit: usize, name: &str, excluded: Option<&str>) -> Option<(usize, &'a str)> {
        let (mut word, letters) = (Word::new(name), Letters::of(name));
        let length = word.letters.len();
        let mut best: Option<(usize, &str)> = None;
        // The distance is at least the difference in length. So candidates of similar length are tried first, and the
        // search ends when the difference in length exceeds the best distance so far.
        let mut difference = 0;
        while difference <= limit {
            let lengths = [length.checked_sub(difference), Some(length + difference).filter(|_| difference > 0)];
            let alike = lengths.into_iter().flatten().filter_map(|length| self.by_length().get(&length)).flatten();
            for &(ref of, candidate) in alike.filter(|(_, candidate)| Some(*candidate) != excluded) {
                self.comparisons.set(self.comparisons.get().checked_sub(1)?);
                let is_better = |distance| best.is_none_or(|best| (distance, candidate) < best);
                let least = letters.distance(of);
                if least > limit || !is_better(least) {
                    continue;
                }
                let same_but_for_case = || candidate.eq_ignore_ascii_case(name).then_some(length);
                let distance = word.distance(candidate, if is_better(limit) { limit } else { limit - 1 });
                let distance = distance.filter(|distance| *distance < length).or_else(same_but_for_case);
                if let Some(distance) = distance.filter(|distance| is_better(*distance)) {
                    best = Some((distance, candidate));
                    limit = limit.min(distance);
                }
            }
            difference += 1;
        }
        best
    }
}

/// The number of times that each letter occurs in a word, ignoring case. Some characters share a counter, which only
/// makes the lower bound less tight.
struct Letters([u8; 32]);

impl Letters {
    fn of(word: &str) -> Self {
        let mut counts = [0_u8; 32];
        for letter in word.chars() {
            let count = &mut counts[letter as usize % 32];
            *count = count.saturating_add(1);
        }
        Letters(counts)
    }

    /// A lower bound for the edit distance of two words: an edit adds a letter, removes one, or both.
    fn distance(&self, other: &Self) -> usize {
        let surplus = |of: &Self, over: &Self| -> u32 {
            of.0.iter().zip(over.0).map(|(of, over)| u32::from(of.saturating_sub(over))).sum()
        };
        surplus(self, other).max(surplus(other, self)) as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn offers_what_was_probably_meant() {
        assert_eq!(nearest("weght", ["x", "weight"]), Some("weight"));
        assert_eq!(nearest("optinal", ["optional", "output"]), Some("optional"));
        assert_eq!(nearest("xy", ["yx"]), Some("yx"));
        assert_eq!(nearest("axis", ["x", "keepdim"]), None);
        assert_eq!([nearest("y", ["x"]), nearest("", ["x"]), nearest("X", ["x"])], [None, None, Some("x")]);
        assert_eq!(help("foo", ["x", "y"]).map(|help| help.text).as_deref(), Some("known here: `x`, `y`"));
    }

    #[test]
    fn a_typo_is_nearer_than_a_suggestion() {
        let known = Known::new(["conv2d", "softmax_grad"]);
        assert_eq!(known.typo_of("covn2d"), Some("conv2d"));
        assert_eq!(known.typo_of("softmx_gard"), Some("softmax_grad"));
        assert_eq!([known.typo_of("covn2"), known.typo_of("softplus_grad")], [None, None]);
    }

    #[test]
    fn a_misspelling_is_certain_if_nothing_else_can_be_meant() {
        let certain = |name: &str, known: &[&str]| {
            let help = Known::new(known.iter().copied()).help(name);
            help.and_then(|help| help.fix).is_some_and(|fix| fix.certain)
        };
        assert!(certain("kernl", &["kernel", "inplace"]) && certain("softmx_gard", &["softmax_grad"]));
        assert!(certain("X", &["x", "y"]));
        assert!(!certain("y", &["x"]) && !certain("axs", &["axis"]), "short names differ in little");
        assert!(!certain("x_grad", &["y_grad"]) && certain("x_gard", &["x_grad"]), "so do short words");
        assert!(!certain("conv2d", &["conv3d"]), "a digit has a meaning");
        assert!(!certain("stacc", &["stack", "stac1"]) && !certain("sline", &["slice", "spline"]), "two are as near");
    }

    #[test]
    fn a_misspelling_is_uncertain_if_the_name_is_there_already() {
        let certain = |listed: &[&str]| {
            let help = help_beside("output_gard", ["output_grad", "x"], |near| listed.contains(&near));
            help.and_then(|help| help.fix).is_some_and(|fix| fix.certain)
        };
        assert!(certain(&["x", "output_gard"]) && !certain(&["output_grad", "output_gard"]));
    }

    #[test]
    fn an_excluded_name_is_not_offered() {
        let known = Known::new(["relu_grad", "rule_grad", "x"]);
        let text = |help: Option<Help>| help.map(|help| help.text);
        assert_eq!(text(known.help("relu_grad")).as_deref(), Some("did you mean `relu_grad`?"));
        assert_eq!(
            text(known.help_except("relu_grad", Some("relu_grad"))).as_deref(),
            Some("did you mean `rule_grad`?")
        );
        let listed = known.help_except("softmax", Some("x"));
        assert_eq!(text(listed).as_deref(), Some("known here: `relu_grad`, `rule_grad`"));
    }

    /// Compares the name with each candidate.
    fn nearest_of_all<'a>(name: &str, candidates: &'a [String]) -> Option<&'a str> {
        let length = name.chars().count();
        let near = |candidate: &'a String| {
            let distance =
                Word::new(name).distance(candidate, (length / 3).max(1)).filter(|distance| *distance < length);
            let same_but_for_case = || candidate.eq_ignore_ascii_case(name).then_some(length);
            Some((distance.or_else(same_but_for_case)?, candidate.as_str()))
        };
        candidates.iter().filter_map(near).min().map(|(_, candidate)| candidate)
    }

    proptest! {
        #[test]
        fn nothing_nearer_is_overlooked(
            name in "[abA_é]{0,12}",
            candidates in proptest::collection::vec("[abcA_é]{0,14}", 0..40),
        ) {
            let known = Known::new(candidates.iter().map(String::as_str));
            prop_assert_eq!(known.nearest(&name), nearest_of_all(&name, &candidates));
        }
    }
}
