//! Signatures that are one for Python: a functional overload and the overload with an out argument.

use std::collections::BTreeMap;

use torch_profile::Profile;
use torch_registry::{Function, Registry};

use crate::order::sorted;
use crate::{Bound, PythonSignature, SignatureGroup, bound, deprecated};

/// The signatures of all functions of the module `torch`, with the old ones.
pub fn of_functions(registry: &Registry, profile: &Profile) -> Vec<SignatureGroup> {
    let mut all = bindings(registry, profile, false);
    let old = deprecated(registry, &all);
    all.extend(old);
    grouped(only(all, registry, bound::is_function))
}

/// The signatures of all methods of tensors.
pub fn of_methods(registry: &Registry, profile: &Profile) -> Vec<SignatureGroup> {
    grouped(only(bindings(registry, profile, true), registry, bound::is_method))
}

/// All functions that Python can call.
fn bindings(registry: &Registry, profile: &Profile, is_method: bool) -> Vec<Bound> {
    let bound = registry.functions().filter(|(_, function)| bound::is_bound(function, profile));
    bound.map(|(id, function)| Bound::new(id, function, is_method)).collect()
}

fn only(bound: Vec<Bound>, registry: &Registry, is_wanted: fn(&Function) -> bool) -> Vec<Bound> {
    bound.into_iter().filter(|bound| is_wanted(&registry[bound.function])).collect()
}

/// The signatures in the order in which a call tries them. An out overload without a functional one has none.
pub fn grouped(bound: Vec<Bound>) -> Vec<SignatureGroup> {
    let (out, bases): (Vec<_>, Vec<_>) = bound.into_iter().partition(|bound| bound.is_out);
    let mut by_text: BTreeMap<String, Bound> = BTreeMap::new();
    for bound in out {
        by_text.entry(bound.signature.parser_text(false)).or_insert(bound);
    }
    let group = |base: Bound| match by_text.get(&base.signature.parser_text(false)) {
        None => SignatureGroup { signature: base.signature, base: base.function, out: None },
        Some(out) => {
            let signature = PythonSignature { options: base.signature.options, ..out.signature.clone() };
            SignatureGroup { signature, base: base.function, out: Some(out.function) }
        }
    };
    sorted(bases.into_iter().map(group).collect())
}
