//! The part of rayon that the rooms use, on one core. What it calls parallel iterators are ordinary ones.

/// Calls one function after the other, and returns the results of both.
pub fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
    (first(), second())
}

/// Calls the function at once.
pub fn spawn(work: impl FnOnce()) {
    work();
}

/// The traits that give collections parallel iterators.
pub mod prelude {
    use std::slice::{Chunks, Iter};

    /// Parallel iterators over references.
    pub trait ParallelSlice<T> {
        /// Each item.
        fn par_iter(&self) -> Iter<'_, T>;
        /// So many items at a time.
        fn par_chunks(&self, size: usize) -> Chunks<'_, T>;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter(&self) -> Iter<'_, T> {
            self.iter()
        }

        fn par_chunks(&self, size: usize) -> Chunks<'_, T> {
            self.chunks(size)
        }
    }

    /// Parallel iterators over values.
    pub trait IntoParallelIterator: IntoIterator + Sized {
        /// Each item.
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<T> IntoParallelIterator for Vec<T> {}

    /// Parallel iterators whose items any core takes that is free.
    pub trait ParallelBridge: Iterator + Sized {
        /// Each item.
        fn par_bridge(self) -> Self {
            self
        }
    }

    impl<I: Iterator> ParallelBridge for I {}

    /// The methods that ordinary iterators lack.
    pub trait ParallelIterator: Iterator + Sized {
        /// No effect: there is one core.
        #[must_use]
        fn with_max_len(self, _: usize) -> Self {
            self
        }

        /// No effect: there is one core.
        #[must_use]
        fn with_min_len(self, _: usize) -> Self {
            self
        }

        /// The items of all iterators that the function makes.
        fn flat_map_iter<U: IntoIterator>(self, make: impl FnMut(Self::Item) -> U) -> impl Iterator<Item = U::Item> {
            self.flat_map(make)
        }
    }

    impl<I: Iterator> ParallelIterator for I {}
}
