//! The page of one operator.

use forms::cpp_api::{self, KernelKey, KeyField, Rule};
use forms::static_graph::program_form::has_entries;
use minijinja::context;
use registry::OpId;
use render::{FilePlan, value};
use serde::Serialize;
use source::Span;
use spec::Kernel;

use crate::place::{Says, source};
use crate::programs::operations;
use crate::{Book, Frame, Link, argument, chain, names};

/// How one of an operator's kernels, and one of its registrations, is chosen.
#[derive(Serialize)]
struct Choice {
    /// What decides the parts of the key; empty if the profile does not say how calls find it.
    key: Vec<KeyPart>,
    force_backend: Option<String>,
    /// The C++ function that chooses in static programs.
    in_programs: Option<String>,
    /// The inputs whose promoted type a complex kernel is chosen by.
    complex_promote: Vec<String>,
    /// There are several kernels, for different kinds of tensor.
    by_kind: bool,
}

/// A part of a kernel key.
#[derive(Serialize)]
struct KeyPart {
    part: KeyField,
    decided_by: DecidedBy,
}

/// What decides it.
#[derive(Serialize)]
#[serde(untagged)]
enum DecidedBy {
    Rule(Rule),
    Otherwise { kind: NoRule },
}

/// What decides a part for which there is no rule.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum NoRule {
    Inputs,
    Nothing,
}

/// The page of an operator, by its place in the order of definition.
pub fn plan(book: &Book, frame: &Frame, at: usize) -> FilePlan {
    let (id, shown) = (book.ids[at], &book.shown[at]);
    let compat = book.compat(at);
    let sources: Vec<_> = entries(book, at).map(|(says, name)| source(book.project, says, name)).collect();
    let neighbour = |at: Option<usize>| at.and_then(|at| book.ids.get(at)).map(|&id| book.link(id));
    let body = context! {
        about => book.op(at).home.family().about(),
        is_backward => book.op(at).is_backward(),
        arguments => value(&argument::of(book, at)),
        choice => value(&choice(book, at)),
        chain => value(&chain::of(book, at)),
        operations => value(&operations(shown)),
        compat => value(&compat.map(names::of)),
        namesakes => value(&links(book, namesakes(book, at))),
        callers => value(&links(book, book.callers.get(&id).into_iter().flatten().copied())),
        findings => value(&book.findings.of(id)),
        change => value(&book.changes.as_ref().and_then(|changes| changes.of(id))),
        sources => value(&sources),
        previous => value(&neighbour(at.checked_sub(1))),
        next => value(&neighbour(Some(at + 1))),
        op => value(shown),
    };
    frame.page(&book.paths[at], "reference/operator.html.j2", "page", body)
}

fn links(book: &Book, ids: impl Iterator<Item = OpId>) -> Vec<Link> {
    ids.map(|id| book.link(id)).collect()
}

/// The other operators of the same name, which are in other families.
fn namesakes(book: &Book, at: usize) -> impl Iterator<Item = OpId> {
    let all = book.by_name.get(book.op(at).stem()).into_iter().flatten().copied();
    all.filter(move |&id| id != book.ids[at])
}

/// The entries about an operator, each with the span of the operator's name.
pub fn entries(book: &Book, at: usize) -> impl Iterator<Item = (Says, Span)> {
    let registry = &book.project.registry;
    let (id, op) = (book.ids[at], book.op(at));
    let versions = registry.version(id).filter(|_| has_entries(op));
    let definition = std::iter::once((Says::Definition, op.name.span));
    let compat = book.compat(at).map(|compat| (Says::Compat, compat.op.name.span));
    let versions = versions.map(|version| (Says::Versions, version.op.span));
    let additions = registry.added_to(op).map(|addition| (Says::Addition, addition.op.span));
    definition.chain(compat).chain(versions).chain(additions)
}

fn choice(book: &Book, at: usize) -> Choice {
    let (op, compat) = (book.op(at), book.compat(at));
    let key = cpp_api::kernel_key(op, &book.project.recipe.profile);
    let force = |kernel: &Kernel| kernel.force_backend.as_ref().map(|backend| backend.value.clone());
    Choice {
        key: key.map_or(Vec::new(), key_parts),
        force_backend: op.kernel.as_ref().and_then(force),
        in_programs: compat.and_then(|compat| compat.kernel_type_function(op)).map(str::to_owned),
        complex_promote: compat
            .map_or(Vec::new(), |compat| compat.complex_promote.iter().map(|name| name.value.clone()).collect()),
        by_kind: op.kernel.as_ref().is_some_and(|kernel| kernel.functions.len() > 1),
    }
}

/// Every part of the key, whether or not there is a rule for it.
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
