//! The signatures that kernels must have, and those that C++ defines.

use std::ops::Range;

use cpp::{Found, Item};
use source::Spanned;
use torch_cpp::{Signature, backend_kernel};
use torch_registry::Registry;
use torch_schema::OperatorName;
use torch_spec::Backend;

use crate::function_of;

/// Ends the names of kernels that take symbolic integers.
const SYMINT: &str = "_symint";

/// A kernel that the YAML lists.
pub struct Wanted<'a> {
    /// The operator, where the YAML lists it.
    pub operator: &'a Spanned<OperatorName>,
    /// What the kernel must be.
    pub signature: Signature,
    /// The same, as C++ would be read.
    pub read: Kernel,
    /// The name that the kernel would have if `symint` said the opposite.
    pub other_name: String,
    /// True if it takes symbolic integers.
    pub is_symint: bool,
}

impl<'a> Wanted<'a> {
    /// The kernel of an operator. `None` if there is no such operator.
    pub fn of(registry: &Registry, backend: &Backend, operator: &'a Spanned<OperatorName>) -> Option<Self> {
        let function = function_of(registry, &operator.value)?;
        let is_symint = backend.symint.iter().any(|symint| symint.value == operator.value);
        let plain = function.entry.func.cpp_name();
        let with_suffix = format!("{plain}{SYMINT}");
        let (name, other_name) = if is_symint { (with_suffix, plain) } else { (plain, with_suffix) };
        let signature = Signature { name, ..backend_kernel(function, is_symint) };
        let text = format!("{} {}({});", signature.returns, signature.name, signature.defined());
        let read = kernels(&text).into_iter().next()?;
        Some(Wanted { operator, signature, read, other_name, is_symint })
    }

    /// The definition in C++, without a body.
    pub fn definition(&self, class: &str) -> String {
        let Signature { name, returns, .. } = &self.signature;
        format!("{returns} {class}::{name}({})", self.signature.defined())
    }
}

/// A function that C++ declares or defines.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// The class that it is a function of; empty if there is none.
    pub class: String,
    /// The name.
    pub name: String,
    /// The type of the result, without namespaces and specifiers.
    pub returns: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// True for a definition.
    pub has_body: bool,
    /// Where its name is.
    pub range: Range<usize>,
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The type, without namespaces.
    pub ty: String,
    /// The type as it is written.
    pub written: String,
    /// Where it is.
    pub range: Range<usize>,
}

/// Words before a function's name that are no part of the type of the result.
const SPECIFIERS: [&str; 6] = ["static", "inline", "virtual", "constexpr", "extern", "explicit"];

/// The functions that a text declares or defines.
pub fn kernels(text: &str) -> Vec<Kernel> {
    let mut kernels = Vec::new();
    cpp::read(text, &mut |found: Found| {
        let Item::Function(function) = &found.item else { return };
        let full = found.full_name(&function.name.concat());
        let mut scopes = full.rsplit("::");
        let name = scopes.next().unwrap_or_default().to_owned();
        let parameters = function.parameters();
        let parameters = parameters.iter().filter(|parameter| parameter.ty != ["void"]).map(|parameter| {
            let range = found.origin.range(parameter.tokens);
            let ty_range = found.origin.range(parameter.ty);
            let written = text.get(ty_range).unwrap_or_default();
            Parameter { ty: cpp::tokens::type_text(parameter.ty), written: written.to_owned(), range }
        });
        let before: Vec<&str> = function.before.iter().copied().filter(|token| !SPECIFIERS.contains(token)).collect();
        kernels.push(Kernel {
            class: scopes.next().unwrap_or_default().to_owned(),
            name,
            returns: cpp::tokens::type_text(&before),
            parameters: parameters.collect(),
            has_body: function.has_body,
            range: found.origin.range(function.name),
        });
    });
    kernels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_the_class_that_they_are_defined_in_or_for() {
        let text = "namespace a {\nstruct K final {\n  static Tensor f(int x) { return {}; }\n  static void g();\n};\n\
                    inline int a::K::h(void) { return 0; }\n}\nTensor f(int x);";
        let shown = |kernel: &Kernel| {
            let Kernel { class, name, returns, parameters, has_body, .. } = kernel;
            format!("{returns} {class}::{name}/{} {has_body}", parameters.len())
        };
        let found: Vec<String> = kernels(text).iter().map(shown).collect();
        assert_eq!(found, ["Tensor K::f/1 true", "void K::g/0 false", "int K::h/0 true", "Tensor ::f/1 false"]);
    }
}
