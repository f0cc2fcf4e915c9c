//! Operators of different kinds that have the same name, such as dense and sparse ones. Entries of `op_compat` and additions name
//! only the operator, so one entry may describe both, and a rename of one must leave an entry to the other.

use std::collections::BTreeSet;

use forms::pir::form::{OperationForm, OperationForms};
use registry::OpId;
use source::{Edit, Span};
use spec::{Compat, Op, stem};

use crate::cursor;
use crate::mentions::Symbol;
use crate::state::Refusal;
use crate::view::View;

/// An operator that PIR would define differently after a rename.
#[derive(Clone, Copy)]
pub struct Changed {
    id: OpId,
    /// Whether only the inputs with gradients are different.
    only_gradients: bool,
}

/// The renamed operators, their namesakes and the operators whose gradients they are, with their operations in PIR before the rename.
pub struct Namesakes<'a> {
    view: &'a View,
    renames: &'a [(Symbol, String)],
    ops: BTreeSet<OpId>,
    renamed: BTreeSet<OpId>,
    operations: OperationForms,
}

impl<'a> Namesakes<'a> {
    pub fn of(view: &'a View, renames: &'a [(Symbol, String)]) -> Self {
        let is_old =
            |op: &str| renames.iter().any(|(symbol, _)| matches!(symbol, Symbol::Op { stem, .. } if stem == op));
        let refers = |op: &Op| op.backward.as_ref().is_some_and(|name| is_old(stem(&name.value)));
        let ops = view.registry().ops().filter(|(_, op)| is_old(op.stem()) || refers(op));
        let ops: BTreeSet<OpId> = ops.map(|(id, _)| id).collect();
        let renamed = renames.iter().flat_map(|(symbol, _)| view.ops_of(symbol)).collect();
        let operations = OperationForms::of_ops(view.registry(), view.profile(), |id| ops.contains(&id));
        Namesakes { view, renames, ops, renamed, operations }
    }

    /// The operators that PIR would define differently. A rename neither adds nor removes operators, so an operator keeps its id;
    /// a view with errors may lack operators, and is not compared.
    pub fn changed(&self, after: &View) -> Vec<Changed> {
        if self.ops.is_empty() || after.registry().ops().count() != self.view.registry().ops().count() {
            return Vec::new();
        }
        let operations = OperationForms::of_ops(after.registry(), after.profile(), |id| self.ops.contains(&id));
        let changed = |&id: &OpId| {
            let forms = || self.operations.of(id).zip(operations.of(id));
            let as_many = self.operations.of(id).count() == operations.of(id).count();
            let is_promoted_alike = forms().next().is_none() || promoted(self.view, id) == promoted(after, id);
            if as_many && is_promoted_alike && forms().all(|(was, is)| content(was) == content(is)) {
                return None;
            }
            let has_same_rest = |(was, is)| {
                let [was, is] = [was, is].map(without_gradients);
                content(&was) == content(&is)
            };
            Some(Changed { id, only_gradients: as_many && is_promoted_alike && forms().all(has_same_rest) })
        };
        self.ops.iter().filter_map(changed).collect()
    }

    /// The names of changed operators: those that keep them, and those that get new ones.
    fn names(&self, changed: &[Changed]) -> [BTreeSet<&'a str>; 2] {
        [false, true].map(|which| {
            let ids = changed.iter().map(|changed| changed.id).filter(|id| self.renamed.contains(id) == which);
            ids.map(|id| self.view.op(id).stem()).collect()
        })
    }

    /// Copies of additions: under the old name for operators that keep it, and under the new name for operators that get it.
    pub fn additions(&self, changed: &[Changed]) -> Vec<Edit> {
        let [keeping, getting] = self.names(changed);
        let additions = &self.view.registry().specs().additions;
        let copies = additions.iter().filter_map(|addition| {
            let old = stem(&addition.op.value);
            // Most additions are to other operators, and it takes time to find out what a name means.
            if !keeping.contains(old) && !getting.contains(old) {
                return None;
            }
            if self.is_edited(addition.op.span) {
                return keeping.contains(old).then(|| copied(self.view, addition.op.span, &[]));
            }
            let new = self.renames.iter().find_map(|(symbol, new)| match symbol {
                Symbol::Op { stem, .. } if stem == old && getting.contains(old) => Some(new),
                _ => None,
            })?;
            let span = Span { end: addition.op.span.start + old.len() as u32, ..addition.op.span };
            Some(copied(self.view, addition.op.span, &[Edit { span, text: new.clone() }]))
        });
        copies.collect()
    }

