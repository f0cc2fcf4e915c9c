//! What a mapping says about augmented assignments: functions that replace operators, and which values functions return.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use source::Spanned;

/// Functions that replace augmented operators, and lists that tell where a replacement is not needed.
#[derive(Debug, Default)]
pub struct InPlaceRules {
    /// Operators such as `+=`, with the functions that replace them. The function for items has the suffix
    /// [`InPlaceRules::ITEM`].
    pub operators: IndexMap<String, Spanned<String>>,
    /// The function that changes a view so that the gradient of its base changes, too.
    pub through: Option<String>,
    /// Attributes that must be read through another attribute before they are changed.
    pub read_as: IndexMap<String, Spanned<String>>,
    /// Operators on integers, which have no gradients.
    pub operators_of_integers: Vec<String>,
    /// Functions, methods and attributes whose values are numbers, or otherwise immutable.
    pub numbers: BTreeSet<String>,
    /// Those whose values are lists, strings or arrays.
    pub containers: BTreeSet<String>,
    /// Those whose values are tensors that nothing else refers to, and layers with such results.
    pub new: BTreeSet<String>,
    /// Those whose values may share the memory of their first operand.
    pub views: BTreeSet<String>,
    /// Those whose values are views in PyTorch, and copies in the target.
    pub copied_views: BTreeSet<String>,
    /// Layers that are sequences of other layers.
    pub rows_of_layers: BTreeSet<String>,
    /// Context managers and decorators that turn off gradients.
    pub without_gradients: BTreeSet<String>,
    /// Keywords that make a function return one of its arguments.
    pub aliasing_keywords: Vec<String>,
    /// Packages whose functions do not return tensors.
    pub modules: Vec<String>,
    /// Iterables that count, as loops use them.
    pub counters: CountingLoops,
}

/// Iterables that count.
#[derive(Debug, Default)]
pub struct CountingLoops {
    /// Functions that return iterables of numbers.
    pub whole: BTreeSet<String>,
    /// Functions that return iterables of tuples that begin with a number.
    pub first: BTreeSet<String>,
}

impl InPlaceRules {
    /// The suffix of functions that change an item of a container.
    pub const ITEM: &str = "_item";
}
