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
        &[rules::METHOD_FORM],
        &[rules::STRUCTURED_FORM, rules::LONE_OUT],
        &[rules::UNKNOWN_DERIVED],
        &[rules::DELEGATE],
        &[
            rules::UNKNOWN_OPERATOR,
            rules::STRUCTURED_KEY,
            rules::AUTOGEN,
            rules::NO_FUNCTIONAL,
            rules::NO_OUT,
            rules::MIXED_STRUCTURED,
            rules::VIEW_COPY,
            rules::DEPRECATED_TARGET,
        ],
    ],
    // Tags, and those that are missing because another one is misspelt.
    &[
        &[rules::UNKNOWN_TAG, source::rules::DUPLICATE_KEY],
        &[rules::INPLACE_VIEW_TAG, rules::VIEW_COPY_TAG, rules::SEEDED_TAG, rules::UNEVEN_TAG],
    ],
    // Dispatch keys, and what other forms or generated ones would have without a wrong one.
    &[
        &[rules::UNKNOWN_KEY, rules::COMPOSITE_KEYS, source::rules::DUPLICATE_KEY],
        &[rules::UNEVEN_KEY, rules::USELESS_AUTOGEN],
    ],
];

/// Removes findings that follow from others, or from those about single entries.
pub fn remove(registry: &Registry, of_files: &Diagnostics, found: Diagnostics) -> Diagnostics {
    let entries = Entries::of(registry);
    let mut first: BTreeMap<(usize, &str), usize> = BTreeMap::new();
    let mut ranks: BTreeSet<usize> = BTreeSet::new();
    let all = of_files.sorted().into_iter().chain(found.sorted());
    for (chain, rank, root) in all.flat_map(|finding| entries.places(finding)) {
        ranks.insert(rank);
        let least = first.entry((chain, root)).or_insert(rank);
        *least = rank.min(*least);
    }
    if ranks.len() < 2 {
        return found;
    }
    found.filter_map(|finding| {
        let is_cause = entries.places(&finding).iter().all(|(chain, rank, root)| first[&(*chain, *root)] == *rank);
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

    /// The chains of rules that a finding belongs to, each with its position there and the name of the operator.
    fn places(&self, finding: &Diagnostic) -> Vec<(usize, usize, &'a str)> {
        let chains = CAUSES.iter().enumerate().filter_map(|(chain, groups)| {
            Some((chain, groups.iter().position(|group| group.contains(&finding.rule))?))
        });
        let mut places = std::iter::once(finding.span).chain(finding.labels.iter().map(|label| label.span));
        let Some(function) = places.find_map(|span| self.at(span)) else { return Vec::new() };
        chains.map(|(chain, rank)| (chain, rank, function.root_name())).collect()
    }

    /// The function whose entry contains a place.
    fn at(&self, span: Span) -> Option<&'a Function> {
        let (_, function) = self.by_place.range(..=(span.file, span.start)).next_back()?;
        let entry = function.entry.func_span.to(function.entry.last);
        (entry.file == span.file && span.start < entry.end).then_some(*function)
    }
}
