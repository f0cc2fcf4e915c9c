//! C++ that all targets write alike.

use spec::Element;

/// The type of one element of an attribute, without a namespace where the framework has one of its own for it.
pub fn element(element: Element) -> &'static str {
    match element {
        Element::Bool => "bool",
        Element::Int => "int",
        Element::Int32 => "int32_t",
        Element::Int64 => "int64_t",
        Element::Long => "long",
        Element::Size => "size_t",
        Element::Float => "float",
        Element::Double => "double",
        Element::Str => "std::string",
        Element::Scalar(_) => "Scalar",
        Element::IntArray => "IntArray",
        Element::Place => "Place",
        Element::DataLayout => "DataLayout",
        Element::DataType => "DataType",
    }
}

/// A list of parameters, arguments or types.
pub fn joined(items: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::new();
    for item in items {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(item.as_ref());
    }
    text
}

/// What a function returns, by the types of its results: the only one itself, several as a tuple.
pub fn return_type(results: &[String]) -> String {
    match results {
        [one] => one.clone(),
        several => format!("std::tuple<{}>", joined(several)),
    }
}

/// A reference to a tensor or list, which may be absent or written to.
pub fn reference(held: &str, optional: bool, mutable: bool) -> String {
    let held = if optional { format!("paddle::optional<{held}>") } else { held.to_owned() };
    if mutable { format!("{held}&") } else { format!("const {held}&") }
}

/// A namespace in front of a name.
pub fn prefix(namespace: Option<&str>) -> String {
    namespace.map_or(String::new(), |namespace| format!("{namespace}::"))
}
