//! Those who use the operators of a framework that shares Paddle's model.

use std::fmt::Debug;

use registry::{OpId, Registry};

use crate::change::{Change, Class};

/// Those who use the operators of a framework that shares Paddle's model: they call functions of Python, which take arguments without
/// a default first, and keep programs that contain operators. The framework's tree has no files about such programs, so every change
/// of what one keeps breaks it.
pub trait Users: Debug + Sync {
    /// All changes of what only entries of this framework state.
    fn changes(&self, old: Version, new: Version) -> Vec<Change>;

    /// Adds to the changes of arguments and outputs which programs they break.
    fn judge(&self, old: Version, new: Version, changes: Vec<&mut Change>);
}

/// An operator in one of two versions.
#[derive(Debug, Clone, Copy)]
pub struct Version<'a> {
    /// All operators of the version.
    pub registry: &'a Registry,
    /// The operator.
    pub id: OpId,
}

/// What callers of a function that is gone no longer do.
pub(crate) const RUN: &str = "run";

/// Adds that programs contain an operator that was removed or renamed.
pub(crate) fn gone(change: Change) -> Change {
    change.breaks(Class::Model, "programs contain it")
}

/// Adds whom a change of what an operator overwrites breaks.
pub(crate) fn overwritten(change: Change, added: bool) -> Change {
    let why = if added { "callers may need what it overwrites" } else { "callers rely on what it overwrote" };
    change.breaks(Class::Api, why).breaks(Class::Model, "programs expect what it overwrote")
}
