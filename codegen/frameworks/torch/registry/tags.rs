//! The tags that mean something to what is generated.

/// The tag that every operator of PyTorch's own namespace has.
pub const COMPLIANT: &str = "pt2_compliant_tag";
/// The tag of operators that others are decomposed into. They get an out form although they are composite.
pub const CORE: &str = "core";
/// The tag of operators that no entry defines.
pub const GENERATED: &str = "generated";
/// The tag of every operator that writes to `self`.
pub(crate) const INPLACE: &str = "inplace";
/// The tag of a view that writes to its argument.
pub const INPLACE_VIEW: &str = "inplace_view";
/// Operators that have the tag of inplace views, and are none.
pub const RESIZING: [&str; 2] = ["resize_", "resize_as_"];
/// The tag of every operator with out arguments.
pub(crate) const OUT: &str = "out";
/// The tag of operators that draw random numbers.
pub const SEEDED: &str = "nondeterministic_seeded";
/// The tag of operators that copy what a view shares.
pub const VIEW_COPY: &str = "view_copy";
/// All of them.
pub const KNOWN: [&str; 8] = [COMPLIANT, CORE, GENERATED, INPLACE, INPLACE_VIEW, OUT, SEEDED, VIEW_COPY];
