//! How the C++ of an operation reads an attribute from a map.

use forms::pir::PirAttr;
use serde::Serialize;
use spec::AttrType;

/// An attribute that is read by its name.
#[derive(Debug, Clone, Serialize)]
pub struct AttributeRead {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: AttrType,
    pub array: bool,
    /// For a scalar, the type of the number as which it is read.
    pub scalar: Option<String>,
}

impl AttributeRead {
    pub fn new(attr: &PirAttr) -> Self {
        AttributeRead {
            name: attr.name().to_owned(),
            ty: attr.ty(),
            array: attr.is_array(),
            scalar: attr.scalar.clone(),
        }
    }
}
