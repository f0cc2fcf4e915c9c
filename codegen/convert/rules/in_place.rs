//! What a mapping knows of augmented assignments: the functions that take the place of operators, and how expressions behave.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use source::Spanned;

/// Operators that change a tensor in place in PyTorch, and lists that tell where they change nothing else.
#[derive(Debug, Default)]
pub struct InPlace {
    /// An operator such as `+=`, and the function that takes its place. The one for items has the suffix of [`InPlace::ITEM`].
    pub operators: IndexMap<String, Spanned<String>>,
    /// Attributes that are read in another way before they are changed.
    pub read_as: IndexMap<String, Spanned<String>>,
    /// The operators whose operands have no gradients.
    pub operators_of_integers: Vec<String>,
    /// Functions, methods and attributes that make numbers, or other values that cannot change.
    pub numbers: BTreeSet<String>,
    /// Those that make lists, texts or arrays.
    pub containers: BTreeSet<String>,
    /// Those that make tensors, and layers whose results are tensors, that nothing else refers to.
    pub new: BTreeSet<String>,
    /// Those whose results may share the memory of their first operand.
    pub views: BTreeSet<String>,
    /// Layers that call their arguments one after the other.
    pub rows_of_layers: BTreeSet<String>,
    /// Blocks and decorators that record no gradients.
    pub without_gradients: BTreeSet<String>,
    /// Keywords with which a function may return one of its arguments.
    pub aliasing_keywords: Vec<String>,
    /// Modules of other packages that know no tensors.
    pub modules: Vec<String>,
    pub counters: Counters,
}

/// What loops count with.
#[derive(Debug, Default)]
pub struct Counters {
    /// Whose elements are numbers.
    pub whole: BTreeSet<String>,
    /// The first part of whose elements is a number.
    pub first: BTreeSet<String>,
}

impl InPlace {
    /// The suffix of the function that changes an item of a container.
    pub const ITEM: &str = "_item";
}
