//! Which operators Python can call, and where.

use torch_profile::Profile;
use torch_registry::Function;
use torch_registry::tags::{GENERATED, VIEW_COPY};

/// True if the profile does not exclude a function from Python, and it is not one that only C++ has.
pub fn is_bound(function: &Function, profile: &Profile) -> bool {
    if function.has_tag(GENERATED) && !function.has_tag(VIEW_COPY) {
        return false;
    }
    let (func, names) = (&function.entry.func, &profile.names);
    let name = func.cpp_name();
    let is_skipped = names.skip_python_bindings.iter().any(|pattern| matches(pattern, &name));
    !is_skipped && !names.skip_python_binding_signatures.contains(&func.to_string())
}

/// True for a function of the module `torch` itself.
pub fn is_function(function: &Function) -> bool {
    function.entry.python_module.is_none() && function.entry.variants.function
}

/// True for a method of tensors.
pub fn is_method(function: &Function) -> bool {
    function.entry.python_module.is_none() && function.entry.variants.method
}

/// True for a function of one of the modules of `torch`.
pub fn is_of_module(function: &Function, module: &str) -> bool {
    function.entry.python_module.as_ref().is_some_and(|known| known.value == module)
}

/// True if a whole text matches a pattern: a regular expression made of characters, `.`, groups with alternatives, `?` and `*`.
pub fn matches(pattern: &str, text: &str) -> bool {
    let Some((atom, rest)) = first_atom(pattern) else { return text.is_empty() };
    let after = |rest: &str| atom.ends(text, rest);
    match rest.as_bytes().first() {
        Some(b'?') => matches(&rest[1..], text) || after(&rest[1..]),
        Some(b'*') => matches(&rest[1..], text) || after(pattern),
        _ => after(rest),
    }
}

/// The first part of a pattern.
enum Atom<'a> {
    Any,
    Char(char),
    Group(&'a str),
}

impl Atom<'_> {
    /// True if a text begins with the atom, and what follows matches `rest`.
    fn ends(&self, text: &str, rest: &str) -> bool {
        let mut letters = text.chars();
        match self {
            Atom::Any => letters.next().is_some() && matches(rest, letters.as_str()),
            Atom::Char(letter) => letters.next() == Some(*letter) && matches(rest, letters.as_str()),
            Atom::Group(inside) => alternatives(inside).any(|one| matches(&format!("{one}{rest}"), text)),
        }
    }
}

/// The first atom of a pattern, and what follows it. `None` for an empty pattern.
fn first_atom(pattern: &str) -> Option<(Atom<'_>, &str)> {
    let mut letters = pattern.chars();
    let atom = match letters.next()? {
        '.' => Atom::Any,
        '(' => {
            let end = group_end(pattern)?;
            return Some((Atom::Group(&pattern[1..end]), &pattern[end + 1..]));
        }
        letter => Atom::Char(letter),
    };
    Some((atom, letters.as_str()))
}

/// The position of the bracket that closes the first one.
fn group_end(pattern: &str) -> Option<usize> {
    let mut depth = 0;
    pattern.bytes().position(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth == 0
    })
}

/// The alternatives of a group.
fn alternatives(inside: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    inside.split(move |letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0 && letter == '|'
    })
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_whole_names() {
        assert!(matches("to", "to") && !matches("to", "too") && !matches("to", "t"));
        assert!(matches(".*_backward", "relu_backward") && !matches(".*_backward", "relu_backward_out"));
        assert!(matches("_?sparse_(coo|csr)_tensor.*", "sparse_csr_tensor_x"));
        assert!(matches("nonzero(_(out|numpy))?", "nonzero") && matches("nonzero(_(out|numpy))?", "nonzero_numpy"));
        assert!(!matches("nonzero(_(out|numpy))?", "nonzero_static"));
    }
}
