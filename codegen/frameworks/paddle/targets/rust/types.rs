//! The types of attributes, which become enum variants in the generated file.

use serde::Serialize;
use spec::{AttrType, Element, ScalarElement};

/// A type of attribute.
#[derive(Debug, Serialize)]
pub struct TypePlan {
    /// The name in the YAML.
    name: String,
    variant: String,
}

/// All types.
pub fn all() -> Vec<TypePlan> {
    let types = AttrType::names().filter_map(|name| name.parse().ok());
    types.map(|ty: AttrType| TypePlan { name: ty.to_string(), variant: variant(ty) }).collect()
}

/// The name of a type's enum variant.
pub fn variant(ty: AttrType) -> String {
    let element = match ty.element {
        Element::Bool => "Bool",
        Element::Int => "Int",
        Element::Int32 => "Int32",
        Element::Int64 => "Int64",
        Element::Long => "Long",
        Element::Size => "Size",
        Element::Float => "Float",
        Element::Double => "Double",
        Element::Str => "Str",
        Element::Scalar(None) => "Scalar",
        Element::Scalar(Some(ScalarElement::Bool)) => "ScalarBool",
        Element::Scalar(Some(ScalarElement::Int)) => "ScalarInt",
        Element::Scalar(Some(ScalarElement::Int64)) => "ScalarInt64",
        Element::Scalar(Some(ScalarElement::Float)) => "ScalarFloat",
        Element::Scalar(Some(ScalarElement::Double)) => "ScalarDouble",
        Element::IntArray => "IntArray",
        Element::Place => "Place",
        Element::DataLayout => "DataLayout",
        Element::DataType => "DataType",
        Element::Generator => "Generator",
    };
    let plural = if ty.list { "s" } else { "" };
    format!("{element}{plural}")
}
