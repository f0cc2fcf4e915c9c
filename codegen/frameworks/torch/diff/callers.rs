//! Calls in C++ and Python that a version takes.

use std::collections::BTreeMap;

use torch_cpp::{CppFunction, Signature};
use torch_python::{PythonArgument, PythonFunction, PythonSignature};
use torch_registry::{FunctionId, Registry};
use torch_schema::Return;

use crate::compatible::is_subtype;

/// The functions and methods that callers of a version can call, by their full names.
pub struct Callers {
    cpp: BTreeMap<String, Vec<Signature>>,
    python: BTreeMap<String, Vec<PythonSignature>>,
}

impl Callers {
    /// What callers of a registry's operators can call.
    pub fn of(registry: &Registry) -> Callers {
        let mut callers = Callers { cpp: BTreeMap::new(), python: BTreeMap::new() };
        for (id, function) in registry.functions() {
            for callable in CppFunction::of(function) {
                callers.cpp.entry(callable.qualified_name()).or_default().push(callable.signature);
            }
            for callable in PythonFunction::of(registry, id) {
                callers.python.entry(callable.qualified_name()).or_default().push(callable.signature);
            }
        }
        for (_, callable) in PythonFunction::old(registry) {
            callers.python.entry(callable.qualified_name()).or_default().push(callable.signature);
        }
        callers
    }

    /// The reason for which calls of an old overload in C++ are no calls of this version. `None` if they are.
    pub fn cpp_break(&self, old: &Registry, id: FunctionId) -> Option<String> {
        let broken = |call: CppFunction| {
            let name = call.qualified_name();
            let known = self.cpp.get(&name);
            let is_taken = known.is_some_and(|known| known.iter().any(|new| takes_cpp(new, &call.signature)));
            let difference = || known?.iter().find_map(|new| cpp_difference(new, &call.signature));
            (!is_taken).then(|| reason(&name, known.is_some(), &call.declaration(), difference()))
        };
        CppFunction::of(&old[id]).into_iter().find_map(broken)
    }

    /// The same for calls in Python.
    pub fn python_break(&self, old: &Registry, id: FunctionId) -> Option<String> {
        PythonFunction::of(old, id).iter().find_map(|call| self.broken_in_python(call))
    }

    /// The same for calls in Python by the old signatures of `deprecated.yaml`, with the functions that these call.
    pub fn old_python_breaks(&self, old: &Registry) -> Vec<(FunctionId, String)> {
        let broken = |(id, call): (FunctionId, PythonFunction)| Some((id, self.broken_in_python(&call)?));
        PythonFunction::old(old).into_iter().filter_map(broken).collect()
    }

    fn broken_in_python(&self, call: &PythonFunction) -> Option<String> {
        let name = call.qualified_name();
        let known = self.python.get(&name);
        let is_taken = known.is_some_and(|known| known.iter().any(|new| takes_python(new, &call.signature)));
        let difference = || known?.iter().find_map(|new| python_difference(new, &call.signature));
        (!is_taken).then(|| reason(&name, known.is_some(), &call.declaration(), difference()))
    }
}

fn reason(name: &str, is_known: bool, call: &str, difference: Option<String>) -> String {
    match difference {
        Some(difference) => format!("`{name}`: {difference}"),
        None if is_known => format!("`{name}` has no form `{call}` any more"),
        None => format!("`{name}` is gone"),
    }
}

/// The default that differs, if the functions are the same otherwise.
fn default_difference<'a>(
    parameters: impl Iterator<Item = [(&'a str, String, Option<&'a String>); 2]>,
) -> Option<String> {
    let mut found = None;
    for [(name, ty, default), (new_name, new_ty, new_default)] in parameters {
        if (name, &ty) != (new_name, &new_ty) {
            return None;
        }
        if !keeps_default(default, new_default) {
            found = found.or_else(|| {
                let was = default?;
                Some(match new_default {
                    Some(is) => format!("the default of `{name}` was `{was}`, and is `{is}`"),
                    None => format!("`{name}` has no default any more"),
                })
            });
        }
    }
    found
}

fn cpp_difference(new: &Signature, old: &Signature) -> Option<String> {
    let is_same = new.returns == old.returns && new.parameters.len() == old.parameters.len();
    let pairs = old.parameters.iter().zip(&new.parameters);
    let parameters = pairs.map(|(old, new)| {
        [old, new].map(|parameter| (parameter.name.as_str(), parameter.ty.clone(), parameter.default.as_ref()))
    });
    if is_same { default_difference(parameters) } else { None }
}

fn python_difference(new: &PythonSignature, old: &PythonSignature) -> Option<String> {
    let is_same = gives(&new.returns, &old.returns)
        && new.positional.len() == old.positional.len()
        && new.arguments(true).count() == old.arguments(true).count();
    let parameters = old.arguments(true).zip(new.arguments(true)).map(|(old, new)| {
        [old, new].map(|argument| (argument.name.as_str(), argument.ty.to_string(), argument.default.as_ref()))
    });
    if is_same { default_difference(parameters) } else { None }
}

/// True if calls without an argument mean what they meant.
fn keeps_default(old: Option<&String>, new: Option<&String>) -> bool {
    old.is_none() || old == new
}

/// True if an argument of a type of C++ converts to another type by itself.
fn converts(from: &str, to: &str) -> bool {
    /// The value that is passed, without how it is passed. `None` if the function writes to it.
    fn value(ty: &str) -> Option<&str> {
        match ty.strip_suffix(" &") {
            Some(referred) => referred.strip_prefix("const "),
            None => Some(ty),
        }
    }
    fn element(ty: &str) -> Option<&str> {
        ty.split_once("optional<")?.1.strip_suffix('>')
    }
    let same = |from: &str, to: &str| from == to || (from == "int64_t" && to == "c10::SymInt");
    let [Some(from_value), Some(to_value)] = [from, to].map(value) else { return from == to };
    match (element(from_value), element(to_value)) {
        (Some(from), Some(to)) => same(from, to),
        (Some(_), None) => false,
        (None, to) => same(from_value, to.unwrap_or(to_value)),
    }
}

/// True if every call of the old function is one of the new function.
fn takes_cpp(new: &Signature, old: &Signature) -> bool {
    let same = old.parameters.iter().zip(&new.parameters);
    new.returns == old.returns
        && new.parameters.len() >= old.parameters.len()
        && { same }
            .all(|(old, new)| converts(&old.ty, &new.ty) && keeps_default(old.default.as_ref(), new.default.as_ref()))
        && new.parameters[old.parameters.len()..].iter().all(|added| added.default.is_some())
}

/// True if every call of the old function is one of the new function, by position and by name.
fn takes_python(new: &PythonSignature, old: &PythonSignature) -> bool {
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
        && gives(&new.returns, &old.returns)
}

/// True if results can be used as before. Several results with names are a tuple whose elements have names, too.
fn gives(new: &[Return], old: &[Return]) -> bool {
    let name = |returned: &Return| returned.name.as_ref().map(|name| name.as_str().to_owned());
    let has_name = |(new, old): (&Return, &Return)| name(old).is_none() || name(new) == name(old);
    let has_type = |(new, old): (&Return, &Return)| new.ty.value == old.ty.value;
    let pairs = || new.iter().zip(old);
    new.len() == old.len() && pairs().all(has_type) && (new.len() == 1 || pairs().all(has_name))
}
