//! Type hints that no schema says, as data.

use indexmap::IndexMap;
use serde::Deserialize;

/// Hints by name: each is `[@DECORATOR] [NAME](ARGUMENTS) [-> RESULT]  [# COMMENT]`, or `: TYPE` for an attribute. A name without hints
/// is as if it were not there.
pub type HandHints = IndexMap<String, Vec<String>>;

/// The parts of the stubs that are written by hand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hints {
    /// True if a named tuple and its function are two public names of one spelling.
    pub repeats_names: bool,
    /// True if every list of tensors may be `None`, whatever its schema says. Otherwise, every argument called `out` may be.
    pub lists_may_be_absent: bool,
    /// True if functions that write to a list of tensors return it, although their schemas return nothing.
    pub inplace_foreach_returns_self: bool,
    /// The type of a number.
    pub number: String,
    /// The types of elements of tensors.
    pub dtypes: Vec<String>,
    /// The classes of tensors with one type of elements.
    pub legacy_classes: Vec<String>,
    /// Names whose hints are not made from their schemas.
    pub without_hints: Vec<String>,
    /// Python's operators that tensors have, without the underscores of their methods.
    pub operator_names: Vec<String>,
    /// The modes of dispatch that Python code can enter.
    pub dispatch_modes: Vec<String>,
    /// The types that index a tensor.
    pub index_types: Vec<String>,
    /// The types in sequences that index a tensor.
    pub nested_index_types: Vec<String>,
    /// Functions of `torch`.
    pub functions: HandHints,
    /// Methods and attributes of tensors.
    pub methods: HandHints,
    /// Methods of tensors for Python's operators.
    pub operators: HandHints,
    /// Functions of `torch._C._nn`.
    pub nn: HandHints,
    /// Functions of `torch.nn.functional` that choose between two others.
    pub functional: HandHints,
    /// Names that `torch.nn.functional` imports, by module: `NAME`, or `NAME as OTHER`.
    pub functional_imports: IndexMap<String, Vec<String>>,
}

impl Hints {
    /// The tables of functions and methods with their names in a profile.
    pub fn of_operators(&self) -> [(&'static str, &HandHints); 3] {
        [("functions", &self.functions), ("methods", &self.methods), ("nn", &self.nn)]
    }
}

/// The names of the arguments of a hint. Those without a type, such as `self` and `*`, are left out.
pub fn argument_names(hint: &str) -> Vec<&str> {
    let Some((_, arguments)) = hint.split_once('(') else { return Vec::new() };
    let (mut depth, mut start, mut names) = (0, 0, Vec::new());
    for (at, byte) in arguments.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            _ => {}
        }
        if depth < 0 || depth == 0 && byte == b',' {
            let name = arguments[start..at].split_once(':').map(|(name, _)| name.trim());
            names.extend(name.filter(|name| !name.is_empty()));
            start = at + 1;
        }
        if depth < 0 {
            break;
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::argument_names;

    #[test]
    fn arguments_have_names() {
        let names =
            argument_names("@staticmethod f(self, *size: _int, x: Literal[1, 2] = 1, *, y: Z) -> None  # (a: B)");
        assert_eq!(names, ["*size", "x", "y"]);
        assert!(argument_names("()").is_empty() && argument_names(": _bool").is_empty());
    }
}
