//! The keys of PyTorch's YAML, each with what it says: for whoever reads entries, for editors, and for schemas.

use torch_profile::Holds;

use crate::{backend, deprecated, derivative, native, selection, tag, ufunc};

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

/// The keys that a mapping in a kind of file can have, by the keys around the mapping. Empty if it is none with certain keys.
pub fn keys(holds: Holds, path: &[&str]) -> &'static [Key] {
    match (holds, path) {
        (Holds::NativeFunctions, []) => &native::DESCRIBED_KEYS,
        (Holds::NativeFunctions, ["ufunc_inner_loop"]) => &ufunc::DESCRIBED_KEYS,
        (Holds::Derivatives, []) => &derivative::DESCRIBED_KEYS,
        (Holds::Deprecated, []) => &deprecated::DESCRIBED_KEYS,
        (Holds::Tags, []) => &tag::DESCRIBED_KEYS,
        (Holds::Backend, []) => &backend::DESCRIBED_KEYS,
        (Holds::Backend, ["non_native"]) => &backend::NON_NATIVE_KEYS,
        (Holds::Selection, []) => &selection::DESCRIBED_KEYS,
        (Holds::Selection, ["operators", _]) => &selection::OPERATOR_KEYS,
        _ => &[],
    }
}
