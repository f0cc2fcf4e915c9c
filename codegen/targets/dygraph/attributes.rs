//! Attributes as the dynamic graph has them: their types by the YAML's names, and their defaults.

use serde::Serialize;
use spec::{Attr, AttrType, Element};

#[derive(Debug, Clone, Serialize)]
pub struct AttributePlan {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: AttrType,
    pub default: Option<DefaultPlan>,
}

#[derive(Debug, Clone, Serialize)]
pub struct DefaultPlan {
    /// A C++ expression.
    pub value: String,
    /// The key of the namespace that the value is in, where it is an enumerator.
    pub namespace: Option<&'static str>,
}

impl AttributePlan {
    pub fn new(attr: &Attr) -> Self {
        AttributePlan { name: attr.name.value.clone(), ty: attr.ty, default: DefaultPlan::new(attr) }
    }
}

impl DefaultPlan {
    /// `None` where the attribute has no default.
    pub fn new(attr: &Attr) -> Option<Self> {
        let namespace = match attr.ty.element {
            Element::DataLayout => Some("data_layout"),
            Element::DataType => Some("data_type"),
            _ => None,
        };
        Some(DefaultPlan { value: attr.default.as_ref()?.value.clone(), namespace })
    }
}
