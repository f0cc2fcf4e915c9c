//! Attributes in the dynamic graph: their types, under the YAML's names, and their defaults.

use serde::Serialize;
use spec::{Attr, AttrType, Element};

/// An attribute.
#[derive(Debug, Clone, Serialize)]
pub struct Attribute {
    /// The name.
    pub name: String,
    /// The type in the YAML.
    #[serde(rename = "type")]
    pub ty: AttrType,
    /// The default value, if there is one.
    pub default: Option<AttributeDefault>,
}

/// The default of an attribute.
#[derive(Debug, Clone, Serialize)]
pub struct AttributeDefault {
    /// A C++ expression.
    pub value: String,
    /// If the value is an enumerator: the key of its namespace in the profile.
    pub namespace: Option<&'static str>,
}

impl Attribute {
    /// An attribute of the YAML.
    pub fn new(attr: &Attr) -> Self {
        Attribute { name: attr.name.value.clone(), ty: attr.ty, default: AttributeDefault::new(attr) }
    }
}

impl AttributeDefault {
    /// `None` if the attribute has no default.
    pub fn new(attr: &Attr) -> Option<Self> {
        let namespace = match attr.ty.element {
            Element::DataLayout => Some("data_layout"),
            Element::DataType => Some("data_type"),
            _ => None,
        };
        Some(AttributeDefault { value: attr.default.as_ref()?.value.clone(), namespace })
    }
}
