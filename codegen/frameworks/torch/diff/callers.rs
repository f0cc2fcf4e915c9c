//! Calls in C++ and Python that a version takes.

use std::collections::BTreeMap;

use torch_cpp::{Signature, Signatures};
use torch_python::{Bound, PythonArgument, PythonSignature, bound};
use torch_registry::{Function, Registry};

use crate::compatible::is_subtype;

/// The functions that callers of a version can call.
pub struct Callers {
    /// Functions and methods in C++ by name.
    cpp: BTreeMap<CppName, Vec<Signature>>,
    /// Functions and methods in Python by name.
    python: BTreeMap<PythonName, Vec<PythonSignature>>,
}

/// True for methods, and the name.
type CppName = (bool, String);

/// The module, true for methods, and the name.
type PythonName = (Option<String>, bool, String);

/// The functions and methods of an overload in C++.
fn cpp(function: &Function) -> impl Iterator<Item = (CppName, Signature)> {
    let variants = function.entry.variants;
    let forms = [(variants.function, false), (variants.method, true)].into_iter().filter(|(exists, _)| *exists);
    forms.flat_map(move |(_, method)| {
        let apis = Signatures { method, generated_name: false }.of(function);
        apis.into_iter().map(move |api| ((method, api.signature.name.clone()), api.signature))
    })
}

/// The functions and methods of an overload in Python.
fn python(registry: &Registry, function: &Function) -> Vec<(PythonName, PythonSignature)> {
    let Some(id) = registry.of_name(&function.name().to_string()) else { return Vec::new() };
    if !bound::is_bound(function, registry.profile()) {
        return Vec::new();
    }
    let module = function.entry.python_module.as_ref().map(|module| module.value.clone());
    let variants = function.entry.variants;
    let forms = [(variants.function, false), (variants.method && module.is_none(), true)];
    let named = |is_method| {
        let signature = Bound::new(id, function, is_method).signature;
        ((module.clone(), is_method, signature.name.clone()), signature)
    };
    forms.into_iter().filter(|(exists, _)| *exists).map(|(_, is_method)| named(is_method)).collect()
}

impl Callers {
    /// What callers of a registry's operators can call.
    pub fn of(registry: &Registry) -> Callers {
        let mut callers = Callers { cpp: BTreeMap::new(), python: BTreeMap::new() };
        for (_, function) in registry.functions() {
            for (name, signature) in cpp(function) {
                callers.cpp.entry(name).or_default().push(signature);
            }
            for (name, signature) in python(registry, function) {
                callers.python.entry(name).or_default().push(signature);
            }
        }
        callers
    }

    /// The reason for which calls of an old overload in C++ are no calls of this version. `None` if they are.
    pub fn cpp_break(&self, old: &Function) -> Option<String> {
        let broken = |((is_method, name), call): (CppName, Signature)| {
            let shown = if is_method { format!("Tensor::{name}") } else { format!("at::{name}") };
            let known = self.cpp.get(&(is_method, name));
            let is_taken = known.is_some_and(|known| known.iter().any(|new| takes_cpp(new, &call)));
            (!is_taken).then(|| reason(&shown, known.is_some(), &format!("`{shown}({})`", call.declared())))
        };
        cpp(old).find_map(broken)
    }

    /// The same for calls in Python, of an overload of `registry`.
    pub fn python_break(&self, registry: &Registry, old: &Function) -> Option<String> {
        let broken = |(name, call): (PythonName, PythonSignature)| {
            let known = self.python.get(&name);
            let (module, is_method, name) = name;
            let shown = match module {
                Some(module) => format!("torch.{module}.{name}"),
                None if is_method => format!("Tensor.{name}"),
                None => format!("torch.{name}"),
            };
            let is_taken = known.is_some_and(|known| known.iter().any(|new| takes_python(new, &call)));
            (!is_taken).then(|| reason(&shown, known.is_some(), &format!("`{}`", call.parser_text(true))))
        };
        python(registry, old).into_iter().find_map(broken)
    }
}

fn reason(name: &str, is_known: bool, call: &str) -> String {
    if is_known { format!("`{name}` cannot be called as {call} any more") } else { format!("`{name}` is gone") }
}

/// True if calls without an argument mean what they meant.
fn keeps_default(old: Option<&String>, new: Option<&String>) -> bool {
    old.is_none() || old == new
}

/// True if every call of the old function is one of the new function.
fn takes_cpp(new: &Signature, old: &Signature) -> bool {
    let same = old.parameters.iter().zip(&new.parameters);
    new.returns == old.returns
        && new.parameters.len() >= old.parameters.len()
        && { same }.all(|(old, new)| old.ty == new.ty && keeps_default(old.default.as_ref(), new.default.as_ref()))
        && new.parameters[old.parameters.len()..].iter().all(|added| added.default.is_some())
}

/// True if every call of the old function is one of the new function, by position and by name.
fn takes_python(new: &PythonSignature, old: &PythonSignature) -> bool {
    let results = |signature: &PythonSignature| -> Vec<String> {
        signature
            .returns
            .iter()
            .map(|returned| format!("{} {:?}", returned.ty.value, returned.name.as_ref().map(|name| name.as_str())))
            .collect()
    };
    let takes = |new: &PythonArgument, old: &PythonArgument| {
        new.name == old.name
            && is_subtype(&old.ty, &new.ty)
            && keeps_default(old.default.as_ref(), new.default.as_ref())
    };
    let by_name = |old: &PythonArgument| new.arguments(true).any(|new| takes(new, old));
    let is_old = |new: &PythonArgument| old.arguments(true).any(|old| old.name == new.name);
    new.positional.len() >= old.positional.len()
        && old.positional.iter().zip(&new.positional).all(|(old, new)| takes(new, old))
        && old.arguments(true).skip(old.positional.len()).all(by_name)
        && new.arguments(true).all(|new| new.default.is_some() || is_old(new))
        && results(new) == results(old)
}
