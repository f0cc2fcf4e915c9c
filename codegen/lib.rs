//! opgen turns operator YAML into every binding that a deep-learning framework needs.
//!
//! It is mainly a program. Build scripts use it through [`Builder`]:
//!
//! ```no_run
//! use opgen::Target;
//!
//! opgen::Builder::new().root("yaml").targets([Target::Rust]).generate()?;
//! # Ok::<(), opgen::BuildError>(())
//! ```
//!
//! Everything else is internal to the program and its tests, and may change at any time: the crates that are called rooms, and
//! the driver, which joins them. `docs/architecture.md` describes them.

#![deny(missing_docs)]

#[doc(hidden)]
#[path = "top/driver/mod.rs"]
pub mod driver;

pub use driver::{BuildError, BuildErrorKind, Builder, Finding, Target};

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use manual;
#[doc(hidden)]
pub use {check, describe, emit, forms, profile, project, registry, render, show, source, spec, targets};
#[cfg(feature = "full")]
#[doc(hidden)]
pub use {
    compare, convert, cpp, diff, kernels, layout, lsp, mapping, operator_docs, package_tools, reference, torch_check,
    translate, weights,
};
