//! The reference of a framework that says what there is to know of an operator in words: a page for all overloads of a name.

use std::collections::{BTreeMap, BTreeSet};

use describe::{Described, Location, Part};
use minijinja::context;
use project::any::AnyProject;
use render::{FilePlan, value};
use serde::Serialize;
use source::Span;

use crate::findings::{Finding, Findings};
use crate::frame::Frame;
use crate::origin::Origin;
use crate::paths::file_name;
use crate::{Link, assets, pages};

/// The operators of a name, with the positions of their names.
type Overloads = Vec<(Span, Described)>;

/// The page of a name.
#[derive(Serialize)]
struct Page<'a> {
    name: &'a str,
    overloads: Vec<Overload<'a>>,
    findings: Vec<&'a Finding>,
}

/// An operator on a page.
#[derive(Serialize)]
struct Overload<'a> {
    name: &'a str,
    kind: &'a str,
    place: &'a Location,
    parts: Vec<Section<'a>>,
    relations: Vec<(&'static str, Link)>,
}

/// Something to know about an operator.
#[derive(Serialize)]
struct Section<'a> {
    label: &'a str,
    /// The position that it consists of.
    place: Option<&'a Location>,
    lines: &'a [String],
}

/// A row of the index.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    href: String,
    kind: &'a str,
    /// The names of the overloads, if there are several.
    overloads: Vec<&'a str>,
    findings: usize,
}

/// A kind of operator, and how many names have it.
#[derive(Serialize)]
struct Kind<'a> {
    value: &'a str,
    number: usize,
}

/// The data of the search.
#[derive(Serialize)]
struct SearchData<'a> {
    families: Vec<&'a str>,
    operators: Vec<SearchEntry<'a>>,
}

/// An operator as the search script knows it. It has no gradient, no form that writes to an input, no versions and no changes, and all
/// words for it are in one list.
#[rustfmt::skip]
type SearchEntry<'a> = (&'a str, &'a str, usize, &'a str, bool, usize, usize, bool, &'a str, &'a str, String, &'a str, &'a str);

/// The plans of all files of the reference.
pub fn plan(project: &dyn AnyProject, origin: &Origin) -> Vec<FilePlan> {
    let mut by_name: BTreeMap<String, Overloads> = BTreeMap::new();
    for (span, operator) in project.describe() {
        let base = if operator.base.is_empty() { operator.name.clone() } else { operator.base.clone() };
        by_name.entry(base).or_default().push((span, operator));
    }
    let all: Vec<(String, Overloads)> = by_name.into_iter().collect();
    let names =
        all.iter().enumerate().flat_map(|(at, (_, overloads))| overloads.iter().map(move |(span, _)| (at, *span)));
    let findings = Findings::new(project.review(), names);
    let frame = Frame {
        header: context! {
            profile => project.recipe().version.name(),
            operators => project.count(),
            findings => findings.all.len(),
            has_overview => false,
            has_kernels => false,
            since => None::<&str>,
            revision => origin.revision.as_ref(),
            is_changed => origin.is_changed,
            links => value(&origin.links(project.review(), &[].into())),
        },
    };
    let named = |(base, overloads): &'_ (String, Overloads)| -> Vec<(String, String)> {
        overloads.iter().map(|(_, operator)| (operator.name.clone(), base.clone())).collect()
    };
    let bases: BTreeMap<String, String> = all.iter().flat_map(named).collect();
    let mut plans: Vec<FilePlan> = Vec::new();
    for (at, (name, overloads)) in all.iter().enumerate() {
        let overloads = overloads.iter().map(|(_, operator)| overload(operator, &bases)).collect();
        let page = Page { name, overloads, findings: findings.of(at) };
        plans.push(frame.page(&path(name), "reference/described.html.j2", "page", value(&page)));
    }
    plans.extend(index(&frame, &all, &findings));
    plans.push(pages::findings::plan(&frame, &findings, |at| link(&all[at].0, &all[at].0)));
    plans.extend(pages::rules::plan(&frame, &findings, project.catalogue()));
    plans.extend(assets());
    plans
}

fn path(base: &str) -> String {
    format!("op/{}.html", file_name(base))
}

fn link(name: &str, base: &str) -> Link {
    let fragment = if name == base { String::new() } else { format!("#{name}") };
    Link { name: name.to_owned(), family: None, href: Some(path(base) + &fragment) }
}

fn overload<'a>(operator: &'a Described, bases: &BTreeMap<String, String>) -> Overload<'a> {
    let section = |Part { label, lines, place }: &'a Part| Section { label, place: place.as_ref(), lines };
    let relation = |relation: &describe::Relation| {
        let base = bases.get(&relation.name);
        let linked = base.map(|base| link(&relation.name, base));
        (relation.label, linked.unwrap_or_else(|| Link { name: relation.name.clone(), family: None, href: None }))
    };
    Overload {
        name: &operator.name,
        kind: &operator.kind,
        place: &operator.place,
        parts: operator.parts.iter().map(section).collect(),
        relations: operator.relations.iter().map(relation).collect(),
    }
}

/// The front page, and the data of the search.
fn index(frame: &Frame, all: &[(String, Overloads)], findings: &Findings) -> [FilePlan; 2] {
    let numbered = all.iter().enumerate();
    let rows: Vec<Row> = numbered.map(|(at, (name, overloads))| row(name, overloads, findings.of(at).len())).collect();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        *numbers.entry(row.kind).or_default() += 1;
    }
    let kinds: Vec<Kind> = numbers.iter().map(|(&value, &number)| Kind { value, number }).collect();
    let families: Vec<&str> = numbers.keys().copied().collect();
    let entries = rows.iter().zip(all).map(|(row, (_, overloads))| search_entry(row, overloads, &families));
    let search = SearchData { operators: entries.collect(), families };
    let with_findings = rows.iter().filter(|row| row.findings > 0).count();
    let body = context! { rows => value(&rows), kinds => value(&kinds), findings => with_findings };
    [
        frame.page("index.html", "reference/described_index.html.j2", "index", body),
        frame.page("assets/search.js", "reference/search.js.j2", "search", value(&search)),
    ]
}

fn row<'a>(name: &'a str, overloads: &'a Overloads, findings: usize) -> Row<'a> {
    Row {
        name,
        href: path(name),
        kind: overloads.first().map_or("", |(_, operator)| operator.kind.as_str()),
        overloads: overloads.iter().filter(|_| overloads.len() > 1).map(|(_, one)| short(name, one)).collect(),
        findings,
    }
}

/// The part of an operator's name that its overloads do not have in common.
fn short<'a>(base: &str, operator: &'a Described) -> &'a str {
    let rest = operator.name.strip_prefix(base).and_then(|rest| rest.strip_prefix('.'));
    rest.unwrap_or(&operator.name)
}

fn search_entry<'a>(row: &'a Row, overloads: &Overloads, kinds: &[&str]) -> SearchEntry<'a> {
    let kind = kinds.iter().position(|kind| *kind == row.kind).unwrap_or_default();
    (row.name, &row.href, kind, "none", false, 0, row.findings, false, "", "", words(overloads), "", "")
}

/// All words by which the operators of a name may be asked for.
fn words(overloads: &Overloads) -> String {
    let names = overloads.iter().flat_map(|(_, one)| one.names.iter().chain([&one.name]));
    let words: BTreeSet<&str> = names.map(String::as_str).filter(|word| !word.contains(char::is_whitespace)).collect();
    words.into_iter().collect::<Vec<_>>().join(" ")
}
