//! Traits of kernels that calls have to take into account.

use serde::Serialize;

/// A trait of a kernel.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Trait {
    /// The kernel writes strided memory itself, so an inplace call needs no copy.
    WritesStrided,
    /// Results that overwrite inputs keep nothing of them, not even the layout.
    MadeAnew,
    /// The kernel computes the shapes of its results only while it runs.
    UpdatesShapes,
    /// The kernel is for other classes of tensors, and cannot compute a part.
    ComputesNoPart,
    /// The whole shape of an output is inferred separately: the input that it overwrites keeps its own shape until it
    /// is distributed.
    InferredAside {
        /// The position of the output.
        output: usize,
    },
    /// A gradient gets the shape of this process's part before the kernel runs.
    SizedLocally {
        /// The position of the gradient.
        output: usize,
    },
}
