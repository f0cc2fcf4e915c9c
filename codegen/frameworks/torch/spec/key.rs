//! A key with what it says, for editors and schemas.

/// A key, and a sentence about it.
pub type Key = (&'static str, &'static str);

/// The names of keys.
pub(crate) const fn names<const N: usize>(keys: &[Key; N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = keys[at].0;
        at += 1;
    }
    names
}
