//! Traits of kernels that calls have to take into account.

use serde::Serialize;

/// A trait of a kernel.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Trait {
    /// Writes strided memory itself, so that an inplace call needs no copy.
    WritesStrided,
    /// Replaces the inputs that it writes into, including their layout.
    MadeAnew,
    /// Determines the shapes of its results only while it runs.
    UpdatesShapes,
    /// Takes other classes of tensors, so it cannot compute a part.
    ComputesNoPart,
    /// Infers the whole shape of this output separately: the input that it overwrites keeps its shape until it is laid out.
    InferredAside {
        /// The index of the output.
        output: usize,
    },
    /// Sets the shape of this gradient to that of the process's own part before the kernel runs.
    SizedLocally {
        /// The index of the output.
        output: usize,
    },
}
