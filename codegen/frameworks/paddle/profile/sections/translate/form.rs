//! The two forms of PIR programs.

use serde::Deserialize;

/// The form of the programs that a release prints, saves and runs. What the methods say changed all at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgramForm {
    /// The form of releases in which PIR is a preview: programs are only printed.
    Preview,
    /// The form that releases save and load.
    Stable,
}

impl ProgramForm {
    /// Whether a variable of the outermost block that is read but never written becomes `data`.
    pub fn defines_inputs(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether two conditional blocks that exclude each other become one operation, together with the operators that select
    /// between their results. Otherwise each block becomes an operation of its own.
    pub fn joins_branches(self) -> bool {
        self == ProgramForm::Preview
    }

    /// Whether an inserted reshape has the old shape as a second result.
    pub fn keeps_old_shape(self) -> bool {
        self == ProgramForm::Preview
    }

    /// Whether an absent flag is false, and a number may stand for a flag.
    pub fn completes_flags(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether an operation that wants a list of 32-bit integers accepts one of 64-bit integers.
    pub fn narrows_lists(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether the values of inserted constants have 64 bits.
    pub fn keeps_doubles(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether the sizes in the shape of a tensor have 64 bits.
    pub fn has_long_shapes(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether a tensor that is reshaped to a computed shape keeps the sizes that are known.
    pub fn knows_shapes(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether an inserted array says that it stops gradients.
    pub fn flags_arrays(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether an operand that is reshaped to an axis of another one also gets sizes of 1 in front.
    pub fn pads_in_front(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether there are types for sparse tensors and 8-bit floats, and places for custom devices.
    pub fn has_newer_types(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether printed blocks are indented by their depth, and operations with blocks have attributes.
    pub fn nests_text(self) -> bool {
        self == ProgramForm::Stable
    }

    /// Whether printed attributes and types begin with their class.
    pub fn prints_classes(self) -> bool {
        self == ProgramForm::Preview
    }
}
