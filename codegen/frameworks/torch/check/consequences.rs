//! Findings that only follow from others. A default with a typing error, for example, is reported where it is, and not again because
//! forms of the operator differ in it.

use std::collections::{BTreeMap, BTreeSet};

use source::{Diagnostic, Diagnostics, FileId, Rule, Span};
use torch_registry::{Function, Registry};

use crate::{entries, rules};

/// Rules in the order of cause and consequence: of the findings about all overloads of a name, those of the first group stay.
const CAUSES: &[&[&[Rule]]] = &[
    // Schemas, and what is concluded from comparing them.
    &[
        &[
            rules::KEYWORD,
            rules::RETURN_ALIAS,
            rules::BAD_INPLACE,
            rules::BAD_FORM,
            rules::DEFAULT_TYPE,
            rules::DEFAULT_ORDER,
        ],
        &[rules::NAME_TWICE],
        &[rules::LONE_OUT],
        &[rules::UNKNOWN_DERIVED],
        &[rules::DELEGATE],
        &[
            rules::AUTOGEN,
            rules::NO_FUNCTIONAL,
            rules::NO_OUT,
            rules::MIXED_STRUCTURED,
            rules::VIEW_COPY,
            rules::DEPRECATED_TARGET,
        ],
    ],
    // Tags, and those that are missing because another one is misspelt.
    &[&[rules::UNKNOWN_TAG], &[rules::INPLACE_VIEW_TAG, rules::VIEW_COPY_TAG, rules::SEEDED_TAG, rules::UNEVEN_TAG]],
    // Dispatch keys, and what other forms or generated ones would have without a wrong one.
    &[&[rules::UNKNOWN_KEY, rules::COMPOSITE_KEYS], &[rules::UNEVEN_KEY, rules::USELESS_AUTOGEN]],
];

/// Removes findings that follow from others.
pub fn remove(registry: &Registry, found: Diagnostics) -> Diagnostics {
    let entries = Entries::of(registry);
    let mut first: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    let mut ranks: BTreeSet<usize> = BTreeSet::new();
    for (chain, rank, root) in found.sorted().into_iter().filter_map(|finding| entries.place(finding)) {
        ranks.insert(rank);
        let least = first.entry((chain, root)).or_insert(rank);
        *least = rank.min(*least);
    }
    if ranks.len() < 2 {
        return found;
    }
    found.filter_map(|finding| {
        let is_cause = entries.place(&finding).is_none_or(|(chain, rank, root)| first[&(chain, root)] == rank);
        is_cause.then_some(finding)
    })
}

/// Entries by their places.
struct Entries<'a> {
    by_place: BTreeMap<(FileId, u32), &'a Function>,
}

impl<'a> Entries<'a> {
    fn of(registry: &'a Registry) -> Self {
        let place = |function: &Function| (function.entry.func_span.file, function.entry.func_span.start);
        Entries { by_place: entries(registry).map(|(_, function)| (place(function), function)).collect() }
    }

    /// The chain of rules that a finding belongs to, its position there, and the name of the operator.
    fn place(&self, finding: &Diagnostic) -> Option<(usize, usize, &'a str)> {
        let (chain, rank) = CAUSES.iter().enumerate().find_map(|(chain, groups)| {
            Some((chain, groups.iter().position(|group| group.contains(&finding.rule))?))
        })?;
        let mut places = std::iter::once(finding.span).chain(finding.labels.iter().map(|label| label.span));
        let function = places.find_map(|span| self.at(span))?;
        Some((chain, rank, function.root_name()))
    }

    /// The function whose entry contains a place.
    fn at(&self, span: Span) -> Option<&'a Function> {
        let (_, function) = self.by_place.range(..=(span.file, span.start)).next_back()?;
        let entry = function.entry.func_span.to(function.entry.last);
        (entry.file == span.file && span.start < entry.end).then_some(*function)
    }
}
