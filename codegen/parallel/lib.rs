//! Work on all cores. Without the feature `rayon`, which a build script seldom needs, the same functions work on one core.

#![deny(missing_docs)]

#[cfg(feature = "rayon")]
pub use rayon::{join, prelude, spawn};
#[cfg(not(feature = "rayon"))]
pub use sequential::{join, prelude, spawn};

#[cfg(not(feature = "rayon"))]
mod sequential;
