//! Compares operations of PIR: which saved programs of PIR no longer load.
//!
//! A program names operations and attributes; operands and results it knows only by their places.

use super::change::{Change, Class, Kind};
use super::side::Side;
use forms::pir::ValueType;
use forms::pir::form::{AttributeForm, OperandForm, OperationForm, ResultForm};
use registry::OpId;

/// What happened to the operations that an operator defines.
pub fn compare(base: &Side, head: &Side, old_id: OpId, new_id: OpId) -> Option<Change> {
    let reasons = reasons(base, head, old_id);
    if reasons.is_empty() {
        return None;
    }
    let change = Change::new(Kind::Operation, "its operation in PIR changed").breaks(Class::Pir, reasons.join("; "));
    Some(change.base(base.registry.name_span(old_id)).head(head.registry.name_span(new_id)))
}

/// Says on `change` what becomes of programs that contain operations of a removed operator.
pub fn removed(base: &Side, head: &Side, old_id: OpId, change: Change) -> Change {
    let reasons = reasons(base, head, old_id);
    change.breaks_if(!reasons.is_empty(), Class::Pir, reasons.join("; "))
}

/// Why programs with the operator's operations no longer load. What is true of several operations is said once.
fn reasons(base: &Side, head: &Side, old_id: OpId) -> Vec<String> {
    let mut reasons = Vec::new();
    for old in base.operations.of(old_id) {
        let found = match head.operations.named(&old.operation) {
            Some(new) => differences(old, new),
            None if head.registry.is_hand_written(name(&old.operation)) => Vec::new(),
            None => vec![format!("programs contain `{}`", old.operation)],
        };
        for reason in found {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    reasons
}

/// The name of an operation without its dialect.
fn name(operation: &str) -> &str {
    operation.split_once('.').map_or(operation, |(_, name)| name)
}

fn differences(old: &OperationForm, new: &OperationForm) -> Vec<String> {
    let operands = values("operand", &old.operands, &new.operands);
    let results = values("result", &old.results, &new.results);
    operands.into_iter().chain(attributes(&old.attributes, &new.attributes)).chain(results).collect()
}

/// A value with a place in an operation.
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

/// Compares operands or results. One of another name in the same place is another name of the same value, if there are as many
/// of them as before.
fn values<T: Placed>(what: &str, old: &[T], new: &[T]) -> Vec<String> {
    let has = |list: &[T], name: &str| list.iter().any(|value| value.name() == name);
    if old.len() != new.len() {
        let gone = old.iter().filter(|was| !has(new, was.name()));
        let gone = gone.map(|was| format!("programs have the {what} `{}`", was.name()));
        let added = new.iter().filter(|is| !has(old, is.name()));
        let added = added.map(|is| format!("programs do not have the {what} `{}`", is.name()));
        return gone.chain(added).collect();
    }
    let places = old.iter().zip(new);
    let moved = places.clone().any(|(was, is)| was.name() != is.name() && has(new, was.name()));
    if moved {
        return vec![format!("programs have the {what}s in another order")];
    }
    let changed = places.filter_map(|(was, is)| {
        let name = is.name();
        if was.ty() != is.ty() {
            return Some(format!(
                "programs have the {what} `{name}` as {}, and it is now {}",
                kind(was.ty()),
                kind(is.ty())
            ));
        }
        (was.is_optional() && !is.is_optional()).then(|| format!("programs may lack the {what} `{name}`"))
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

/// Compares attributes. Programs may have one that the operation no longer has.
fn attributes(old: &[AttributeForm], new: &[AttributeForm]) -> Vec<String> {
    let changed = new.iter().filter_map(|is| {
        let name = &is.name;
        match old.iter().find(|was| was.name == *name) {
            None => Some(format!("programs do not have the attribute `{name}`")),
            Some(was) if !is_stored_alike(was, is) => {
                Some(format!("programs store `{name}` as `{}`, and it is now `{}`", was.ty, is.ty))
            }
            Some(_) => None,
        }
    });
    changed.collect()
}

/// Whether both are attributes of one class.
fn is_stored_alike(was: &AttributeForm, is: &AttributeForm) -> bool {
    use spec::Element::{Int, Int32};
    let same =
        was.ty.element == is.ty.element || matches!((was.ty.element, is.ty.element), (Int, Int32) | (Int32, Int));
    let scalars = was.ty.is_scalar() && is.ty.is_scalar();
    (same || scalars) && was.ty.list == is.ty.list
}
