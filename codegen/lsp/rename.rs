//! Renaming an operator, or a part of one, wherever its name stands for it. What saved programs call it stays.

mod programs;

use std::collections::BTreeMap;

use lsp_types::{PrepareRenameResponse, WorkspaceEdit};
use registry::OpId;
use source::read::Unsaved;
use source::{Edit, FileId, Level, Rule};
use spec::{keywords, stem};

use crate::edits;
use crate::mentions::{Mention, Role, Symbol};
use crate::state::{Refusal, State};
use crate::view::{Place, View};

/// What gradients of an operator are usually called, in order.
const GRADIENTS: [&str; 3] = ["_grad", "_double_grad", "_triple_grad"];

/// The name at a place, if it can be renamed.
///
/// # Errors
/// Why it cannot.
pub fn prepare(place: Place) -> Result<PrepareRenameResponse, Refusal> {
    let (mention, _) = renamable(place)?;
    let placeholder = place.view.slice(mention.span).to_owned();
    Ok(PrepareRenameResponse::RangeWithPlaceholder { range: place.view.range(mention.span), placeholder })
}

fn renamable(place: Place<'_>) -> Result<(Mention, &Symbol), Refusal> {
    let mentions = place.view.mentions();
    let mention = mentions.at(place.file, place.offset);
    let mention = mention.ok_or("the name of an operator, input, attribute or output is needed here")?;
    let symbol = mentions.symbol(mention);
    let name = place.view.slice(mention.span);
    match symbol {
        _ if mention.role == Role::Saved => Err(format!("`{name}` is a name in saved programs, which must not change")),
        Symbol::Op { .. } | Symbol::Part { .. } if mentions.ops(symbol).is_empty() => {
            Err(format!("no file defines `{name}`"))
        }
        Symbol::Op { .. } | Symbol::Part { .. } => Ok((mention, symbol)),
        Symbol::InPrograms(_) => Err(format!("`{name}` is a name in saved programs, which must not change")),
        _ => Err(format!("only C++ code defines `{name}`, so it must be renamed there")),
    }
}

/// Renames what a place names.
///
/// # Errors
/// Why that would be wrong.
pub fn rename(state: &mut State, place: Place, new: &str) -> Result<WorkspaceEdit, Refusal> {
    let (_, symbol) = renamable(place)?;
    let view = place.view;
    let new = checked(view, symbol, new)?;
    let renames = match symbol {
        Symbol::Op { space, stem } => {
            refuse_taken(view, symbol, &new)?;
            with_gradients(view, space, stem, &new)
        }
        symbol => {
            refuse_taken_part(view, symbol, &new)?;
            vec![(symbol.clone(), new)]
        }
    };
    let mut edits: Vec<Edit> = Vec::new();
    for (symbol, new) in &renames {
        let mentions = view.mentions().of_symbol(symbol).filter(|mention| mention.role != Role::Saved);
        edits.extend(mentions.map(|mention| Edit { span: mention.span, text: new.clone() }));
    }
    edits.extend(programs::kept(view, &renames));
    edits.sort();
    edits.dedup();
    refuse_worse(state, view, &edits)?;
    let edit = edits::workspace_edit(view, &state.documents, state.client, &edits);
    edit.ok_or_else(|| "a name is in something that is no file".to_owned())
}

/// The new name, as far as it goes for all mentions.
fn checked(view: &View, symbol: &Symbol, new: &str) -> Result<String, Refusal> {
    let is_name = |name: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        name.chars().all(is_part) && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    };
    let ops = view.mentions().ops(symbol);
    let is_op = matches!(symbol, Symbol::Op { .. });
    let in_place = is_op && ops.iter().all(|&id| view.op(id).is_inplace_only());
    let name = if in_place { stem(new) } else { new };
    if !is_name(name) {
        return Err(format!("`{new}` is not a name: it needs letters, digits and `_`, and no digit in front"));
    }
    if is_op && name.ends_with('_') {
        return Err(format!("`{new}` ends with `_`, as only operators do that work in place"));
    }
    if keywords::is_cpp(name) || keywords::is_python(name) {
        return Err(format!("`{name}` is a keyword of C++ or Python"));
    }
    Ok(name.to_owned())
}

