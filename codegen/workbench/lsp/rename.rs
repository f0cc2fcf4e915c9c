//! Renames an operator or a part of one, everywhere. Its name in saved programs stays.

mod namesakes;
mod outcome;
mod profile_lists;
mod programs;

use forms::static_graph::program_form::ProgramForm;
use lsp_types::{PrepareRenameResponse, WorkspaceEdit};
use project::config;
use registry::OpId;
use source::Edit;
use source::keywords;
use spec::stem;

use crate::edits;
use crate::mentions::{Mention, NAMED_IN_PROGRAMS, Role, Symbol};
use crate::state::{Refusal, State};
use crate::uri;
use crate::view::{FileOffset, View};
use namesakes::Namesakes;
use programs::LazyForms;

/// The usual suffixes of an operator's gradients, in order.
const GRADIENTS: [&str; 3] = ["_grad", "_double_grad", "_triple_grad"];

/// The end of every gradient's name.
const GRADIENT: &str = "_grad";

/// The name at an offset, if it can be renamed.
///
/// # Errors
/// The reason why it cannot be renamed.
pub fn prepare(place: FileOffset) -> Result<PrepareRenameResponse, Refusal> {
    let (mention, _) = renamable(place)?;
    let placeholder = place.view.slice(mention.span).to_owned();
    Ok(PrepareRenameResponse::RangeWithPlaceholder { range: place.view.range(mention.span), placeholder })
}

fn renamable(place: FileOffset<'_>) -> Result<(Mention, Symbol), Refusal> {
    let mentions = place.view.mentions_around(place.file, place.offset);
    let mention = mentions.at(place.file, place.offset);
    let mention = mention.ok_or("the name of an operator, input, attribute or output is needed here")?;
    let symbol = mentions.symbol(mention);
    let name = place.view.slice(mention.span);
    match symbol {
        _ if mention.role == Role::NameInPrograms => {
            Err(format!("`{name}` is a name in saved programs, which must not change"))
        }
        Symbol::Op { .. } | Symbol::Part { .. } if place.view.ops_of(symbol).is_empty() => {
            Err(format!("no file defines `{name}`"))
        }
        Symbol::Op { .. } | Symbol::Part { .. } => Ok((mention, symbol.clone())),
        Symbol::InPrograms(_) => Err(format!("`{name}` is a name in saved programs, which must not change")),
        _ => Err(format!("only C++ code defines `{name}`, so it must be renamed there")),
    }
}

/// Renames the operator or part at an offset.
///
/// # Errors
/// The reason why the new name would be wrong.
pub fn rename(state: &mut State, place: FileOffset, new: &str) -> Result<WorkspaceEdit, Refusal> {
    let (mention, symbol) = renamable(place)?;
    let view = place.view;
    let new = checked(view, mention, &symbol, new)?;
    let forms = programs::forms(view);
    let renames = match &symbol {
        Symbol::Op { space, stem } => {
            refuse_taken(view, &symbol, &new)?;
            refuse_lost(view, &forms, &symbol)?;
            refuse_renamed_parts(view, &forms, &symbol)?;
            with_gradients(view, &forms, (space, stem), &new)
        }
        _ => {
            refuse_taken_part(view, &symbol, &new)?;
            refuse_lost(view, &forms, &symbol)?;
            vec![(symbol, new)]
        }
    };
    // A gradient whose name decides what is generated keeps it.
    let all = edit_of(state, view, &forms, &renames);
    let fewer = (1..renames.len()).rev();
    all.or_else(|refusal| fewer.flat_map(|count| edit_of(state, view, &forms, &renames[..count])).next().ok_or(refusal))
}

