//! What the types of the YAML are in C++. To be removed: only the text forms of `Variant` use it.

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
