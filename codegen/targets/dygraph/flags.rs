//! What holds for a function, an input or a gradient.

/// Those of the flags that hold.
pub fn holding<F, const N: usize>(flags: [(F, bool); N]) -> Vec<F> {
    flags.into_iter().filter(|(_, holds)| *holds).map(|(flag, _)| flag).collect()
}
