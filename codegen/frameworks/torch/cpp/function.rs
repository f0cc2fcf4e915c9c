//! What callers in C++ can call.

use torch_registry::Function;

use crate::{Signature, Signatures};

/// A function or method in C++.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CppFunction {
    /// True for a method of tensors.
    pub is_method: bool,
    /// The signature.
    pub signature: Signature,
}

impl CppFunction {
    /// The functions and methods of an overload.
    pub fn of(function: &Function) -> Vec<CppFunction> {
        let variants = function.entry.variants;
        let forms = [(variants.function, false), (variants.method, true)].into_iter().filter(|(exists, _)| *exists);
        let of_form = |(_, is_method)| {
            let apis = Signatures { method: is_method, generated_name: false }.of(function);
            apis.into_iter().map(move |api| CppFunction { is_method, signature: api.signature })
        };
        forms.flat_map(of_form).collect()
    }

    /// The name with its namespace or class.
    pub fn qualified_name(&self) -> String {
        let scope = if self.is_method { "Tensor" } else { "at" };
        format!("{scope}::{}", self.signature.name)
    }

    /// The declaration, with the namespace or class.
    pub fn declaration(&self) -> String {
        let Signature { returns, .. } = &self.signature;
        format!("{returns} {}({})", self.qualified_name(), self.signature.declared())
    }
}
