//! Compares the kind of mapping in the title with the table of arguments.
//!
//! Kinds are ordered: if several apply to a document, the last one counts.

use source::{Diagnostic, Span, Spanned};

use super::Report;
use super::arguments::{is_everywhere, is_none, is_same, operand};
use crate::format::Kind;
use crate::{Api, Document, Row, rules};

/// Differences between the two APIs in a table: the first row of each kind.
struct Differences<'a> {
    /// The argument has two names.
    other_name: Option<&'a Row>,
    /// Only the mapped API has the argument.
    only_source: Option<&'a Row>,
    /// Only the target has the argument.
    only_target: Option<&'a Row>,
}

impl<'a> Differences<'a> {
    fn of(rows: &'a [Row], operand: Option<&str>) -> Self {
        let has_both = |row: &Row| !is_none(row.source.as_str()) && !is_none(row.target.as_str());
        Differences {
            other_name: rows.iter().find(|row| has_both(row) && !is_same(row.source.as_str(), row.target.as_str())),
            only_source: rows.iter().find(|row| is_none(row.target.as_str())),
            only_target: rows.iter().find(|row| {
                let is_operand = operand.is_some_and(|operand| is_same(operand, row.target.as_str()));
                is_none(row.source.as_str()) && !is_everywhere(row.target.as_str()) && !is_operand
            }),
        }
    }
}

pub(super) fn check(document: &Document, report: &mut Report) {
    let Some(kind) = &document.kind else { return };
    let differs = |message: &str, at: Option<Span>, why: &str, instead: Option<Kind>| {
        let message = format!("the kind is `{}`, but {message}", kind.value.name());
        let problem = Diagnostic::new(rules::KIND_DIFFERS, kind.span, message).maybe_label(at, why);
        problem.maybe_help(instead.map(|instead| format!("write `[ {} ]`, or correct the table", instead.name())))
    };
    if kind.value == Kind::NoArguments {
        return check_no_arguments(document, kind, &differs, report);
    }
    if let (Kind::Missing | Kind::Removable, Some(target)) = (kind.value, &document.target) {
        return report(differs("there is a target", Some(target.name.span), "this one", None));
    }
    let Some(table) = document.table.as_ref().filter(|table| table.is_sound) else { return };
    let Differences { other_name, only_source, only_target } =
        Differences::of(&table.rows, operand(document).map(|operand| operand.plain_name()));
    let span = |row: Option<&Row>| row.map(|row| row.source.span.to(row.target.span));
    let is_simple = matches!(kind.value, Kind::Same | Kind::OtherNames | Kind::TargetHasMore | Kind::OtherDefaults);
    if let (true, Some(_)) = (is_simple, only_source) {
        let instead = Some(Kind::SourceHasMore);
        return report(differs("only PyTorch has an argument", span(only_source), "this one", instead));
    }
    let may_have_target = matches!(kind.value, Kind::Same | Kind::OtherNames);
    if let (true, Some(_)) = (may_have_target, only_target) {
        let instead = Some(Kind::TargetHasMore);
        return report(differs("only Paddle has an argument", span(only_target), "this one", instead));
    }
    match kind.value {
        Kind::Same if other_name.is_some() => {
            report(differs("an argument has two names", span(other_name), "these", Some(Kind::OtherNames)));
        }
        Kind::OtherNames if other_name.is_none() => {
            report(differs("all names are the same", Some(table.header), "the table of arguments", Some(Kind::Same)));
        }
        Kind::TargetHasMore if only_target.is_none() && !has_any(&table.rows, |row| is_none(row.source.as_str())) => {
            report(differs("Paddle has no further argument", Some(table.header), "the table of arguments", None));
        }
        Kind::SourceHasMore if only_source.is_none() => {
            report(differs("PyTorch has no further argument", Some(table.header), "the table of arguments", None));
        }
        _ => {}
    }
}

fn has_any(rows: &[Row], is: impl Fn(&Row) -> bool) -> bool {
    rows.iter().any(is)
}

type Differs<'a> = &'a dyn Fn(&str, Option<Span>, &str, Option<Kind>) -> Diagnostic;

fn check_no_arguments(document: &Document, kind: &Spanned<Kind>, differs: Differs, report: &mut Report) {
    if let Some(row) = document.table.as_ref().and_then(|table| table.rows.first()) {
        return report(differs(
            "there is a table of arguments",
            Some(row.source.span.to(row.target.span)),
            "a row",
            None,
        ));
    }
    let operand = operand(document).map(|operand| operand.name.span);
    for api in [&document.source, &document.target].into_iter().flatten() {
        if let Some(span) = argument(api, operand) {
            let message = format!("`{}` has an argument", api.name.value);
            report(differs(&message, Some(span), "this one", None).help(format!(
                "map the arguments in a table and write another kind than `{}`, or correct the signature",
                kind.value.name()
            )));
        }
    }
}

/// The first argument that needs a row.
fn argument(api: &Api, operand: Option<Span>) -> Option<Span> {
    let arguments = api.arguments()?;
    let needs_row = |name: &str| !name.is_empty() && !is_everywhere(name);
    let arguments = arguments.into_iter().filter(|argument| Some(argument.name.span) != operand);
    let mut needed = arguments.filter(|argument| !argument.is_variadic() && needs_row(argument.plain_name()));
    needed.next().map(|argument| argument.name.span)
}
