//! Compares the parameters of a C++ function with those that the YAML implies.

use crate::index::{Declared, DeclaredParameter};
use profile::CppSources;

use crate::expected::{Expected, ExpectedType};

/// How a function differs from what the YAML implies.
#[derive(Debug, PartialEq, Eq)]
pub enum Difference {
    /// The number of parameters. The position is that of the first parameter that has no counterpart.
    Count {
        /// The position in the YAML's list, if the YAML has more.
        surplus: Option<usize>,
        /// The position in the function's list, if the function has more.
        missing: Option<usize>,
    },
    /// The type of a parameter.
    Type {
        /// The position.
        at: usize,
    },
    /// Two parameters have each other's names.
    Order {
        /// The position of the first.
        at: usize,
        /// The position of the second.
        other: usize,
    },
}

impl Difference {
    /// Which difference is the likelier one: overloads differ in the number of their parameters.
    pub fn weight(&self) -> u8 {
        match self {
            Difference::Order { .. } => 0,
            Difference::Type { .. } => 1,
            Difference::Count { .. } => 2,
        }
    }
}

/// Compares a function with the expected parameters. `parameters` are those after a context.
pub fn difference(
    parameters: &[DeclaredParameter],
    expected: &[Expected],
    settings: &CppSources,
) -> Option<Difference> {
    if parameters.iter().any(|parameter| parameter.ty.contains("...")) {
        return None;
    }
    let fits = |at: usize, to: usize| accepts(&parameters[at].ty, &expected[to].ty, settings);
    let required = parameters.len() - omittable(parameters, expected.len(), settings);
    if required != expected.len() {
        let shorter = required.min(expected.len());
        let names = |at: usize| parameters[at].name == expected[at].name || expected[at].name.is_empty();
        let first = (0..shorter).find(|at| !fits(*at, *at) || !names(*at)).unwrap_or(shorter);
        return Some(match required > expected.len() {
            true => Difference::Count { surplus: None, missing: Some(first) },
            false => Difference::Count { surplus: Some(first), missing: None },
        });
    }
    if let Some(at) = (0..required).find(|at| !fits(*at, *at)) {
        return Some(Difference::Type { at });
    }
    let is_swapped = |at: usize, other: usize| {
        let (one, two) = (&expected[at].name, &expected[other].name);
        !one.is_empty() && one != two && *one == parameters[other].name && *two == parameters[at].name
    };
    let pairs = (0..required).flat_map(|at| (at + 1..required).map(move |other| (at, other)));
    pairs.into_iter().find(|(at, other)| is_swapped(*at, *other)).map(|(at, other)| Difference::Order { at, other })
}

/// How many of the last parameters the caller leaves out.
fn omittable(parameters: &[DeclaredParameter], given: usize, settings: &CppSources) -> usize {
    let is_optional = |parameter: &&DeclaredParameter| parameter.has_default || parameter.ty == settings.meta_config;
    let most = parameters.iter().rev().take_while(is_optional).count();
    most.min(parameters.len().saturating_sub(given))
}

/// The parameters after the context.
pub fn after_context(function: &Declared) -> &[DeclaredParameter] {
    function.parameters.get(1..).unwrap_or_default()
}

/// Whether a parameter takes an argument.
fn accepts(declared: &str, expected: &ExpectedType, settings: &CppSources) -> bool {
    let meta = &settings.meta_tensor;
    match expected {
        ExpectedType::Any => true,
        ExpectedType::Exact(ty) => same(by_value(declared), by_value(ty)),
        ExpectedType::Meta { list } => {
            let is_meta = declared.contains(meta.as_str()) && declared.starts_with("const ");
            is_meta && declared.contains("vector<") == *list
        }
        ExpectedType::MetaResult { list } => {
            let is_meta = declared.contains(&format!("{meta}*")) && !declared.contains(&format!("const {meta}*"));
            is_meta && declared.contains("vector<") == *list
        }
        ExpectedType::Converted(ty) => converts(plain(ty), plain(declared)),
    }
}

/// Whether two names are those of the same type.
pub fn same(one: &str, other: &str) -> bool {
    one == other || one.replace("int32_t", "int") == other.replace("int32_t", "int")
}

/// A type without a `const` that does not matter to callers.
pub fn by_value(ty: &str) -> &str {
    match ty.ends_with(['&', '*']) {
        true => ty,
        false => ty.trim_start_matches("const "),
    }
}

/// A type without `const` and `&`.
fn plain(ty: &str) -> &str {
    ty.trim_start_matches("const ").trim_end_matches('&')
}

/// Numbers, which C++ converts into each other.
const NUMBERS: &[&str] = &["bool", "int", "int64_t", "int32_t", "float", "double", "size_t", "uint64_t", "unsigned"];

/// Whether C++ converts a value of one type to the other.
fn converts(from: &str, to: &str) -> bool {
    let is_number = |ty: &str| NUMBERS.contains(&ty);
    let optional = |ty: &str| ty.strip_prefix("optional<").and_then(|ty| ty.strip_suffix('>')).map(str::to_owned);
    from == to
        || (is_number(from) && is_number(to))
        || (to == "Scalar" && is_number(from))
        || (to == "IntArray" && from.starts_with("vector<int"))
        || (from == "IntArray" && to == "vector<int64_t>")
        || optional(to).is_some_and(|to| converts(from, &to))
}
