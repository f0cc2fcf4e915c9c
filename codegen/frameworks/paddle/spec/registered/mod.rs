//! Reads files that list the operators which a framework has registered: their variables and attributes, and the
//! operators that compute their gradients.
//!
//! This module knows nothing about operator YAML, nor about what is generated.

mod checks;
mod gradient;
mod proto;
mod read;
pub mod rules;

use indexmap::IndexMap;
use source::Spanned;

pub use gradient::{GradOp, GradSlot};
pub use proto::{AttrType, Proto, ProtoAttr, ProtoVar};
pub use read::read;

/// All registered operators.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Registered {
    /// The operators in the order in which Python lists them.
    pub registry_order: Vec<Spanned<String>>,
    /// The operators that have a C++ function, in the order of the functions.
    pub forward_order: Vec<Spanned<String>>,
    /// All operators by name, in the order of the file.
    pub operators: IndexMap<String, RegisteredOp>,
}

/// A registered operator.
#[derive(Debug, Clone, PartialEq)]
pub struct RegisteredOp {
    /// The name under which the operator is registered.
    pub name: Spanned<String>,
    /// Its variables and attributes.
    pub proto: Stated<Proto>,
    /// True if the operator has a kernel.
    pub has_kernel: bool,
    /// Inputs and the outputs that may reuse their memory.
    pub inplace: Vec<Pair>,
    /// The operators that compute its gradient. Empty if it has none.
    pub gradient: Stated<Vec<GradOp>>,
}

/// An input, and an output that may reuse its memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The name of the input.
    pub input: Spanned<String>,
    /// The name of the output.
    pub output: Spanned<String>,
}

/// A part of an operator's entry. opgen derives parts that are not stated from the operator YAML, if it can.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Stated<T> {
    /// The entry does not have the key.
    #[default]
    Unstated,
    /// The entry has the key without a value: the operator has no such part.
    Absent,
    /// The value of the key.
    Present(T),
}

impl<T> Stated<T> {
    /// The value, if there is one.
    pub fn get(&self) -> Option<&T> {
        match self {
            Stated::Present(value) => Some(value),
            Stated::Unstated | Stated::Absent => None,
        }
    }

    /// True if the entry does not have the key.
    pub fn is_unstated(&self) -> bool {
        matches!(self, Stated::Unstated)
    }
}

impl Registered {
    /// The operator with a name.
    pub fn op(&self, name: &str) -> Option<&RegisteredOp> {
        self.operators.get(name)
    }

    /// Adds the contents of another file. If both have an operator, that of the first file wins.
    pub fn append(&mut self, other: Registered) {
        let Registered { registry_order, forward_order, operators } = other;
        self.registry_order.extend(registry_order);
        self.forward_order.extend(forward_order);
        for (name, op) in operators {
            self.operators.entry(name).or_insert(op);
        }
    }
}
