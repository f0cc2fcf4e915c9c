//! Signatures that are one for Python: a functional overload and the overload with an out argument.

use std::collections::BTreeMap;

use indexmap::IndexMap;
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

/// The functions of a module below `torch`, of `torch` itself (`""`), or the methods of tensors (`None`), by name. They are in the order
/// of the file; a call tries the signatures of each in the order of the list.
pub fn by_name(registry: &Registry, profile: &Profile, module: Option<&str>) -> IndexMap<String, Vec<SignatureGroup>> {
    let mut all = bindings(registry, profile, module.is_none());
    let old = deprecated(registry, &all);
    all.extend(old);
    let is_wanted = |function: &Function| match module {
        None => bound::is_method(function),
        Some("") => bound::is_function(function),
        Some(module) => bound::is_of_module(function, module),
    };
    let mut names: IndexMap<String, Vec<Bound>> = IndexMap::new();
    for bound in all.into_iter().filter(|bound| is_wanted(&registry[bound.function])) {
        names.entry(bound.signature.name.clone()).or_default().push(bound);
    }
    names.into_iter().map(|(name, overloads)| (name, grouped(overloads))).collect()
}

/// All functions that Python can call, in whichever module.
pub fn all(registry: &Registry, profile: &Profile) -> Vec<Bound> {
    bindings(registry, profile, false)
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
        None => {
            let passed = [base.passed, None];
            SignatureGroup { signature: base.signature, base: base.function, out: None, passed }
        }
        Some(out) => {
            let signature = PythonSignature { options: base.signature.options, ..out.signature.clone() };
            let passed = [base.passed, out.passed.clone()];
            SignatureGroup { signature, base: base.function, out: Some(out.function), passed }
        }
    };
    sorted(bases.into_iter().map(group).collect())
}
