//! The project after a rename, and the reasons to refuse it.

use std::collections::BTreeMap;

use forms::static_graph::program_form::{InPrograms, ProgramForm};
use parallel::DroppedLater;
use project::config;
use source::read::Unsaved;
use source::{Edit, Level, Rule};

use super::programs::{self, LazyForms};
use crate::edits;
use crate::mentions::Symbol;
use crate::state::{Refusal, State};
use crate::view::View;

/// A view of the project after edits, which are in order.
///
/// # Errors
/// The edits overlap, or one of them is not in a file.
pub fn view_after(
    state: &State,
    view: &View,
    edits: &[Edit],
    settings: Option<&str>,
) -> Result<DroppedLater<View>, Refusal> {
    let mut texts = state.documents.texts();
    texts.extend(settings.map(|text| (view.root.join(config::NAME), text.into())));
    texts.extend(edits::texts_after(view, edits)?);
    Ok(DroppedLater::new(state.projects.with_texts(&view.root, Unsaved::new(texts))))
}

/// Refuses a rename after which programs would contain other names, as far as opgen generates their op makers. It neither adds nor
/// removes operators, so an operator keeps its id.
///
/// # Errors
/// The name that would change.
pub fn refuse_changed_programs(
    view: &View,
    before: &LazyForms,
    renamed: &View,
    renames: &[(Symbol, String)],
) -> Result<(), Refusal> {
    if view.registry().ops().count() != renamed.registry().ops().count() {
        return Ok(());
    }
    let of_symbols = renames.iter().flat_map(|(symbol, _)| view.ops_of(symbol));
    let chains = of_symbols.flat_map(|id| view.registry().grad_chain(view.registry().grad_root(id)));
    let after = programs::forms(renamed);
    for id in chains {
        let InPrograms::Known(form) = before.form(id) else { continue };
        let Some(name) = lost(&form, after.form(id).form()) else { continue };
        let op = &view.op(id).name.value;
        return Err(format!("saved programs contain `{name}` of `{op}`, and `op_compat` cannot keep that name"));
    }
    Ok(())
}

/// A name of a form that another one lacks.
fn lost<'a>(form: &'a ProgramForm, other: Option<&ProgramForm>) -> Option<&'a str> {
    let Some(other) = other.filter(|other| other.op == form.op) else { return Some(&form.op) };
    let tensors = form.inputs.iter().zip(&other.inputs).chain(form.outputs.iter().zip(&other.outputs));
    let tensors = tensors.map(|(was, is)| (&was.name, &is.name));
    let mut names = tensors.chain(form.attrs.iter().zip(&other.attrs).map(|(was, is)| (&was.name, &is.name)));
    names.find(|(was, is)| was != is).map(|(was, _)| was.as_str())
}

/// Refuses a rename that causes new errors. Warnings do not count, because many of them guess the meaning of C++ functions from
/// their names; so rules that are warnings are not even checked, although a project may make errors of them.
pub fn refuse_new_errors(view: &View, renamed: &View) -> Result<(), Refusal> {
    let then = errors_by_rule(renamed);
    if then.is_empty() {
        // The project as it is need not be checked.
        return Ok(());
    }
    let now = errors_by_rule(view);
    let worse = then.iter().find(|(rule, count)| **count > now.get(rule).copied().unwrap_or(0));
    match worse {
        None => Ok(()),
        Some((rule, _)) => {
            let known: Vec<&str> = messages(view, *rule).collect();
            let message = messages(renamed, *rule).find(|message| !known.contains(message)).unwrap_or(rule.title());
            Err(format!("afterwards, {message} ({})", rule.code()))
        }
    }
}

/// The number of errors of each rule.
fn errors_by_rule(view: &View) -> BTreeMap<Rule, usize> {
    let mut counts = BTreeMap::new();
    for finding in view.errors().sorted().into_iter().filter(|finding| finding.level == Level::Error) {
        *counts.entry(finding.rule).or_default() += 1;
    }
    counts
}

fn messages(view: &View, rule: Rule) -> impl Iterator<Item = &str> {
    let findings = view.errors().sorted().into_iter();
    findings.filter(move |finding| finding.rule == rule).map(|finding| finding.message.as_str())
}
