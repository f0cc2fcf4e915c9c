//! Compares the functions that add an operator to a program if another operator of the head has them now, or none.
//!
//! A name may have one definition for the dynamic graph and another one for PIR. If such definitions are joined or divided, these
//! functions move from one operator to another.

use std::collections::BTreeMap;

use registry::OpId;

use super::args::{self, Callers, Matched};
use super::change::{Change, Class, Kind};
use super::outputs;
use super::side::{Compared, Side};

/// Why callers no longer compile.
pub const GONE: &str = "its callers no longer compile";

/// Adds to `change` whom the removal of an operator's functions breaks.
pub fn removed(base: &Side, head: &Side, id: OpId, change: Change) -> Change {
    let callable = base.callable(id);
    if base.has_users_of(base.registry.op(id)) {
        return change.breaks(Class::Api, "its callers no longer run");
    }
    let change = change.breaks_if(callable.dygraph, Class::Api, GONE);
    match base.callers.successor(id, &head.callers) {
        Some(new_id) => {
            let new = head.registry.op(new_id);
            let change = change.note(format!("`{}` of `{}` now has its functions", new.name.value, new.home.key()));
            let gone = base.callers.gone(id, &head.callers);
            let gone: Vec<_> = gone.iter().map(|name| format!("the function `{name}` is gone")).collect();
            let change = change.breaks_if(!gone.is_empty(), Class::Api, gone);
            differences(base, head, (id, new_id))
                .into_iter()
                .fold(change, |change, (class, why)| change.breaks(class, why))
        }
        None => change.breaks_if(callable.any(), Class::Api, GONE),
    }
}

/// Reports that the operator of the head no longer has the functions.
pub fn moved(op: &Compared) -> Option<Change> {
    let had_functions = op.base.callable(op.old_id).programs;
    if !had_functions || op.head.callable(op.new_id).programs {
        return None;
    }
    let change =
        |message: String| Change::new(Kind::ProgramFunctions, message).base(op.old.name.span).head(op.new.name.span);
    let Some(new_id) = op.base.callers.successor(op.old_id, &op.head.callers) else {
        let message = "it no longer has functions that add it to programs".to_owned();
        return Some(change(message).breaks(Class::Api, GONE));
    };
    let new = op.head.registry.op(new_id);
    let message = format!("`{}` of `{}` now adds it to programs", new.name.value, new.home.key());
    let differences = differences(op.base, op.head, (op.old_id, new_id));
    Some(differences.into_iter().fold(change(message), |change, (class, why)| change.breaks(class, why)))
}

/// What breaks callers of the functions, by class.
fn differences(base: &Side, head: &Side, (old_id, new_id): (OpId, OpId)) -> BTreeMap<Class, Vec<String>> {
    let (old, new) = (base.registry.op(old_id), head.registry.op(new_id));
    let matched = Matched::new(old, new);
    let callable = base.callable(old_id);
    let callers = Callers {
        exist: true,
        in_python: callable.python,
        pass_everything: true,
        pass_defaults_last: head.users.is_some(),
        profile: head.registry.profile(),
    };
    let outputs = outputs::compare(&outputs::align(old, new), &matched, true);
    let mut reasons = BTreeMap::<Class, Vec<String>>::new();
    for part in args::compare(&matched, callers).into_iter().chain(outputs) {
        for class in part.change.breaks.keys() {
            reasons.entry(*class).or_default().push(part.change.message.clone());
        }
    }
    reasons
}
