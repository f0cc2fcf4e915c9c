//! The framework that profiles are of.

use project::framework::{Names, Target};

use crate::keys::OwnKeys;

/// How arguments and results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// As in Paddle's YAML: `(Tensor x, int axis = 0)`.
    Plain,
    /// The same, also with what schemas of PyTorch have: marks of types, such as `Tensor(a!)?`, arguments that are only given by name,
    /// results that have names or are no tensors, and none. Kernels may be instances of templates.
    Marked,
}

/// A framework whose versions are profiles: Paddle, or one whose operators have the same model.
#[derive(Debug)]
pub struct Owner {
    /// The names that settings may use.
    pub names: &'static Names,
    /// The names and texts of the built-in profiles, newest first.
    pub profiles: &'static [(&'static str, &'static str)],
    /// The targets that all its versions have. Those of [sections](crate::for_each_section) come first.
    pub targets: &'static [Target],
    /// The keys of its entries, if they are not Paddle's.
    pub keys: Option<&'static OwnKeys>,
    /// How the arguments and results of its operators are written.
    pub syntax: Syntax,
    /// True if there are trees of its versions, which are recognised by their files.
    pub has_trees: bool,
    /// True if gradients are recognised by the ends of their names.
    pub names_gradients: bool,
    /// True if a file of gradients may be there and define none.
    pub may_lack_gradients: bool,
    /// The extensions of the files that projects consist of, beside those that a profile names in `[cpp_sources]`.
    pub sources: &'static [&'static str],
    /// True if the paths of outputs follow from the operators.
    pub paths_follow_operators: bool,
}
