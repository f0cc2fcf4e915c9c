//! The index of all operators: a list that needs no scripts, and the data that the search script loads.

use std::collections::BTreeSet;

use minijinja::context;
use render::{FilePlan, value};
use serde::Serialize;

use crate::book::Book;
use crate::site::Site;

/// Whether an operator has a gradient, is one, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gradient {
    None,
    Has,
    Is,
    IsAndHas,
}

impl Gradient {
    const ALL: [Gradient; 4] = [Gradient::Has, Gradient::None, Gradient::Is, Gradient::IsAndHas];

    pub fn of(book: &Book, at: usize) -> Self {
        let op = book.op(at);
        match (op.is_backward(), op.backward.is_some()) {
            (false, false) => Gradient::None,
            (false, true) => Gradient::Has,
            (true, false) => Gradient::Is,
            (true, true) => Gradient::IsAndHas,
        }
    }
}

/// A row of the index.
#[derive(Debug, Serialize)]
struct Row<'a> {
    name: &'a str,
    family: &'a str,
    href: &'a str,
    /// The names of the arguments.
    arguments: Vec<&'a str>,
    outputs: Vec<&'a str>,
    gradient: Gradient,
    inplace: bool,
    versions: usize,
    findings: usize,
    changed: bool,
}

/// The filters of the index, each with the number of operators that match.
#[derive(Debug, Serialize)]
struct Facets {
    families: Vec<Facet<String>>,
    gradients: Vec<Facet<Gradient>>,
    inplace: usize,
    versions: usize,
    findings: usize,
    changed: usize,
}

#[derive(Debug, Serialize)]
struct Facet<T> {
    value: T,
    number: usize,
}

/// The data of the search.
#[derive(Debug, Serialize)]
pub struct SearchData<'a> {
    families: Vec<&'a str>,
    /// In the order of the rows of the index.
    operators: Vec<Entry<'a>>,
}

/// An operator as an array in JavaScript. The last five strings are lists of words, separated by spaces, in which `~` stands for
/// the name of the operator.
#[derive(Debug, Serialize)]
struct Entry<'a>(&'a str, &'a str, usize, Gradient, bool, usize, usize, bool, String, String, String, String, String);

/// The operators in the order of the index: by name, then by family.
fn order(book: &Book) -> Vec<usize> {
    let mut order: Vec<usize> = (0..book.ids.len()).collect();
    order.sort_by_key(|&at| (&book.op(at).name.value, book.op(at).home.family().order()));
    order
}

fn row<'a>(site: &'a Site, at: usize) -> Row<'a> {
    let book = &site.book;
    let (id, op, shown) = (book.ids[at], book.op(at), &book.shown[at]);
    Row {
        name: &shown.name,
        family: shown.family,
        href: &book.paths[at],
        arguments: op.signature.arg_names().collect(),
        outputs: op.signature.output_names().collect(),
        gradient: Gradient::of(book, at),
        inplace: !op.inplace.is_empty(),
        versions: shown.versions.len(),
        findings: site.findings.of(at).len(),
        changed: site.changes.as_ref().is_some_and(|changes| changes.of(id).is_some()),
    }
}

/// The front page.
pub fn plan(site: &Site) -> FilePlan {
    let rows: Vec<Row> = order(&site.book).into_iter().map(|at| row(site, at)).collect();
    let number = |fits: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| fits(row)).count();
    let family = |value: &str| Facet { value: value.to_owned(), number: number(&|row| row.family == value) };
    let gradient = |value: Gradient| Facet { value, number: number(&|row| row.gradient == value) };
    let facets = Facets {
        families: families(&site.book).into_iter().map(family).collect(),
        gradients: Gradient::ALL.map(gradient).into_iter().filter(|facet| facet.number > 0).collect(),
        inplace: number(&|row| row.inplace),
        versions: number(&|row| row.versions > 0),
        findings: number(&|row| row.findings > 0),
        changed: number(&|row| row.changed),
    };
    let body = context! { rows => value(&rows), facets => value(&facets) };
    site.page("index.html", "reference/index.html.j2", "index", body)
}

/// The data of the search.
pub fn search<'a>(site: &'a Site) -> SearchData<'a> {
    let book = &site.book;
    let families = families(book);
    let entry = |at: usize| {
        let Row { name, family, href, gradient, inplace, versions, findings, changed, .. } = row(site, at);
        let family = families.iter().position(|known| *known == family).unwrap_or_default();
        let short = |words: Vec<&str>| shortened(&words, name);
        let kernels = kernels(book, at);
        let functions = functions(book, at, &kernels);
        let [legacy, operations, functions, kernels, args] =
            [legacy_names(book, at), operations(book, at), functions, kernels, arguments(book, at)].map(short);
        Entry(
            name, href, family, gradient, inplace, versions, findings, changed, legacy, operations, functions, kernels,
            args,
        )
    };
    SearchData { operators: order(book).into_iter().map(entry).collect(), families }
}

/// The families that have operators, in the order of the profile.
fn families<'a>(book: &'a Book) -> Vec<&'a str> {
    let mut families: Vec<_> = book.ids.iter().enumerate().map(|(at, _)| book.op(at).home.family()).collect();
    families.sort_by_key(|family| family.order());
    let mut names: Vec<&str> = families.into_iter().map(|family| family.name()).collect();
    names.dedup();
    names
}

/// The names of an operator in programs that differ from its own.
fn legacy_names<'a>(book: &'a Book, at: usize) -> Vec<&'a str> {
    let (op, shown) = (book.op(at), &book.shown[at]);
    let of_program = shown.program.iter().map(|form| form.op.as_str());
    let of_compat = book.compat(at).map(|compat| compat.op.in_programs());
    distinct(of_program.chain(of_compat).filter(|name| *name != op.name.value))
}

fn operations<'a>(book: &'a Book, at: usize) -> Vec<&'a str> {
    distinct(book.shown[at].operations.iter().map(|form| form.operation.as_str()))
}

fn kernels<'a>(book: &'a Book, at: usize) -> Vec<&'a str> {
    let (op, shown) = (book.op(at), &book.shown[at]);
    let kernels = op.kernel.iter().flat_map(|kernel| &kernel.functions).map(|function| function.name.as_str());
    distinct(kernels.chain(shown.kernels.iter().map(|kernel| kernel.name.as_str())))
}

/// All other functions and classes.
fn functions<'a>(book: &'a Book, at: usize, kernels: &[&str]) -> Vec<&'a str> {
    let shown = &book.shown[at];
    distinct(shown.names().filter(|name| *name != shown.name && !kernels.contains(name)))
}

fn arguments<'a>(book: &'a Book, at: usize) -> Vec<&'a str> {
    let (signature, shown) = (&book.op(at).signature, &book.shown[at]);
    let program = shown.program.iter();
    let in_programs = program.flat_map(|form| {
        let tensors = form.inputs.iter().chain(&form.outputs).map(|tensor| tensor.name.as_str());
        tensors.chain(form.attrs.iter().map(|attr| attr.name.as_str()))
    });
    let keywords = shown.keywords.values().flatten().map(String::as_str);
    distinct(signature.arg_names().chain(signature.output_names()).chain(in_programs).chain(keywords))
}

fn distinct<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut known = BTreeSet::new();
    words.filter(|word| known.insert(*word)).collect()
}

/// The words, separated by spaces, with `~` for the name of the operator.
fn shortened(words: &[&str], name: &str) -> String {
    words.join(" ").replace(name, "~")
}
