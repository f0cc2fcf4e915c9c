//! Attributes in programs: how they are stored, and the tensors that can replace them.

use serde::Serialize;

use super::names::pascal_case;
use profile::CarrierSuffixes;
use source::Spanned;
use spec::types::yaml_name;
use spec::{Attr, AttrType, Compat, Element, MutableAttr, TensorType};

/// The carrier of an attribute's value at run time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Carrier {
    /// Only the attribute.
    Fixed,
    /// The attribute itself, which can hold a variable.
    Variable,
    /// An input with a tensor, an input with a list of tensors, or both.
    Inputs {
        /// The name of the input with one tensor.
        tensor: Option<String>,
        /// The name of the input with a list of tensors.
        tensors: Option<String>,
        /// Whether the operator declares these inputs. An argument mapping looks for them in any case.
        declared: bool,
    },
}

/// The value that programs store if an attribute is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum DefaultValue {
    /// A C++ expression of the stored type.
    Expression(String),
    /// A number that is stored as text, so that it keeps all digits.
    Text(String),
    /// An enumerator of the data types, as spelled in the YAML.
    DataType(String),
    /// The enumerator for an undefined data type.
    UndefinedDataType,
    /// An enumerator of the layouts, as spelled in the YAML.
    DataLayout(String),
    /// An expression for a place.
    Place(String),
    /// The expression for an undefined place.
    UndefinedPlace,
}

/// The entries of `op_compat.yaml` for one attribute.
#[derive(Debug, Clone, Copy, Default)]
pub struct AttrCompat<'a> {
    /// The entry under `scalar`.
    pub scalar: Option<&'a MutableAttr>,
    /// The entry under `int_array`.
    pub int_array: Option<&'a MutableAttr>,
}

impl<'a> AttrCompat<'a> {
    /// Finds the entries by the attribute's name in the YAML or in programs.
    pub fn new(compat: Option<&'a Compat>, name: &str) -> Self {
        let Some(compat) = compat else { return AttrCompat::default() };
        let renamed = || compat.attrs.iter().find(|(_, legacy)| legacy.value == name).map(|(new, _)| new.as_str());
        AttrCompat {
            scalar: compat.scalar.get(name).or_else(|| compat.scalar.get(renamed()?)),
            int_array: compat.int_array.get(name).or_else(|| compat.int_array.get(renamed()?)),
        }
    }

    /// Either entry.
    pub fn any(self) -> Option<&'a MutableAttr> {
        self.scalar.or(self.int_array)
    }
}

/// One attribute.
#[derive(Debug)]
pub struct StaticAttr<'a> {
    /// The attribute in the YAML.
    pub attr: &'a Attr,
    /// The name in programs.
    pub name: String,
    /// The stored type: a key of `[cpp.types.stored]`, which has the C++ type.
    pub stored: String,
    /// The default value, if there is one.
    pub default: Option<DefaultValue>,
    /// The carrier of its value at run time.
    pub carrier: Carrier,
    suffixes: &'a CarrierSuffixes,
}

impl<'a> StaticAttr<'a> {
    /// An attribute of an operator.
    pub fn new(attr: &'a Attr, name: String, compat: AttrCompat<'a>, suffixes: &'a CarrierSuffixes) -> Self {
        let stored = stored_type(attr, compat.any());
        let carrier = carrier(attr, compat, suffixes);
        StaticAttr { attr, name, default: default(attr, &stored), stored, carrier, suffixes }
    }

    /// The declared inputs that can carry the value, with their types.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, TensorType)> {
        let (tensor, tensors) = match &self.carrier {
            Carrier::Inputs { tensor, tensors, declared: true } => (tensor.as_deref(), tensors.as_deref()),
            _ => (None, None),
        };
        let one = tensor.map(|name| (name, TensorType::Tensor));
        one.into_iter().chain(tensors.map(|name| (name, TensorType::List)))
    }

    /// The inputs that a gradient inherits from its operator. An `IntArray` has inputs with the default names even if
    /// the attribute itself may hold a variable.
    pub fn inherited(&self) -> Vec<String> {
        match &self.carrier {
            Carrier::Variable if self.attr.ty.is(Element::IntArray) => default_inputs(self.attr, self.suffixes).into(),
            _ => self.inputs().map(|(name, _)| name.to_owned()).collect(),
        }
    }
}

/// The types that `data_type` in `op_compat` can name.
const STORED_ELEMENTS: &[Element] =
    &[Element::Bool, Element::Int, Element::Int32, Element::Int64, Element::Float, Element::Double, Element::Str];

