//! All names in a project's files that mean an operator, a part of one, or a function.

mod collect;
mod index;
mod meaning;
mod origin;
mod symbol;

pub use collect::functions;
pub use index::{Mention, Mentions, Role};
pub use meaning::ops;
pub use origin::names;
pub use symbol::{INFER_META, KERNEL, KERNEL_TYPE, NAMED_IN_PROGRAMS, SPMD_RULE, Symbol, TRAIT};
