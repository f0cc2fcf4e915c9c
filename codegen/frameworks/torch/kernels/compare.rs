//! Compares the signatures of kernels.

use cpp::tokens;

use crate::files::File;
use crate::signature::{Kernel, Wanted};

/// How a kernel differs from what the operator needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// It returns another type.
    Returns,
    /// This parameter has another type.
    Parameter(usize),
    /// It has another number of parameters.
    Count,
}

/// A kernel that the YAML lists, with the definition that is meant to be it.
type Pair<'w, 'f> = (&'w Wanted<'w>, Option<(&'f File, &'f Kernel)>);

/// Each kernel of a name with its definition: one of the same signature or, failing that, one that no other kernel has.
pub fn pairs<'w, 'f>(wanted: &'w [Wanted], defined: &[(&'f File, &'f Kernel)]) -> Vec<Pair<'w, 'f>> {
    let mut free = defined.to_vec();
    let mut pairs: Vec<Pair> = Vec::new();
    for kernel in wanted {
        let same = free.iter().position(|(_, own)| difference(&kernel.read, own).is_none());
        pairs.push((kernel, same.map(|at| free.remove(at))));
    }
    for (kernel, found) in pairs.iter_mut().filter(|(_, found)| found.is_none()) {
        let nearest = (0..free.len()).min_by_key(|at| difference(&kernel.read, free[*at].1));
        *found = nearest.map(|at| free.remove(at));
    }
    pairs
}

/// How far a definition is from what is expected: the difference in the number of parameters, and the numbers of other types and of
/// other names.
pub fn distance(expected: &Kernel, own: &Kernel) -> (usize, usize, usize) {
    let pairs = || own.parameters.iter().zip(&expected.parameters);
    let returns = usize::from(!fits(&own.returns, &expected.returns));
    let types = pairs().filter(|(own, expected)| !fits(&own.ty, &expected.ty)).count() + returns;
    let names = pairs().filter(|(own, expected)| own.name != expected.name).count();
    (own.parameters.len().abs_diff(expected.parameters.len()), types, names)
}

/// The first difference of a definition. `None` if there is none.
pub fn difference(expected: &Kernel, own: &Kernel) -> Option<Difference> {
    if own.parameters.len() != expected.parameters.len() {
        return Some(Difference::Count);
    }
    let pairs = own.parameters.iter().zip(&expected.parameters);
    let differs = pairs.into_iter().position(|(own, expected)| !fits(&own.ty, &expected.ty));
    let returns = || (!fits(&own.returns, &expected.returns)).then_some(Difference::Returns);
    differs.map(Difference::Parameter).or_else(returns)
}

/// Names of types, and the types that they stand for.
const ALIASES: [(&str, &str); 7] = [
    ("IntArrayRef", "ArrayRef<int64_t>"),
    ("SymIntArrayRef", "ArrayRef<SymInt>"),
    ("TensorList", "ArrayRef<Tensor>"),
    ("DimnameList", "ArrayRef<Dimname>"),
    ("OptionalIntArrayRef", "OptionalArrayRef<int64_t>"),
    ("OptionalSymIntArrayRef", "OptionalArrayRef<SymInt>"),
    ("ITensorList", "IListRef<Tensor>"),
];

/// Words of types that kernels have. A type with another word is one of the author's, which may stand for any type.
const WORDS: [&str; 44] = [
    "const",
    "bool",
    "char",
    "int",
    "long",
    "float",
    "double",
    "void",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "size_t",
    "string",
    "string_view",
    "optional",
    "array",
    "vector",
    "tuple",
    "Tensor",
    "Scalar",
    "ScalarType",
    "Layout",
    "Device",
    "DeviceIndex",
    "MemoryFormat",
    "Generator",
    "Storage",
    "Stream",
    "QScheme",
    "Dimname",
    "SymInt",
    "SymBool",
    "ArrayRef",
    "OptionalArrayRef",
    "List",
    "IListRef",
    "ITensorListRef",
    "intrusive_ptr",
    "IntArrayRef",
    "SymIntArrayRef",
    "TensorList",
    "TensorOptions",
];

/// True if a type is the expected one, or one of the author's.
fn fits(own: &str, expected: &str) -> bool {
    let (own, expected) = (plain(own), plain(expected));
    let is_word = |word: &&str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    own == expected || own.iter().any(|word| is_word(word) && !WORDS.contains(word) && !expected.contains(word))
}

/// The tokens of a type, with other names in place of aliases, `const` before what it is about, and none that does not matter to callers.
fn plain(ty: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in tokens::of(ty) {
        match ALIASES.iter().find(|(alias, _)| *alias == word) {
            Some((_, other)) => words.extend(tokens::of(other)),
            None => words.push(word),
        }
    }
    if let [.., CONST, "&"] = words[..] {
        words.remove(words.len() - 2);
        words.insert(0, CONST);
    }
    let is_reference = words.last().is_some_and(|last| ["&", "*", "&&"].contains(last));
    if !is_reference && words.first() == Some(&CONST) {
        words.remove(0);
    }
    words
}

const CONST: &str = "const";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_fit_whatever_their_spelling() {
        assert!(fits("const Tensor&", "const Tensor &"));
        assert!(fits("Tensor const&", "const Tensor&"));
        assert!(fits("ArrayRef<int64_t>", "IntArrayRef"));
        assert!(fits("const int64_t", "int64_t"));
        assert!(fits("MyIndex", "int64_t"));
        assert!(fits("auto", "Tensor"));
        assert!(!fits("Tensor&", "const Tensor&"));
        assert!(!fits("int64_t", "SymInt"));
        assert!(!fits("const Scalar&", "double"));
        assert!(!fits("array<bool,2>", "array<bool,3>"));
    }
}
