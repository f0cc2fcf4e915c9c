//! Work on all cores. Without the feature `rayon`, which a build script seldom needs, the same functions work on one core.

#![deny(missing_docs)]

#[cfg(feature = "rayon")]
pub use rayon::{join, prelude, spawn};
#[cfg(not(feature = "rayon"))]
pub use sequential::{join, prelude, spawn};

#[cfg(not(feature = "rayon"))]
mod sequential;

/// Does work on a thread of its own. Whatever runs in parallel within it stays on that thread and one other, so that the work of
/// other threads never waits for it.
pub fn spawn_beside(work: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || beside(work));
}

#[cfg(feature = "rayon")]
fn beside(work: impl FnOnce()) {
    // A pool with the current thread. Without it, the work is done all the same.
    let _pool = rayon::ThreadPoolBuilder::new().num_threads(2).use_current_thread().build();
    work();
}

#[cfg(not(feature = "rayon"))]
fn beside(work: impl FnOnce()) {
    work();
}
