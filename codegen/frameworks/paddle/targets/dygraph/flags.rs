//! Flags of functions, inputs and gradients.

/// The flags that are set.
pub fn holding<F, const N: usize>(flags: [(F, bool); N]) -> Vec<F> {
    flags.into_iter().filter(|(_, holds)| *holds).map(|(flag, _)| flag).collect()
}
