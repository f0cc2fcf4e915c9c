//! Compares PIR operations: finds out which saved PIR programs no longer load.
//!
//! A program refers to operations and attributes by name, but to operands and results only by position.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;

use super::change::{Change, Class, Kind};
use super::gradient::ForwardParts;
use super::side::{Compared, Side};
use forms::pir::ValueType;
use forms::pir::form::{AttributeForm, OperandForm, OperationForm, ResultForm};
use registry::OpId;

/// Compares the operations that an operator defines.
pub fn compare(op: &Compared) -> Option<Change> {
    let (base, head) = (op.base, op.head);
    let parts = ForwardParts::new(op.old, op.new);
    let reasons = reasons(base, head, op.old_id, parts.as_ref());
    if reasons.is_empty() {
        return None;
    }
    let change = Change::new(Kind::Operation, "its operation in PIR changed").breaks(Class::Pir, reasons);
    Some(change.base(base.registry.name_span(op.old_id)).head(head.registry.name_span(op.new_id)))
}

/// Adds to `change` how the removal of an operator affects programs that contain its operations.
pub fn removed(base: &Side, head: &Side, old_id: OpId, change: Change) -> Change {
    let reasons = reasons(base, head, old_id, None);
    change.breaks_if(!reasons.is_empty(), Class::Pir, reasons)
}

/// Why programs with the operator's operations no longer load. A reason that several operations share is listed once.
fn reasons(base: &Side, head: &Side, old_id: OpId, parts: Option<&ForwardParts>) -> Vec<String> {
    let mut reasons = IndexSet::new();
    for old in base.operations.of(old_id) {
        let found = match head.operations.named(&old.operation) {
            Some(new) => differences(old, new, parts),
            None if is_hand_written(head, &old.operation) => Vec::new(),
            None => vec![format!("programs contain `{}`", old.operation)],
        };
        reasons.extend(found);
    }
    reasons.into_iter().collect()
}

/// Whether an operation's class is written by hand, so that it needs no entry.
fn is_hand_written(side: &Side, operation: &str) -> bool {
    let (dialect, name) = operation.split_once('.').unwrap_or(("", operation));
    let dialect = side.registry.profile().pir.as_ref().and_then(|pir| pir.dialects.get(dialect));
    let mut in_project = side.registry.hand_written_in_project().iter();
    dialect.is_some_and(|dialect| dialect.is_hand_written(name)) || in_project.any(|by_hand| by_hand.value == name)
}

fn differences(old: &OperationForm, new: &OperationForm, parts: Option<&ForwardParts>) -> Vec<String> {
    let operands = values("operand", &old.operands, &new.operands, parts);
    let results = values("result", &old.results, &new.results, parts);
    operands.into_iter().chain(attributes(&old.attributes, &new.attributes)).chain(results).collect()
}

/// An operand or a result.
trait Placed {
    fn name(&self) -> &str;
    fn ty(&self) -> ValueType;
    fn is_optional(&self) -> bool;
}

impl Placed for OperandForm {
    fn name(&self) -> &str {
        &self.name
    }
    fn ty(&self) -> ValueType {
        self.ty
    }
    fn is_optional(&self) -> bool {
        self.optional
    }
}

impl Placed for ResultForm {
    fn name(&self) -> &str {
        &self.name
    }
    fn ty(&self) -> ValueType {
        self.ty
    }
    fn is_optional(&self) -> bool {
        self.optional
    }
}

/// Compares operands or results. If their number is unchanged, a new name at the same position counts as a rename, unless it stands
/// for another part of a gradient's forward operator.
fn values<T: Placed>(what: &str, old: &[T], new: &[T], parts: Option<&ForwardParts>) -> Vec<String> {
    let [in_old, in_new] = [old, new].map(|list| list.iter().map(T::name).collect::<BTreeSet<_>>());
    if old.len() != new.len() {
        let removed = old.iter().filter(|before| !in_new.contains(before.name()));
        let removed = removed.map(|before| format!("programs have the {what} `{}`", before.name()));
        let added = new.iter().filter(|after| !in_old.contains(after.name()));
        let added = added.map(|after| format!("programs do not have the {what} `{}`", after.name()));
        return removed.chain(added).collect();
    }
    let places = old.iter().zip(new);
    let moved = places.clone().any(|(before, after)| before.name() != after.name() && in_new.contains(before.name()));
    if moved {
        return vec![format!("programs have the {what}s in a different order")];
    }
    let changed = places.filter_map(|(before, after)| {
        let name = after.name();
        if parts.is_some_and(|parts| before.name() != name && !parts.may_be_same(before.name(), name)) {
            return Some(format!("programs have the {what} `{}` in place of `{name}`", before.name()));
        }
        if before.ty() != after.ty() {
            return Some(format!(
                "programs have the {what} `{name}` as {}, and it is now {}",
                kind(before.ty()),
                kind(after.ty())
            ));
        }
        (before.is_optional() && !after.is_optional()).then(|| format!("programs may lack the {what} `{name}`"))
    });
    changed.collect()
}

fn kind(ty: ValueType) -> &'static str {
    match ty {
        ValueType::Dense => "a dense tensor",
        ValueType::List => "a list of tensors",
        ValueType::SelectedRows => "selected rows",
        ValueType::SparseCoo => "a COO tensor",
        ValueType::SparseCsr => "a CSR tensor",
    }
}

/// Compares attributes. Programs still load if the operation lost one of theirs.
fn attributes(old: &[AttributeForm], new: &[AttributeForm]) -> Vec<String> {
    // Of several with the same name, the first counts.
    let old: BTreeMap<&str, &AttributeForm> = old.iter().rev().map(|before| (before.name.as_str(), before)).collect();
    let changed = new.iter().filter_map(|after| {
        let name = &after.name;
        match old.get(name.as_str()).copied() {
            None => Some(format!("programs do not have the attribute `{name}`")),
            Some(before) if !has_same_class(before, after) => {
                Some(format!("programs store `{name}` as `{}`, and it is now `{}`", before.ty, after.ty))
            }
            Some(_) => None,
        }
    });
    changed.collect()
}

/// Whether programs store both as the same attribute class.
fn has_same_class(before: &AttributeForm, after: &AttributeForm) -> bool {
    use spec::Element::{Int, Int32};
    let same = before.ty.element == after.ty.element
        || matches!((before.ty.element, after.ty.element), (Int, Int32) | (Int32, Int));
    let scalars = before.ty.is_scalar() && after.ty.is_scalar();
    (same || scalars) && before.ty.list == after.ty.list
}
