//! The name of an API stands in the title, in a heading and in a signature. Where they differ, the odd one is reported.

use source::{Diagnostic, Spanned};

use super::{Api, Document};
use crate::rules;

/// A name, and where it stands.
type Place<'a> = (&'static str, &'a Spanned<String>);

pub(super) fn disagreements(document: &Document) -> Vec<Diagnostic> {
    let title = document.api.as_ref().map(|name| ("the title", name));
    let of_source = document.source.iter().flat_map(places);
    let source: Vec<Place> = title.into_iter().chain(of_source).collect();
    let target: Vec<Place> = document.target.iter().flat_map(places).collect();
    let mut found = compare(&source, &[document.file_stem()]);
    let link = document.target.as_ref().map_or("", Api::address);
    let of_link: Vec<&str> = target.iter().map(|(_, name)| name.as_str()).filter(|name| leads_to(link, name)).collect();
    found.extend(compare(&target, &of_link));
    found
}

/// The names in a heading and in the first signature.
fn places(api: &Api) -> Vec<Place<'_>> {
    let signature = api.signatures.first().map(|signature| ("the signature", &signature.name));
    [("the heading", &api.name)].into_iter().chain(signature).collect()
}

/// Whether a link seems to lead to an API.
fn leads_to(link: &str, api: &str) -> bool {
    let last = api.rsplit('.').next().unwrap_or(api);
    link.to_lowercase().contains(&last.to_lowercase())
}

/// Reports each name that is not the one that most places have. `further` are names that count, but are not reported here.
fn compare(places: &[Place], further: &[&str]) -> Vec<Diagnostic> {
    let names = || places.iter().map(|(_, name)| name.as_str());
    let votes = |of: &str| names().chain(further.iter().copied()).filter(|name| *name == of).count();
    // Of equally many, the first counts.
    let Some(most) = places.iter().rev().max_by_key(|(_, name)| votes(name.as_str())) else { return Vec::new() };
    let odd = places.iter().filter(|(_, name)| name.value != most.1.value);
    let report = |(place, name): &Place| {
        let (other_place, other) = most;
        let message = format!("{place} has `{}`, but {other_place} has `{}`", name.value, other.value);
        let problem = Diagnostic::new(rules::OTHER_NAME, name.span, message).label(other.span, *other_place);
        problem.help("write the same name in the title, in the heading and in the signature")
    };
    odd.map(report).collect()
}