/// The edit that renames operators or a part, if it changes nothing else.
fn edit_of(
    state: &State,
    view: &View,
    forms: &LazyForms,
    renames: &[(Symbol, String)],
) -> Result<WorkspaceEdit, Refusal> {
    renames.iter().try_for_each(|(symbol, _)| refuse_needed(view, symbol))?;
    let lists = profile_lists::changes(view, renames)?;
    let mut edits = edits_of_names(view, forms, renames);
    edits.extend(lists.edits);
    let after = |edits: &mut Vec<Edit>| {
        edits.sort();
        edits.dedup();
        outcome::view_after(state, view, edits, lists.new_file.as_deref())
    };
    let (renamed, namesakes) = parallel::join(|| after(&mut edits), || Namesakes::of(view, renames));
    let mut renamed = renamed?;
    // Most renames need no copies, so the check need not wait.
    let (mut changed, _) = parallel::join(|| namesakes.changed(&renamed), || renamed.errors());
    for copies in [Namesakes::additions, Namesakes::compat_entries] {
        let copies = copies(&namesakes, &changed);
        if !copies.is_empty() {
            edits.extend(copies);
            renamed = after(&mut edits)?;
            changed = namesakes.changed(&renamed);
        }
    }
    outcome::refuse_new_errors(view, &renamed)?;
    outcome::refuse_changed_programs(view, forms, &renamed, renames)?;
    namesakes.refuse(&changed)?;
    let edit = edits::workspace_edit(view, &state.documents, state.client, &edits);
    let edit = edit.ok_or("a name is in something that is not a file")?;
    let Some(text) = lists.new_file else { return Ok(edit) };
    let settings = uri::of_path(&view.root.join(config::NAME)).ok_or("the project's folder has no address")?;
    Ok(edits::joined(edits::new_file(state.client, settings, text), edit))
}

/// The new names at all mentions, and the entries that keep the old ones in programs.
fn edits_of_names(view: &View, forms: &LazyForms, renames: &[(Symbol, String)]) -> Vec<Edit> {
    let mut edits = programs::edits_that_keep_names(view, forms, renames);
    for (symbol, new) in renames {
        let mentions = view.mentions_of(symbol).into_iter().filter(|mention| mention.role != Role::NameInPrograms);
        edits.extend(mentions.map(|mention| Edit { span: mention.span, text: new.clone() }));
    }
    edits
}

/// The new name without the underscore of inplace operators, after checking that it is a valid name.
fn checked(view: &View, mention: Mention, symbol: &Symbol, new: &str) -> Result<String, Refusal> {
    let is_name = |name: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        name.chars().all(is_part) && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    };
    let ops = view.ops_of(symbol);
    let is_op = matches!(symbol, Symbol::Op { .. });
    let is_written_so = view.slice(mention.name).ends_with('_');
    let in_place = is_op && (is_written_so || ops.iter().all(|&id| view.op(id).is_inplace_only()));
    let name = if in_place { stem(new) } else { new };
    if !is_name(name) {
        return Err(format!("`{new}` is not a valid name: use letters, digits and `_`, and do not begin with a digit"));
    }
    if is_op && name.ends_with('_') {
        return Err(format!("`{new}` ends with `_`, which only inplace operators do"));
    }
    let is_gradient = |name: &str| name.ends_with(GRADIENT);
    if is_op && view.profile().owner.names_gradients && is_gradient(name) != is_gradient(stem_of(symbol)) {
        return Err(format!("the framework recognises gradients by `{GRADIENT}` at the end of the name"));
    }
    if keywords::is_cpp(name) || keywords::is_python(name) {
        return Err(format!("`{name}` is a C++ or Python keyword"));
    }
    Ok(name.to_owned())
}

fn stem_of(symbol: &Symbol) -> &str {
    match symbol {
        Symbol::Op { stem, .. } => stem,
        _ => "",
    }
}

/// Refuses a name that another operator has.
fn refuse_taken(view: &View, symbol: &Symbol, new: &str) -> Result<(), Refusal> {
    let Symbol::Op { space, stem: old } = symbol else { return Ok(()) };
    if old == new {
        return Ok(());
    }
    let registry = view.registry();
    let taken = Symbol::Op { space, stem: new.to_owned() };
    if !view.ops_of(&taken).is_empty() {
        return Err(format!("there is already an operator `{new}`"));
    }
    if registry.is_hand_written(new) {
        return Err(format!("there is already a hand-written operator `{new}`"));
    }
    if !view.mentions_of(&taken).is_empty() {
        return Err(format!("other entries use the name `{new}`, although no file defines it"));
    }
    Ok(())
}

