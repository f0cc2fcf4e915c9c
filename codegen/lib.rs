//! opgen turns operator YAML into every binding that a deep-learning framework needs.
//!
//! It is a program first. A build script calls it through [`Builder`]:
//!
//! ```no_run
//! use opgen::Target;
//!
//! opgen::Builder::new().root("yaml").targets([Target::Rust]).generate()?;
//! # Ok::<(), opgen::BuildError>(())
//! ```
//!
//! Everything else is what the program and its tests are made of, and may change at any time: the rooms, each a crate of
//! its own, and the driver, which joins them. `docs/architecture.md` walks through them.

#![deny(missing_docs)]

#[doc(hidden)]
#[allow(missing_docs)]
pub mod driver;

pub use driver::{BuildError, BuildErrorKind, Builder, Finding, Target};

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use manual;
#[doc(hidden)]
pub use {check, emit, forms, profile, project, registry, render, show, source, spec, targets};
#[cfg(feature = "full")]
#[doc(hidden)]
pub use {compare, convert, diff, lsp, mapping, operator_docs, translate};
