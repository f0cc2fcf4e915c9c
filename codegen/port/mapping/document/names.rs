//! Compares the names of an API in the title, in its heading and in its signature, and reports the one that differs.

use source::{Diagnostic, Spanned};

use super::{Api, Document};
use crate::rules;

/// A place, and the name that is written there.
type Occurrence<'a> = (&'static str, &'a Spanned<String>);

pub(super) fn disagreements(document: &Document) -> Vec<Diagnostic> {
    let title = document.api.as_ref().map(|name| ("the title", name));
    let of_source = document.source.iter().flat_map(occurrences);
    let source: Vec<Occurrence> = title.into_iter().chain(of_source).collect();
    let target: Vec<Occurrence> = document.target.iter().flat_map(occurrences).collect();
    let mut found = compare(&source, &[document.file_stem()]);
    let link = document.target.as_ref().map_or("", Api::address);
    let of_link: Vec<&str> = target.iter().map(|(_, name)| name.as_str()).filter(|name| leads_to(link, name)).collect();
    found.extend(compare(&target, &of_link));
    found
}

/// The names in a heading and in the first signature.
fn occurrences(api: &Api) -> Vec<Occurrence<'_>> {
    let signature = api.signatures.first().map(|signature| ("the signature", &signature.name));
    [("the heading", &api.name)].into_iter().chain(signature).collect()
}

/// Whether a link seems to lead to an API.
fn leads_to(link: &str, api: &str) -> bool {
    let last = api.rsplit('.').next().unwrap_or(api);
    link.to_lowercase().contains(&last.to_lowercase())
}

/// Reports each name that differs from the most frequent one. The names in `further` count, but are not reported.
fn compare(occurrences: &[Occurrence], further: &[&str]) -> Vec<Diagnostic> {
    let names = || occurrences.iter().map(|(_, name)| name.as_str());
    let votes = |of: &str| names().chain(further.iter().copied()).filter(|name| *name == of).count();
    // If several are equally frequent, the first one counts.
    let Some(most) = occurrences.iter().rev().max_by_key(|(_, name)| votes(name.as_str())) else { return Vec::new() };
    let odd = occurrences.iter().filter(|(_, name)| name.value != most.1.value);
    let report = |(place, name): &Occurrence| {
        let (other_place, other) = most;
        let message = format!("{place} has `{}`, but {other_place} has `{}`", name.value, other.value);
        let problem = Diagnostic::new(rules::OTHER_NAME, name.span, message).label(other.span, *other_place);
        problem.help("write the same name in the title, in the heading and in the signature")
    };
    odd.map(report).collect()
}
