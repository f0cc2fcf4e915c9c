//! The signatures that kernels must have, and those that C++ defines.

use std::collections::BTreeSet;
use std::ops::Range;

use cpp::{Found, Function, Item, PastedName};
use source::Spanned;
use torch_cpp::{Signature, backend_kernel, structured_class};
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
        let read = read(&signature)?;
        Some(Wanted { operator, signature, read, other_name, is_symint })
    }

    /// The definition in C++, without a body.
    pub fn definition(&self, class: &str) -> String {
        let Signature { name, returns, .. } = &self.signature;
        format!("{returns} {class}::{name}({})", self.signature.defined())
    }
}

/// A signature as C++ would be read.
pub fn read(signature: &Signature) -> Option<Kernel> {
    let Signature { name, returns, .. } = signature;
    CppFile::of(&format!("{returns} {name}({});", signature.defined())).kernels.into_iter().next()
}

/// A function that C++ declares or defines.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// The namespaces and classes that it is in, with `::` between them.
    pub scope: String,
    /// The name.
    pub name: String,
    /// The type of the result, without namespaces and specifiers.
    pub returns: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// True for a definition.
    pub has_body: bool,
    /// True for `static`.
    pub is_static: bool,
    /// True for a template, or if macros stand for parameters: then nothing is known of the parameters.
    pub is_generic: bool,
    /// Where its name is.
    pub range: Range<usize>,
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// The name; empty if it has none.
    pub name: String,
    /// The type, without namespaces.
    pub ty: String,
    /// The type as it is written.
    pub written: String,
    /// Where it is.
    pub range: Range<usize>,
}

impl Kernel {
    /// The innermost class or namespace; empty if there is none.
    pub fn class(&self) -> &str {
        self.scope.rsplit("::").next().unwrap_or_default()
    }
}

/// Words before a function's name that are no part of the type of the result.
const SPECIFIERS: [&str; 6] = ["static", "inline", "virtual", "constexpr", "extern", "explicit"];

/// Macros whose calls are names of functions: of which function of the class of a structured kernel. The name of the class follows
/// from the arguments.
const STRUCTURED_MACROS: [(&str, &str); 5] = [
    ("TORCH_META_FUNC", META),
    ("TORCH_META_FUNC2", META),
    ("TORCH_PRECOMPUTE_META_FUNC", META),
    ("TORCH_PRECOMPUTE_META_FUNC2", META),
    ("TORCH_IMPL_FUNC", IMPL),
];

/// The function of a structured kernel that computes what the results look like.
pub const META: &str = "meta";
/// The function that computes the results.
pub const IMPL: &str = "impl";

/// What is read of a C++ file.
#[derive(Debug, Default)]
pub struct CppFile {
    /// The functions that it declares or defines.
    pub kernels: Vec<Kernel>,
    /// The names in calls of macros that are defined elsewhere. They may define functions with such names.
    pub words_of_macros: BTreeSet<String>,
    /// The names that macros of the file make for others: their beginnings and endings.
    pub pasted_names: Vec<(String, String)>,
}

impl CppFile {
    /// Reads a file.
    pub fn of(text: &str) -> Self {
        let mut read = CppFile::default();
        cpp::read(text, &mut |found: Found| match &found.item {
            Item::Function(function) => read.kernels.extend(kernel(text, &found, function)),
            Item::Macro { arguments, .. } => {
                let words = arguments.iter().flat_map(|argument| argument.iter());
                read.words_of_macros
                    .extend(words.filter(|word| cpp::tokens::is_name(word)).map(|word| (*word).to_owned()));
            }
            Item::Class { .. } => {}
        });
        for PastedName { macro_name, prefix, suffix } in cpp::pasted_names(text) {
            if read.words_of_macros.contains(&macro_name) {
                read.pasted_names.push((prefix, suffix));
            }
        }
        read
    }
}

/// `None` for a function that other files cannot call.
fn kernel(text: &str, found: &Found, function: &Function) -> Option<Kernel> {
    if found.is_hidden() {
        return None;
    }
    let name = match function.name {
        [macro_name, "(", arguments @ .., ")"] => {
            let (_, member) = STRUCTURED_MACROS.iter().find(|(known, _)| known == macro_name)?;
            let arguments: Vec<String> = cpp::tokens::split(arguments).into_iter().map(|part| part.concat()).collect();
            format!("{}::{member}", structured_class(&arguments.join("_")))
        }
        name => name.concat(),
    };
    let full = found.full_name(&name);
    let (scope, name) = full.rsplit_once("::").unwrap_or(("", &full));
    let parameters = function.parameters();
    let parameters = parameters.iter().filter(|parameter| parameter.ty != ["void"]).map(|parameter| {
        let range = found.origin.range(parameter.tokens);
        let written = text.get(found.origin.range(parameter.ty)).unwrap_or_default();
        let (name, ty) = (parameter.name.unwrap_or_default().to_owned(), cpp::tokens::type_text(parameter.ty));
        Parameter { name, ty, written: written.to_owned(), range }
    });
    let is_specifier = |token: &str| SPECIFIERS.contains(&token) || cpp::tokens::is_macro(token);
    let before: Vec<&str> = function.before.iter().copied().filter(|token| !is_specifier(token)).collect();
    Some(Kernel {
        scope: scope.trim_start_matches("::").to_owned(),
        name: name.to_owned(),
        returns: cpp::tokens::type_text(&before),
        parameters: parameters.collect(),
        has_body: function.has_body,
        is_static: function.before.contains(&"static"),
        is_generic: !function.template.is_empty()
            || function.parameters.iter().any(|token| cpp::tokens::is_macro(token)),
        range: found.origin.range(function.name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_the_class_that_they_are_defined_in_or_for() {
        let text = "namespace a {\nstruct K final {\n  static Tensor f(int x) { return {}; }\n  static void g();\n};\n\
                    inline int a::K::h(void) { return 0; }\n}\nTensor f(int x);";
        let shown = |kernel: &Kernel| {
            let Kernel { scope, name, returns, parameters, has_body, .. } = kernel;
            format!("{returns} {scope}::{name}/{} {has_body}", parameters.len())
        };
        let found: Vec<String> = CppFile::of(text).kernels.iter().map(shown).collect();
        assert_eq!(
            found,
            ["Tensor a::K::f/1 true", "void a::K::g/0 false", "int a::a::K::h/0 true", "Tensor ::f/1 false"]
        );
    }
}
