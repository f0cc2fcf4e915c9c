//! One sentence about each type, for editors.

use crate::types::{AttrType, Element, ScalarElement, TensorType};

/// What a type in the YAML means. `None` if there is no such type.
pub fn type_about(name: &str) -> Option<String> {
    if let Ok(tensor) = name.parse::<TensorType>() {
        let list = "a list of tensors; as an output, it has an expression for its length: `Tensor[](out){x.size()}`";
        return Some(if tensor.is_list() { list } else { "a tensor" }.to_owned());
    }
    let ty: AttrType = name.parse().ok()?;
    let about = match ty.element {
        Element::Bool => "a boolean".to_owned(),
        Element::Int | Element::Int32 => "a 32-bit integer".to_owned(),
        Element::Int64 => "a 64-bit integer".to_owned(),
        Element::Long => "an integer, as C++'s `long`".to_owned(),
        Element::Size => "a size, which is never negative".to_owned(),
        Element::Float => "a 32-bit floating-point number".to_owned(),
        Element::Double => "a 64-bit floating-point number".to_owned(),
        Element::Str => "text; in C++, a `std::string`".to_owned(),
        Element::Scalar(stored) => scalar(stored),
        Element::IntArray => "integers, such as a shape or axes; in programs, a tensor may provide them".to_owned(),
        Element::Place => "the device that computes the outputs".to_owned(),
        Element::DataLayout => "the memory layout of a tensor".to_owned(),
        Element::DataType => "the type of a tensor's elements".to_owned(),
        Element::Generator => "a generator of random numbers".to_owned(),
    };
    Some(if ty.list { format!("a list, each item of which is {about}") } else { about })
}

fn scalar(stored: Option<ScalarElement>) -> String {
    let about = "a number whose type is known only at run time; in programs, a tensor with one element may provide it";
    let stored = stored.map(|stored| match stored {
        ScalarElement::Bool => "bool",
        ScalarElement::Int => "int",
        ScalarElement::Int64 => "int64_t",
        ScalarElement::Float => "float",
        ScalarElement::Double => "double",
    });
    stored.map_or(about.to_owned(), |stored| format!("{about}. Programs store it as `{stored}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_sentence() {
        for name in AttrType::names().chain(TensorType::NAMES.iter().copied()) {
            assert!(type_about(name).is_some(), "{name}");
        }
        assert_eq!(type_about("Tensr"), None);
    }
}
