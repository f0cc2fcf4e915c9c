//! The overview page: plots of all operators by family, gradients, inplace functions, PIR and findings.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use minijinja::context;
use render::{FilePlan, value};
use serde::Serialize;
use spec::Op;

use crate::book::Book;
use crate::programs::without_namespace;
use crate::site::Site;
use reference::findings::Findings;

/// Horizontal bars, each made of segments.
#[derive(Debug, Serialize)]
struct Plot {
    /// The meaning of the segments, in their order.
    kinds: Vec<&'static str>,
    bars: Vec<Bar>,
}

#[derive(Debug, Serialize)]
struct Bar {
    label: String,
    /// An explanation of the label.
    about: Option<String>,
    href: Option<String>,
    total: usize,
    /// In percent. `None` if the plot compares totals.
    share: Option<usize>,
    segments: Vec<Segment>,
}

/// A part of a bar. Positions and widths are in percent of the whole width.
#[derive(Debug, Serialize)]
struct Segment {
    kind: &'static str,
    number: usize,
    x: String,
    width: String,
}

/// A bar before scaling. Its numbers are in the order of the plot's kinds.
struct BarNumbers {
    label: String,
    about: Option<String>,
    href: Option<String>,
    numbers: Vec<usize>,
}

/// What the length of a bar represents.
#[derive(Clone, Copy)]
enum Scale {
    /// Its total. The longest bar has the full width.
    Totals,
    /// Its first kinds as a share of its total. Every bar has the full width.
    Shares { kinds: usize },
    /// Its total as a share of a whole.
    ShareOf { whole: usize },
}

