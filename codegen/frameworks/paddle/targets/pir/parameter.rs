//! Plans the parameters of functions that build operations. `templates/pir/parameters.j2` spells them.

use profile::Profile;
use serde::Serialize;
use spec::{AttrType, Element};

use forms::pir::{Entry, PirAttr};

/// How a function takes the attributes of an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// All as C++ values.
    Values,
    /// All in a map, by their names.
    Map,
    /// Mutable attributes as operands, the others as C++ values.
    Operands,
}

/// A parameter.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Parameter {
    /// An input, or a mutable attribute that is passed as a tensor.
    Operand {
        /// The name in the YAML.
        name: String,
    },
    /// An attribute.
    Attribute(AttrParameter),
    /// All attributes by their names.
    Map,
}

/// An attribute that is given as a C++ value.
#[derive(Debug, Clone, Serialize)]
pub struct AttrParameter {
    /// The name in the YAML.
    pub name: String,
    /// The type in the YAML.
    #[serde(rename = "type")]
    pub ty: AttrType,
    /// The type of the number for a scalar.
    pub scalar: Option<String>,
    /// The default value, if there is one.
    pub default: Option<DefaultValue>,
}

/// A default value in C++, without the namespaces of its names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DefaultValue {
    /// The expression.
    pub text: String,
    /// Whether it constructs an object of a class of places.
    pub is_place: bool,
}

/// The parameters of a function that builds an operation.
pub fn parameters(entry: &Entry, form: Form, profile: &Profile) -> Vec<Parameter> {
    let operand = |name: &str| Parameter::Operand { name: name.to_owned() };
    let attribute = |attr: &PirAttr| Parameter::Attribute(AttrParameter::new(attr, profile));
    let inputs = entry.inputs().iter().map(|input| operand(&input.name.value));
    match form {
        Form::Values => inputs.chain(entry.attrs.iter().map(attribute)).collect(),
        Form::Map => inputs.chain([Parameter::Map]).collect(),
        Form::Operands => {
            let mutable = entry.mutable().map(|attr| operand(attr.name()));
            inputs.chain(mutable).chain(entry.immutable().map(attribute)).collect()
        }
    }
}

impl AttrParameter {
    /// The parameter for an attribute.
    pub fn new(attr: &PirAttr, profile: &Profile) -> Self {
        AttrParameter {
            name: attr.name().to_owned(),
            ty: attr.ty(),
            scalar: attr.scalar.clone(),
            default: attr.attr.default.as_ref().map(|default| DefaultValue::new(&default.value, attr.ty(), profile)),
        }
    }
}

impl DefaultValue {
    /// The default value of an attribute.
    pub fn new(written: &str, ty: AttrType, profile: &Profile) -> Self {
        // Only strings keep their quotes. For other types, as in `"Undefined"`, the quoted text is a name.
        let is_quote = |c: char| c == '"' || c == '\'';
        let bare = written.strip_prefix(is_quote).unwrap_or(written);
        let bare = bare.strip_suffix(is_quote).unwrap_or(bare);
        let text = if ty.is(Element::Str) { written } else { bare };
        DefaultValue { text: text.to_owned(), is_place: profile.places.iter().any(|place| text.starts_with(place)) }
    }
}
