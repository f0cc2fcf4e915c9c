//! Which of the framework's functions reads an attribute of a type out of a Python object.

use serde::Serialize;

use spec::{AttrType, Element};

/// A function that reads a Python object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cast {
    pub function: &'static str,
    /// What it returns, in C++.
    pub returns: &'static str,
    /// The framework has no function for the type: the runtime header makes this one of another.
    pub own: bool,
}

const fn cast(function: &'static str, returns: &'static str) -> Cast {
    Cast { function, returns, own: false }
}

/// The function for a type.
pub fn of(ty: AttrType) -> Cast {
    if ty.list { of_list(ty.element) } else { of_one(ty.element) }
}

fn of_one(element: Element) -> Cast {
    match element {
        Element::Bool => cast("CastPyArg2Boolean", "bool"),
        Element::Int | Element::Int32 => cast("CastPyArg2Int", "int"),
        Element::Int64 | Element::Long | Element::Size => cast("CastPyArg2Long", "int64_t"),
        Element::Float => cast("CastPyArg2Float", "float"),
        Element::Double => cast("CastPyArg2Double", "double"),
        Element::Str => cast("CastPyArg2String", "std::string"),
        Element::Scalar(_) => cast("CastPyArg2Scalar", "paddle::experimental::Scalar"),
        Element::IntArray => cast("CastPyArg2IntArray", "paddle::experimental::IntArray"),
        Element::Place => cast("CastPyArg2Place", "paddle::Place"),
        Element::DataType => cast("CastPyArg2DataType", "phi::DataType"),
        Element::DataLayout => Cast { own: true, ..cast("CastPyArg2DataLayout", "phi::DataLayout") },
    }
}

/// Types that the YAML does not know lists of are read as the nearest list that it knows.
fn of_list(element: Element) -> Cast {
    match element {
        Element::Bool => cast("CastPyArg2Booleans", "std::vector<bool>"),
        Element::Int | Element::Int32 => cast("CastPyArg2Ints", "std::vector<int>"),
        Element::Float => cast("CastPyArg2Floats", "std::vector<float>"),
        Element::Double => cast("CastPyArg2Float64s", "std::vector<double>"),
        Element::Str => cast("CastPyArg2Strings", "std::vector<std::string>"),
        Element::Scalar(_) => cast("CastPyArg2ScalarArray", "std::vector<phi::Scalar>"),
        Element::Int64
        | Element::Long
        | Element::Size
        | Element::IntArray
        | Element::Place
        | Element::DataLayout
        | Element::DataType => cast("CastPyArg2Longs", "std::vector<int64_t>"),
    }
}

/// Every function that some type needs, by name.
pub fn all() -> Vec<Cast> {
    let mut casts: Vec<Cast> = AttrType::names().filter_map(|name| name.parse().ok()).map(of).collect();
    casts.sort_unstable();
    casts.dedup();
    casts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_has_one_return_type() {
        let casts = all();
        assert!(casts.windows(2).all(|pair| pair[0].function != pair[1].function), "{casts:?}");
    }
}
