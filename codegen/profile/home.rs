//! The kinds of operator file, and which operators belong together.

use serde::{Deserialize, Serialize};

/// The kind of file that defines an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Home {
    Ops,
    LegacyOps,
    Backward,
    LegacyBackward,
    FusedOps,
    FusedBackward,
    SparseOps,
    SparseBackward,
    StringsOps,
    StaticOps,
    StaticBackward,
}

/// A set of operators that can refer to each other. Within a family, a name refers to one operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// The dynamic graph over dense tensors.
    Dense,
    Fused,
    Sparse,
    Strings,
    /// The static graph's own definitions. Operators that it does not define are those of [`Family::Dense`].
    Static,
}

impl Family {
    /// What messages call its operators.
    pub fn name(self) -> &'static str {
        match self {
            Family::Dense => "dense",
            Family::Fused => "fused",
            Family::Sparse => "sparse",
            Family::Strings => "string",
            Family::Static => "static",
        }
    }

    /// Whether `op_version.yaml` covers its operators.
    pub fn has_versions(self) -> bool {
        !matches!(self, Family::Sparse | Family::Strings)
    }
}

impl Home {
    pub const ALL: [Home; 11] = [
        Home::Ops,
        Home::LegacyOps,
        Home::Backward,
        Home::LegacyBackward,
        Home::FusedOps,
        Home::FusedBackward,
        Home::SparseOps,
        Home::SparseBackward,
        Home::StringsOps,
        Home::StaticOps,
        Home::StaticBackward,
    ];

    /// The key in a profile's `inputs` and in the normal form.
    pub fn key(self) -> &'static str {
        match self {
            Home::Ops => "ops",
            Home::LegacyOps => "legacy_ops",
            Home::Backward => "backward",
            Home::LegacyBackward => "legacy_backward",
            Home::FusedOps => "fused_ops",
            Home::FusedBackward => "fused_backward",
            Home::SparseOps => "sparse_ops",
            Home::SparseBackward => "sparse_backward",
            Home::StringsOps => "strings_ops",
            Home::StaticOps => "static_ops",
            Home::StaticBackward => "static_backward",
        }
    }

    pub fn is_backward(self) -> bool {
        matches!(
            self,
            Home::Backward | Home::LegacyBackward | Home::FusedBackward | Home::SparseBackward | Home::StaticBackward
        )
    }

    /// The file with the gradients of this file's operators; for a file of gradients, the file of the operators.
    pub fn partner(self) -> Option<Home> {
        match self {
            Home::Ops => Some(Home::Backward),
            Home::Backward => Some(Home::Ops),
            Home::LegacyOps => Some(Home::LegacyBackward),
            Home::LegacyBackward => Some(Home::LegacyOps),
            Home::FusedOps => Some(Home::FusedBackward),
            Home::FusedBackward => Some(Home::FusedOps),
            Home::SparseOps => Some(Home::SparseBackward),
            Home::SparseBackward => Some(Home::SparseOps),
            Home::StaticOps => Some(Home::StaticBackward),
            Home::StaticBackward => Some(Home::StaticOps),
            Home::StringsOps => None,
        }
    }

    /// Whether the operators of two files can refer to each other in static programs.
    pub fn goes_with(self, other: Home) -> bool {
        self == other || self.partner() == Some(other)
    }

    pub fn family(self) -> Family {
        match self {
            Home::Ops | Home::LegacyOps | Home::Backward | Home::LegacyBackward => Family::Dense,
            Home::FusedOps | Home::FusedBackward => Family::Fused,
            Home::SparseOps | Home::SparseBackward => Family::Sparse,
            Home::StringsOps => Family::Strings,
            Home::StaticOps | Home::StaticBackward => Family::Static,
        }
    }

    /// Whether C++ functions that select and call kernels are generated for these operators.
    pub fn calls_kernels(self) -> bool {
        self.family() != Family::Static
    }
}