/// Refuses the name of another operator.
fn refuse_taken(view: &View, symbol: &Symbol, new: &str) -> Result<(), Refusal> {
    let Symbol::Op { space, stem: old } = symbol else { return Ok(()) };
    if old == new {
        return Ok(());
    }
    let registry = view.registry();
    let taken = Symbol::Op { space, stem: new.to_owned() };
    if !view.mentions().ops(&taken).is_empty() {
        return Err(format!("there is already an operator `{new}`"));
    }
    if registry.is_hand_written(new) {
        return Err(format!("there is already an operator `{new}`, which is written by hand"));
    }
    if view.mentions().of_symbol(&taken).next().is_some() {
        return Err(format!("other entries use the name `{new}`, though no file defines it"));
    }
    Ok(())
}

/// Refuses the name of another part of the operator, or of one of its gradients.
fn refuse_taken_part(view: &View, symbol: &Symbol, new: &str) -> Result<(), Refusal> {
    let Symbol::Part { space, stem, name } = symbol else { return Ok(()) };
    let taken = Symbol::Part { space, stem: stem.clone(), name: new.to_owned() };
    if name != new && view.mentions().of_symbol(&taken).next().is_some() {
        return Err(format!("`{stem}` already has a part that is called `{new}`"));
    }
    Ok(())
}

/// The operator, and the gradients that are named after it.
fn with_gradients(view: &View, space: &'static str, old: &str, new: &str) -> Vec<(Symbol, String)> {
    let of = |stem: String| Symbol::Op { space, stem };
    let mut renames = vec![(of(old.to_owned()), new.to_owned())];
    let ops = view.mentions().ops(&renames[0].0);
    for (depth, suffix) in GRADIENTS.iter().enumerate() {
        let usual = format!("{old}{suffix}");
        let is_its =
            |&id: &OpId| view.registry().grad_chain(id).get(depth + 1).is_some_and(|&id| view.op(id).stem() == usual);
        if ops.iter().any(is_its) {
            renames.push((of(usual), format!("{new}{suffix}")));
        }
    }
    renames
}

/// Refuses edits after which the project has errors that it does not have now. Many warnings guess what names of C++
/// functions mean, and may guess wrong.
fn refuse_worse(state: &State, view: &View, edits: &[Edit]) -> Result<(), Refusal> {
    let mut by_file: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
    edits.iter().for_each(|edit| by_file.entry(edit.span.file).or_default().push(edit.clone()));
    let mut texts = state.documents.texts();
    for (file, edits) in &by_file {
        let path = view.path(*file).ok_or("a name is in something that is no file")?;
        let apart = edits.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start);
        if !apart {
            return Err("two changes would overlap".to_owned());
        }
        texts.insert(path.to_owned(), edits::applied(view.text(*file), edits).into());
    }
    let imagined = state.trees.imagined(&view.root, Unsaved::new(texts));
    let (now, then) = (counts(view), counts(&imagined));
    let worse = then.iter().find(|(rule, count)| **count > now.get(rule).copied().unwrap_or(0));
    match worse {
        None => Ok(()),
        Some((rule, _)) => {
            let known: Vec<&str> = messages(view, *rule).collect();
            let message = messages(&imagined, *rule).find(|message| !known.contains(message)).unwrap_or(rule.title());
            Err(format!("afterwards, {message} ({})", rule.code()))
        }
    }
}

/// How often each rule is broken whose findings are errors.
fn counts(view: &View) -> BTreeMap<Rule, usize> {
    let mut counts = BTreeMap::new();
    for finding in view.findings().sorted().into_iter().filter(|finding| finding.level == Level::Error) {
        *counts.entry(finding.rule).or_default() += 1;
    }
    counts
}

fn messages(view: &View, rule: Rule) -> impl Iterator<Item = &str> {
    let findings = view.findings().sorted().into_iter();
    findings.filter(move |finding| finding.rule == rule).map(|finding| finding.message.as_str())
}