/// Refuses to rename what saved programs contain if no file can say that they have the old name. `op_compat` describes neither
/// sparse operators nor those over strings.
fn refuse_lost(view: &View, forms: &LazyForms, symbol: &Symbol) -> Result<(), Refusal> {
    let (Symbol::Op { space, .. } | Symbol::Part { space, .. }) = symbol else { return Ok(()) };
    if *space == NAMED_IN_PROGRAMS {
        return Ok(());
    }
    let has_it = |form: &ProgramForm| match symbol {
        Symbol::Part { name, .. } => {
            let tensors = form.inputs.iter().chain(&form.outputs).map(|tensor| &tensor.of);
            tensors.chain(form.attrs.iter().map(|attr| &attr.of)).any(|of| of == name)
        }
        _ => true,
    };
    let ops = view.ops_of(symbol).into_iter();
    match ops.filter_map(|id| forms.form(id).form().cloned()).find(has_it) {
        Some(form) => Err(format!(
            "saved programs contain `{}`, and `op_compat` cannot keep a name of operators of this kind",
            form.op
        )),
        None => Ok(()),
    }
}

/// Refuses to rename an operator that generated code uses by its name.
fn refuse_needed(view: &View, symbol: &Symbol) -> Result<(), Refusal> {
    let Symbol::Op { space, stem: name } = symbol else { return Ok(()) };
    let needed = &view.profile().needed_operators;
    if let Some((target, _)) = needed.iter().find(|(_, names)| names.contains(name)) {
        let with_inplace = view.ops_of(symbol).iter().any(|&id| view.op(id).is_inplace_only());
        let together = if with_inplace { format!(", which is renamed together with `{name}_`") } else { String::new() };
        return Err(format!("the outputs of the target `{target}` need an operator `{name}`{together}"));
    }
    let listed = |list: &str| view.registry().specs().list(list).iter().map(|name| name.as_str()).collect();
    let named = view.profile().named_operators(listed);
    match named.iter().find(|(_, named)| *space == NAMED_IN_PROGRAMS && named == name) {
        Some((section, _)) => {
            Err(format!("`{section}` of the profile refers to `{name}`, and a rename cannot change that"))
        }
        None => Ok(()),
    }
}

/// Refuses to rename a gradient if its parts would get other names in programs.
fn refuse_renamed_parts(view: &View, forms: &LazyForms, symbol: &Symbol) -> Result<(), Refusal> {
    if !matches!(symbol, Symbol::Op { space: NAMED_IN_PROGRAMS, .. }) {
        return Ok(());
    }
    let mut ops = view.ops_of(symbol).into_iter();
    match ops.find_map(|id| Some((id, programs::part_renamed_by_entry(view, forms, id)?))) {
        Some((id, part)) => Err(format!(
            "`op_compat` can only keep the old name of `{}` if it also gives `{part}` another name in saved programs",
            view.op(id).name.value
        )),
        None => Ok(()),
    }
}

/// Refuses a name that another part of the operator, or of one of its gradients, has.
fn refuse_taken_part(view: &View, symbol: &Symbol, new: &str) -> Result<(), Refusal> {
    let Symbol::Part { space, stem, name } = symbol else { return Ok(()) };
    let taken = Symbol::Part { space, stem: stem.clone(), name: new.to_owned() };
    if name != new && !view.mentions_of(&taken).is_empty() {
        return Err(format!("`{stem}` already has a part `{new}`"));
    }
    Ok(())
}

/// The operator and the gradients that are named after it, with their new names.
fn with_gradients(
    view: &View,
    forms: &LazyForms,
    (space, old): (&'static str, &str),
    new: &str,
) -> Vec<(Symbol, String)> {
    let of = |stem: String| Symbol::Op { space, stem };
    let mut renames = vec![(of(old.to_owned()), new.to_owned())];
    let ops = view.ops_of(&renames[0].0);
    for (depth, suffix) in GRADIENTS.iter().enumerate() {
        let usual = format!("{old}{suffix}");
        let is_its =
            |&id: &OpId| view.registry().grad_chain(id).get(depth + 1).is_some_and(|&id| view.op(id).stem() == usual);
        let gradient = of(usual.clone());
        if ops.iter().any(is_its) && refuse_renamed_parts(view, forms, &gradient).is_ok() {
            renames.push((gradient, format!("{new}{suffix}")));
        }
    }
    renames
}