/// The attribute's own type, or the one that `data_type` in `op_compat` names. An unknown type there is ignored, and reported
/// by a check.
fn stored_type(attr: &Attr, compat: Option<&MutableAttr>) -> String {
    let element = compat.and_then(|compat| compat.data_type.as_ref()).map(|ty| yaml_name(&ty.value));
    let is_storable = |ty: AttrType| !ty.list && STORED_ELEMENTS.contains(&ty.element);
    let element = element.filter(|element| element.parse().is_ok_and(is_storable));
    match (attr.ty.element, element) {
        (Element::IntArray, Some(element)) => format!("{element}[]"),
        (Element::Scalar(_), Some(element)) if !attr.ty.list => element.to_owned(),
        _ => attr.ty.to_string(),
    }
}

fn default(attr: &Attr, stored: &str) -> Option<DefaultValue> {
    let written = attr.default.as_ref()?.value.as_str();
    Some(match attr.ty.element {
        Element::DataType => match unqualified(written, "DataType") {
            (_, "UNDEFINED") => DefaultValue::UndefinedDataType,
            (value, _) => DefaultValue::DataType(value.to_owned()),
        },
        Element::DataLayout => DefaultValue::DataLayout(unqualified(written, "DataLayout").0.to_owned()),
        Element::Place if written == "{}" => DefaultValue::UndefinedPlace,
        Element::Place => DefaultValue::Place(written.to_owned()),
        Element::Scalar(_) if is_text(stored) && !written.starts_with('"') => DefaultValue::Text(written.to_owned()),
        _ => DefaultValue::Expression(written.to_owned()),
    })
}

fn is_text(stored: &str) -> bool {
    stored.parse().is_ok_and(|ty: AttrType| ty.is(Element::Str))
}

/// An enumerator without namespaces, first with and then without the name of its enumeration.
fn unqualified<'t>(written: &'t str, enumeration: &str) -> (&'t str, &'t str) {
    match written.find(enumeration) {
        Some(at) => (&written[at..], written[at + enumeration.len()..].trim_start_matches(':')),
        None => (written, written),
    }
}

fn carrier(attr: &Attr, compat: AttrCompat, suffixes: &CarrierSuffixes) -> Carrier {
    let is_list = attr.ty.is(Element::IntArray);
    let of_kind = if is_list { compat.int_array } else { compat.scalar };
    if !is_list && !matches!(attr.ty.element, Element::Scalar(_)) {
        return Carrier::Fixed;
    }
    let [tensor, tensors] = default_inputs(attr, suffixes);
    let by_default = Carrier::Inputs { tensor: Some(tensor), tensors: is_list.then_some(tensors), declared: true };
    let Some(compat) = of_kind else { return by_default };
    if compat.support_tensor {
        return Carrier::Variable;
    }
    let name = |name: &Option<Spanned<String>>| name.as_ref().map(|name| name.value.clone());
    match (by_default, name(&compat.tensor_name), name(&compat.tensors_name)) {
        (Carrier::Inputs { tensor, tensors, .. }, None, None) => {
            Carrier::Inputs { tensor, tensors, declared: !is_list }
        }
        (_, tensor, tensors) => Carrier::Inputs { tensor, tensors: tensors.filter(|_| is_list), declared: true },
    }
}

/// The default names of the inputs that carry an attribute: for a tensor, and for a list of tensors.
fn default_inputs(attr: &Attr, suffixes: &CarrierSuffixes) -> [String; 2] {
    let name = pascal_case(&attr.name.value);
    [format!("{name}{}", suffixes.tensor), format!("{name}{}", suffixes.tensors)]
}

#[cfg(test)]
mod tests {
    use profile::Profile;

    use super::*;

    #[test]
    fn the_profile_has_the_stored_type_of_every_attribute() {
        let profile = Profile::default();
        let stored = &profile.cpp.types["stored"];
        let elements = STORED_ELEMENTS.iter().map(|&element| AttrType::one(element).to_string());
        let lists = elements.map(|element| format!("{element}[]"));
        for name in AttrType::names().map(str::to_owned).chain(lists) {
            assert!(stored.contains_key(&name), "{name}");
        }
    }

    #[test]
    fn enumerators_are_found_behind_any_namespace() {
        assert_eq!(unqualified("phi::DataType::INT64", "DataType"), ("DataType::INT64", "INT64"));
        assert_eq!(unqualified("kDefault", "DataType"), ("kDefault", "kDefault"));
    }
}
