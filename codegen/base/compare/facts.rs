//! Reads the declarations in C++ by their full names: functions, classes, and calls of registration macros.

use std::collections::{BTreeMap, BTreeSet};

use cpp::tokens::{is_macro, type_text};
use cpp::{Found, Function, Item};

/// Maps each declared name to its declarations. For a function, these are the types of its parameters and its result, without
/// parameter names, defaults and namespaces; for a class, the sorted names in its list of bases; for a macro, an empty string.
pub type Facts = BTreeMap<String, BTreeSet<String>>;

/// Reads the declarations in a C++ file, except for those in unnamed namespaces.
pub fn of(text: &str) -> Facts {
    let mut facts = Facts::new();
    let mut add = |found: Found| {
        if !found.is_hidden() {
            let (name, what) = declared(&found);
            facts.entry(name).or_default().insert(what);
        }
    };
    cpp::read(text, &mut add);
    facts
}

/// A name, and its declaration as text.
fn declared(found: &Found) -> (String, String) {
    match &found.item {
        Item::Function(function) => (found.full_name(&function.name.concat()), function_type(function)),
        Item::Class { name, bases } => {
            let bases: BTreeSet<&str> = cpp::base_names(bases).collect();
            (format!("class {}", found.full_name(name)), bases.into_iter().collect::<Vec<_>>().join(", "))
        }
        Item::Macro { name, arguments } => {
            let first = arguments.first().map_or(String::new(), |argument| argument.concat());
            (format!("{name}({first})"), String::new())
        }
    }
}

/// Words in a declaration that are not part of its type.
const SPECIFIERS: &[&str] =
    &["inline", "static", "virtual", "explicit", "constexpr", "extern", "friend", "typename", "public", "override"];

fn function_type(function: &Function) -> String {
    let types: Vec<String> = function.parameters().iter().map(cpp::Parameter::type_text).collect();
    // Such as the macro that exports a function from a shared library.
    let is_specifier = |token: &str| SPECIFIERS.contains(&token) || (is_macro(token) && token.contains('_'));
    let returned: Vec<&str> = function.before.iter().copied().filter(|token| !is_specifier(token)).collect();
    format!("({}) -> {}", types.join(", "), type_text(&returned))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(text: &str) -> Vec<String> {
        let named = |(name, all): (String, BTreeSet<String>)| {
            all.into_iter().map(move |what| format!("{name} {what}")).collect::<Vec<_>>()
        };
        of(text).into_iter().flat_map(named).collect()
    }

    #[test]
    fn functions_have_types_but_no_names_of_parameters() {
        let text = "namespace a { namespace b {\nPADDLE_API std::tuple<Tensor, Tensor> f(const phi::Tensor& x, std::vector<int> axes = {1, 2}, \
                    DataType = DataType::INT64);\ntemplate <typename T> inline T& g() { if (x) { return y; } }\n}}\nvoid C::m(int) const {}\n\
                    template <> Tensor h<Lazy<int>>(int);";
        let expected = [
            "C::m (int) -> void",
            "a::b::f (const Tensor&, vector<int>, DataType) -> tuple<Tensor,Tensor>",
            "a::b::g () -> T&",
            "h<Lazy<int>> (int) -> Tensor",
        ];
        assert_eq!(facts(text), expected);
    }

    #[test]
    fn classes_have_bases_and_members() {
        let text = "class EXPORT_API Node final : public a::Base<int> {\n public:\n  Node() : Base(1), x_{2} { f(); }\n  ~Node() override = default;\n  \
                    bool operator()(int a);\n private:\n  int x_ = g(1);\n};\nstruct A;\nint after(void);";
        let expected = [
            "Node::Node () -> ",
            "Node::operator() (int) -> bool",
            "Node::~Node () -> ",
            "after (void) -> int",
            "class Node Base, int",
        ];
        assert_eq!(facts(text), expected);
    }

    #[test]
    fn macros_register_names() {
        let text = "REGISTER_OPERATOR(relu, ops::A, ops::B<x, y>);\nDECLARE_ID(a::Op)\nDECLARE_ID(b::Op)\nstatic const int table[] = {f(1)};\nvoid f();";
        assert_eq!(
            facts(text),
            ["DECLARE_ID(a::Op) ", "DECLARE_ID(b::Op) ", "REGISTER_OPERATOR(relu) ", "f () -> void"]
        );
    }

    #[test]
    fn hidden_names_are_not_declared() {
        assert_eq!(
            facts(
                "namespace { void f(); }\nextern \"C\" { void g(int x); }\nenum class E { A };\nusing T = void(int);"
            ),
            ["g (int) -> void"]
        );
    }

    #[test]
    fn broken_code_does_not_panic() {
        for text in [
            "}}}",
            "((((",
            "class",
            "template <",
            "X(",
            "\"",
            "f(",
            "operator",
            "~",
            "::(",
            "a::(",
            "{",
            "namespace",
            "R\"x",
        ] {
            of(text);
        }
    }
}