fn plot(kinds: &[&'static str], scale: Scale, rows: Vec<BarNumbers>) -> Plot {
    let longest = rows.iter().map(|row| row.numbers.iter().sum::<usize>()).max().unwrap_or(0);
    let bar = |BarNumbers { label, about, href, numbers }: BarNumbers| {
        let total: usize = numbers.iter().sum();
        let (width, share) = match scale {
            Scale::Totals => (longest, None),
            Scale::Shares { kinds } => (total, Some((numbers[..kinds].iter().sum(), total))),
            Scale::ShareOf { whole } => (whole, Some((total, whole))),
        };
        let percent = |number: usize| format!("{:.2}", number as f64 * 100.0 / width.max(1) as f64);
        let mut before = 0;
        let segment = |(&kind, &number): (&&'static str, &usize)| {
            let segment = Segment { kind, number, x: percent(before), width: percent(number) };
            before += number;
            (number > 0).then_some(segment)
        };
        let segments = kinds.iter().zip(&numbers).filter_map(segment).collect();
        let share = share.map(|(part, whole): (usize, usize)| part * 100 / whole.max(1));
        Bar { label, about, href, total, share, segments }
    };
    Plot { kinds: kinds.to_vec(), bars: rows.into_iter().map(bar).collect() }
}

/// The page with all plots.
pub fn plan(site: &Site) -> FilePlan {
    let book = &site.book;
    let body = context! {
        families => value(&by_family(book, &["forward", "gradient"], Scale::Totals, |op, _| {
            Some(usize::from(op.is_backward()))
        })),
        gradients => value(&gradients(book)),
        inplace => value(&by_family(book, &["inplace", "plain"], Scale::Shares { kinds: 1 }, |op, _| {
            Some(usize::from(op.inplace.is_empty()))
        })),
        computed => value(&computed(book)),
        interfaces => value(&operations(book, |form| &form.interfaces)),
        traits => value(&operations(book, |form| &form.traits)),
        findings => value(&findings(&site.findings)),
        numbers => value(&totals(book)),
    };
    site.page("overview.html", "reference/overview.html.j2", "plots", body)
}

/// The operators of each family by kind. Those for which `kind` returns `None` are not counted.
fn by_family(book: &Book, kinds: &[&'static str], scale: Scale, kind: impl Fn(&Op, usize) -> Option<usize>) -> Plot {
    let mut families = BTreeMap::new();
    for at in 0..book.ids.len() {
        let op = book.op(at);
        let family = op.home.family();
        let (_, numbers) = families.entry(family.order()).or_insert_with(|| (family, vec![0; kinds.len()]));
        if let Some(kind) = kind(op, at) {
            numbers[kind] += 1;
        }
    }
    let counted = families.into_values().filter(|(_, numbers)| numbers.iter().any(|number| *number > 0));
    let row = |(family, numbers): (spec::Family, Vec<usize>)| BarNumbers {
        label: family.name().to_owned(),
        about: Some(family.about().to_owned()),
        href: Some(format!("index.html#family={}", encoded(family.name()))),
        numbers,
    };
    plot(kinds, scale, counted.map(row).collect())
}

/// A value, percent-encoded for a link to the index.
fn encoded(value: &str) -> String {
    let letter =
        |byte: u8| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    value.bytes().map(letter).collect()
}

/// The forward operators of each family by how many times they can be differentiated.
fn gradients(book: &Book) -> Plot {
    let order = |op: &Op, at: usize| {
        let registry = &book.project.registry;
        let chain = registry.grad_chain(book.ids[at]);
        let last = chain[chain.len() - 1];
        // The last operator may name a gradient that only C++ defines.
        let is_outside = registry.op(last).backward.is_some() && registry.links(last).backward.is_none();
        let order = chain.len() - 1 + usize::from(is_outside);
        (!op.is_backward()).then_some(3 - order.min(3))
    };
    by_family(book, &["third", "second", "first", "none"], Scale::Shares { kinds: 3 }, order)
}

/// The operators of each family by how they are computed.
fn computed(book: &Book) -> Plot {
    by_family(book, &["kernel", "invoke", "composite", "nothing"], Scale::Totals, |op, _| {
        Some(match (&op.kernel, &op.invoke, &op.composite) {
            (_, Some(_), _) => 1,
            (Some(_), None, _) => 0,
            (None, None, Some(_)) => 2,
            (None, None, None) => 3,
        })
    })
}

/// The number of PIR operations that have each interface or trait, the most frequent first.
fn operations(book: &Book, names: fn(&forms::pir::form::OperationForm) -> &Vec<String>) -> Plot {
    let mut counts: IndexMap<&str, usize> = IndexMap::new();
    for name in book.shown.iter().flat_map(|shown| &shown.operations).flat_map(names) {
        *counts.entry(without_namespace(name)).or_default() += 1;
    }
    counts.sort_by(|name, number, other_name, other| other.cmp(number).then(name.cmp(other_name)));
    let row = |(name, number): (&str, usize)| BarNumbers {
        label: name.to_owned(),
        about: None,
        href: None,
        numbers: vec![number],
    };
    let whole = book.shown.iter().map(|shown| shown.operations.len()).sum();
    plot(&["operations"], Scale::ShareOf { whole }, counts.into_iter().map(row).collect())
}

fn findings(findings: &Findings) -> Plot {
    let kinds = ["error", "warning", "note"];
    let rows = findings.by_rule().into_iter().map(|count| BarNumbers {
        label: count.rule.code().to_owned(),
        about: Some(count.rule.title().to_owned()),
        href: Some(format!("findings.html#{}", count.rule.code())),
        numbers: kinds.iter().map(|kind| if *kind == count.level { count.number } else { 0 }).collect(),
    });
    plot(&kinds, Scale::Totals, rows.collect())
}

/// Totals over all operators.
#[derive(Serialize)]
struct Totals {
    gradients: usize,
    kernels: usize,
    operations: usize,
    versioned: usize,
}

fn totals(book: &Book) -> Totals {
    let ops = || (0..book.ids.len()).map(|at| book.op(at));
    let functions = || ops().flat_map(|op| &op.kernel).flat_map(|kernel| &kernel.functions);
    let kernels: std::collections::BTreeSet<&str> = functions().map(|function| function.name.as_str()).collect();
    Totals {
        gradients: ops().filter(|op| op.is_backward()).count(),
        kernels: kernels.len(),
        operations: book.shown.iter().map(|shown| shown.operations.len()).sum(),
        versioned: book.shown.iter().filter(|shown| !shown.versions.is_empty()).count(),
    }
}
