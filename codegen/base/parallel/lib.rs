//! Work on all cores. Without the feature `rayon`, which a build script seldom needs, the same functions work on one core.

#![deny(missing_docs)]

#[cfg(feature = "rayon")]
pub use rayon::{join, prelude, spawn};
#[cfg(not(feature = "rayon"))]
pub use sequential::{join, prelude, spawn};

#[cfg(not(feature = "rayon"))]
mod sequential;

/// Does work on a thread of its own. Whatever runs in parallel within it stays on that thread, so that it never delays the work of
/// other threads by more than one core.
pub fn spawn_alone(work: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || alone(work));
}

#[cfg(feature = "rayon")]
fn alone(work: impl FnOnce()) {
    // A pool that is the current thread. Without it, the work is done all the same.
    let _pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    work();
}

#[cfg(not(feature = "rayon"))]
fn alone(work: impl FnOnce()) {
    work();
}
