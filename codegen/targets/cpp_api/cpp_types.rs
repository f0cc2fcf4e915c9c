//! What the types of the YAML are in C++: in API functions and in kernels.

use super::held::Held;
use crate::cpp;
use spec::{AttrType, Element, TensorType};

/// The type of an attribute in an API function.
pub fn api_attr(ty: AttrType, optional: bool) -> String {
    let value = cpp::element(ty.element);
    match (ty.list, optional) {
        (true, _) => format!(
            "const std::vector<{}>&",
            if matches!(ty.element, Element::Scalar(_)) { "phi::Scalar" } else { value }
        ),
        (false, true) if by_reference(ty.element) => format!("paddle::optional<const {value}&>"),
        (false, true) => format!("paddle::optional<{value}>"),
        (false, false) if by_reference(ty.element) => format!("const {value}&"),
        (false, false) => value.to_owned(),
    }
}

/// The type of an attribute in a kernel.
pub fn kernel_attr(ty: AttrType, optional: bool) -> String {
    match ty.element {
        Element::IntArray => "const phi::IntArray&".to_owned(),
        Element::Scalar(_) if !ty.list => "const phi::Scalar&".to_owned(),
        _ => api_attr(ty, optional),
    }
}

/// An attribute as it is handed to a kernel.
pub fn kernel_attr_value(ty: AttrType, name: &str) -> String {
    match ty.element {
        Element::IntArray => format!("phi::IntArray({name})"),
        Element::Scalar(_) if !ty.list => format!("phi::Scalar({name})"),
        _ => name.to_owned(),
    }
}

/// The type of a number or truth value that the YAML hands to a kernel.
pub fn literal(text: &str) -> &'static str {
    match text {
        "true" | "false" => "bool",
        _ if text.parse::<i64>().is_ok() => "int",
        _ => "float",
    }
}

fn by_reference(element: Element) -> bool {
    matches!(element, Element::Str | Element::Scalar(_) | Element::IntArray | Element::Place)
}

/// A tensor or list by value, as API functions return them.
pub fn api_tensor(ty: TensorType) -> &'static str {
    if ty.is_list() { "std::vector<Tensor>" } else { "Tensor" }
}

/// How an API function takes a tensor: inplace ones may be written to.
pub fn api_input(ty: TensorType, optional: bool, inplace: bool) -> String {
    cpp::reference(api_tensor(ty), optional, inplace)
}

/// How a kernel takes a tensor.
pub fn kernel_input(ty: TensorType, optional: bool, held: Held) -> String {
    let class = held.class();
    match (ty.is_list(), optional) {
        (false, false) => format!("const {class}&"),
        (false, true) => format!("const paddle::optional<{class}>&"),
        (true, false) => format!("const std::vector<const {class}*>&"),
        (true, true) => format!("const paddle::optional<std::vector<const {class}*>>&"),
    }
}

pub fn kernel_output(ty: TensorType, held: Held) -> String {
    let class = held.class();
    if ty.is_list() { format!("std::vector<{class}*>") } else { format!("{class}*") }
}
