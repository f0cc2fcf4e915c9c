//! What is particular to a kernel.

use serde::Serialize;

/// Something that a call must know of its kernel.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Trait {
    /// It writes strided memory itself, so that an inplace call needs no copy.
    WritesStrided,
    /// What is written into inputs has nothing of them, not even the layout.
    MadeAnew,
    /// It finds the shapes of its results only while it runs.
    UpdatesShapes,
    /// It is for other classes of tensors, and cannot compute a part.
    ComputesNoPart,
    /// The whole shape of this output is inferred aside: the input that it is written into keeps its own until it is laid out.
    InferredAside { output: usize },
    /// The shape of this gradient is set to that of this process's part before the kernel runs.
    SizedLocally { output: usize },
}
