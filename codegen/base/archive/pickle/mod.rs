//! Pickles, which are programs: a machine that can build numbers, texts, containers, and the objects of a [`Vocabulary`]. It calls
//! nothing, and what a name stands for is up to the vocabulary.

mod machine;
mod opcodes;
mod value;

use std::fmt::Debug;

pub use machine::{Machine, unpickle};
pub use value::{Id, Unpickled, Value};

use crate::error::Result;

/// The longest pickle that is read. Tensors are beside it.
pub const MAX_BYTES: u64 = 64 << 20;

/// The classes and functions that a pickle may name, and what their calls make.
pub trait Vocabulary: Clone + Debug + Sized {
    /// A class or function.
    type Global: Copy + Debug;
    /// An instance that calls make.
    type Object: Clone + Debug;
    /// What a pickle of this vocabulary is, in messages: `a checkpoint`.
    const SUBJECT: &'static str;

    /// What a name stands for.
    ///
    /// # Errors
    /// If the vocabulary does not have it.
    fn find(module: &str, name: &str) -> Result<Value<Self>>;

    /// The result of calling a global.
    ///
    /// # Errors
    /// If the arguments do not fit.
    fn call(machine: &mut Machine<Self>, callee: Self::Global, arguments: &[Id]) -> Result<Id>;

    /// The value of a persistent id, which refers to something outside of the pickle.
    ///
    /// # Errors
    /// If the id is not one.
    fn persistent(machine: &Machine<Self>, id: Id) -> Result<Value<Self>>;

    /// True if the state of a value may be set. It is not kept.
    fn has_state(value: &Value<Self>) -> bool;

    /// The name of an object's type in messages.
    fn kind(object: &Self::Object) -> &'static str;
}
