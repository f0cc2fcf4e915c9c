//! Work on all cores. Without the feature `rayon`, which a build script seldom needs, the same functions work on one core.

#![deny(missing_docs)]

#[cfg(feature = "rayon")]
pub use rayon::{join, prelude, spawn};
#[cfg(not(feature = "rayon"))]
pub use sequential::{join, prelude, spawn};

#[cfg(not(feature = "rayon"))]
mod sequential;

use std::ops::Deref;

/// A large value, for whose end nobody waits: another thread drops it.
pub struct DroppedLater<T: Send + 'static>(Option<T>);

impl<T: Send> DroppedLater<T> {
    /// Takes the value.
    pub fn new(value: T) -> Self {
        DroppedLater(Some(value))
    }
}

impl<T: Send> Deref for DroppedLater<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_ref().expect("it is taken only when it is dropped")
    }
}

impl<T: Send> Drop for DroppedLater<T> {
    fn drop(&mut self) {
        let value = self.0.take();
        spawn(move || drop(value));
    }
}

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
