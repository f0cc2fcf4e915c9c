//! The page of one operator.

use forms::cpp_api::{self, KernelKey, KeyField, Rule};
use minijinja::context;
use reference::Link;
use registry::OpId;
use render::{FilePlan, value};
use serde::Serialize;
use show::Shown;
use show::registrations::Table;
use spec::Kernel;

use crate::book::Book;
use crate::place::source;
use crate::programs::operations;
use crate::site::Site;
use crate::{argument, chain, names};

/// How a call selects one of the operator's kernels and one of its registrations.
#[derive(Serialize)]
struct KernelChoice {
    /// Empty if the profile does not describe how calls find the kernel key.
    key: Vec<KeyPart>,
    force_backend: Option<String>,
    /// The C++ function that selects the kernel in static programs.
    in_programs: Option<String>,
    /// The inputs whose promoted type selects a complex kernel.
    complex_promote: Vec<String>,
    /// Whether there are several kernels for different kinds of tensor.
    by_kind: bool,
}

/// A part of a kernel key, and what decides it.
#[derive(Serialize)]
struct KeyPart {
    part: KeyField,
    decided_by: DecidedBy,
}

#[derive(Serialize)]
#[serde(untagged)]
enum DecidedBy {
    Rule(Rule),
    Otherwise { kind: NoRule },
}

/// What decides a part of the key that has no rule.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum NoRule {
    Inputs,
    Nothing,
}

/// The page of the operator at an index of the book.
pub fn plan(site: &Site, at: usize) -> FilePlan {
    let book = &site.book;
    let (id, shown) = (book.ids[at], &book.shown[at]);
    let compat = book.compat(at);
    let sources: Vec<_> = book.entries(at).map(|(kind, name)| source(book.project, kind, name)).collect();
    let neighbour = |at: Option<usize>| at.and_then(|at| book.ids.get(at)).map(|&id| book.link(id));
    let body = context! {
        about => book.op(at).home.family().about(),
        is_backward => book.op(at).is_backward(),
        arguments => value(&argument::of(book, at)),
        registrations => value(&registrations(shown)),
        choice => value(&kernel_choice(book, at)),
        chain => value(&chain::of(book, at)),
        operations => value(&operations(shown)),
        compat => value(&compat.map(names::of)),
        namesakes => value(&links(book, namesakes(book, at))),
        callers => value(&links(book, book.callers.get(&id).into_iter().flatten().copied())),
        findings => value(&site.findings.of(at)),
        change => value(&site.changes.as_ref().and_then(|changes| changes.of(id))),
        sources => value(&sources),
        previous => value(&neighbour(at.checked_sub(1))),
        next => value(&neighbour(Some(at + 1))),
        op => value(shown),
        own => value(&shown.own.as_ref().map(|own| &own.values)),
    };
    site.page(&book.paths[at], "reference/operator.html.j2", "page", body)
}

/// The table of each kernel.
fn registrations(shown: &Shown) -> Vec<Table> {
    shown.kernels.iter().map(|kernel| Table::of(&kernel.registered)).collect()
}

fn links(book: &Book, ids: impl Iterator<Item = OpId>) -> Vec<Link> {
    ids.map(|id| book.link(id)).collect()
}

/// The operators of the same name in other families.
fn namesakes(book: &Book, at: usize) -> impl Iterator<Item = OpId> {
    let all = book.by_name.get(book.op(at).stem()).into_iter().flatten().copied();
    all.filter(move |&id| id != book.ids[at])
}

fn kernel_choice(book: &Book, at: usize) -> KernelChoice {
    let (op, compat) = (book.op(at), book.compat(at));
    let key = cpp_api::kernel_key(op, &book.project.profile);
    let force = |kernel: &Kernel| kernel.force_backend.as_ref().map(|backend| backend.value.clone());
    KernelChoice {
        key: key.map_or(Vec::new(), key_parts),
        force_backend: op.kernel.as_ref().and_then(force),
        in_programs: compat.and_then(|compat| compat.kernel_type_function(op)).map(str::to_owned),
        complex_promote: compat
            .map_or(Vec::new(), |compat| compat.complex_promote.iter().map(|name| name.value.clone()).collect()),
        by_kind: op.kernel.as_ref().is_some_and(|kernel| kernel.functions.len() > 1),
    }
}

/// All parts of the key, including those without a rule.
fn key_parts(KernelKey { decided, has_sources }: KernelKey) -> Vec<KeyPart> {
    let default = || if has_sources { NoRule::Inputs } else { NoRule::Nothing };
    let mut parts = [KeyField::Backend, KeyField::Layout, KeyField::DataType]
        .map(|part| KeyPart { part, decided_by: DecidedBy::Otherwise { kind: default() } });
    for field in decided {
        if let Some(part) = parts.iter_mut().find(|part| part.part == field.field) {
            part.decided_by = DecidedBy::Rule(field.rule);
        }
    }
    parts.into()
}
