//! Type hints that no schema says, as data.

use indexmap::IndexMap;
use serde::Deserialize;

/// Hints by name: each is `[@DECORATOR] [NAME](ARGUMENTS) [-> RESULT]  [# COMMENT]`, or `: TYPE` for an attribute. A name without hints
/// is as if it were not there.
pub type HandHints = IndexMap<String, Vec<String>>;

/// The parts of the stubs that are written by hand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hints {
    /// True if a named tuple and its function are two public names of one spelling.
    pub repeats_names: bool,
    /// The types of elements of tensors.
    pub dtypes: Vec<String>,
    /// The classes of tensors with one type of elements.
    pub legacy_classes: Vec<String>,
    /// Names whose hints are not made from their schemas.
    pub without_hints: Vec<String>,
    /// Python's operators that tensors have, without the underscores of their methods.
    pub operator_names: Vec<String>,
    /// The modes of dispatch that Python code can enter.
    pub dispatch_modes: Vec<String>,
    /// The types that index a tensor.
    pub index_types: Vec<String>,
    /// The types in sequences that index a tensor.
    pub nested_index_types: Vec<String>,
    /// Functions of `torch`.
    pub functions: HandHints,
    /// Methods and attributes of tensors.
    pub methods: HandHints,
    /// Methods of tensors for Python's operators.
    pub operators: HandHints,
    /// Functions of `torch._C._nn`.
    pub nn: HandHints,
    /// Functions of `torch.nn.functional` that choose between two others.
    pub functional: HandHints,
    /// Names that `torch.nn.functional` imports, by module: `NAME`, or `NAME as OTHER`.
    pub functional_imports: IndexMap<String, Vec<String>>,
}