    /// Copies of entries of `op_compat` under the old name, without names in programs, which belong to the renamed operator.
    pub fn compat_entries(&self, changed: &[Changed]) -> Vec<Edit> {
        let [keeping, _] = self.names(changed);
        let entries = self.view.registry().specs().compat.iter().map(AsRef::as_ref);
        let described = |entry: &&Compat| entry.pairs().any(|pair| keeping.contains(stem(&pair.name.value)));
        let copies = entries.filter(described).map(|entry| {
            let gradients = entry.backward.iter().any(|pair| keeping.contains(stem(&pair.name.value)));
            let line = if gradients { None } else { line_of_gradients(self.view, entry) };
            let pairs = entry.pairs().filter(|pair| {
                line.is_none_or(|line| pair.name.span.end <= line.start || pair.name.span.start >= line.end)
            });
            let legacy = pairs.filter_map(|pair| Some((pair.name.span, pair.legacy.as_ref()?.span)));
            let removed = legacy.map(|(name, legacy)| {
                let close = self.view.text(legacy.file)[legacy.end as usize..].find(')').map_or(0, |at| at as u32 + 1);
                Span { start: name.end, end: legacy.end + close, ..name }
            });
            let mut removed: Vec<Span> = removed.chain(line).collect();
            removed.sort_unstable();
            let edits: Vec<Edit> = removed.into_iter().map(|span| Edit { span, text: String::new() }).collect();
            copied(self.view, entry.op.name.span, &edits)
        });
        copies.collect()
    }

    /// Refuses a rename after which PIR would define operators differently.
    ///
    /// # Errors
    /// The first such operator, preferably one that keeps its name.
    pub fn refuse(&self, changed: &[Changed]) -> Result<(), Refusal> {
        let keeps = |changed: &&Changed| !self.renamed.contains(&changed.id);
        let Some(changed) = changed.iter().find(keeps).or(changed.first()) else { return Ok(()) };
        let op = self.view.op(changed.id);
        let why = match (keeps(&changed), changed.only_gradients) {
            (true, true) => "the framework uses its gradient only if one of a dense operator has the same name",
            (true, false) => "other entries use its name",
            (false, _) => "the framework decides a part of it by the name",
        };
        let (family, name) = (op.home.family().name(), &op.name.value);
        Err(format!("PIR would no longer define the {family} operator `{name}` as it does now, because {why}"))
    }

    /// Whether the rename changes the name at a span.
    fn is_edited(&self, name: Span) -> bool {
        let mentions = self.view.mentions_around(name.file, name.start as usize);
        let mention = mentions.at(name.file, name.start as usize);
        mention.is_some_and(|mention| self.renames.iter().any(|(symbol, _)| symbol == mentions.symbol(mention)))
    }
}

/// An operation as it would be if no input had a gradient.
fn without_gradients(form: &OperationForm) -> OperationForm {
    let mut form = form.clone();
    form.operands.iter_mut().for_each(|operand| operand.has_gradient = false);
    form
}

/// The line of an entry that lists its gradients, if it contains nothing else.
fn line_of_gradients(view: &View, entry: &Compat) -> Option<Span> {
    let (first, last) = (entry.backward.first()?.name.span, entry.backward.last()?.name.span);
    let text = view.text(first.file);
    let start = text[..first.start as usize].rfind('\n')? + 1;
    let end = first.start as usize + text[first.start as usize..].find('\n')? + 1;
    let is_alone = text[start..end].trim_start().starts_with("backward") && last.end as usize <= end;
    is_alone.then(|| Span::new(first.file, start, end))
}

/// The inputs that become complex if another one is.
fn promoted(view: &View, id: OpId) -> Vec<&str> {
    let entry = view.registry().compat(id);
    entry.into_iter().flat_map(|entry| &entry.complex_promote).map(|name| name.as_str()).collect()
}

/// An operation without its own names.
fn content(form: &OperationForm) -> impl PartialEq + use<'_> {
    let OperationForm { operation, class: _, operands, attributes, described, results, interfaces, traits, vjp } = form;
    let dialect = operation.split('.').next();
    (dialect, operands, attributes, described, results, interfaces, traits, vjp.is_some())
}

/// An edit that inserts a copy of an entry before it. `edits` change the copy.
fn copied(view: &View, name: Span, edits: &[Edit]) -> Edit {
    let text = view.text(name.file);
    let range = cursor::entry(text, name.start as usize);
    let is_content = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let mut end = range.end;
    for line in text[range.clone()].split_inclusive('\n').rev() {
        if is_content(&line) {
            break;
        }
        end -= line.len();
    }
    let mut copy = text[range.start..end].trim_end().to_owned();
    for Edit { span, text } in edits.iter().rev() {
        copy.replace_range(span.start as usize - range.start..span.end as usize - range.start, text);
    }
    let has_blank_line = range.start == 0 || text[..range.start].ends_with("\n\n");
    copy += if has_blank_line { "\n\n" } else { "\n" };
    Edit { span: Span::new(name.file, range.start, range.start), text: copy }
}
