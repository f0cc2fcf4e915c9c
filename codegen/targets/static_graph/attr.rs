//! Attributes in programs: how they are stored, and the tensors that may come in their place.

use super::names::pascal_case;
use super::world::AttrSettings;
use crate::cpp;
use source::Spanned;
use spec::{Attr, Element, MutableAttr, TensorType};

/// What may carry an attribute's value at run time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Carrier {
    /// Nothing but the attribute.
    Fixed,
    /// The attribute itself, which may hold a variable.
    Variable,
    /// An input with one tensor, or one with a list of tensors.
    Inputs {
        tensor: Option<String>,
        tensors: Option<String>,
        /// Whether the operator has them. An argument mapping asks for them in any case.
        declared: bool,
    },
}

/// One attribute.
#[derive(Debug)]
pub struct StaticAttr<'a> {
    pub attr: &'a Attr,
    /// In programs.
    pub name: String,
    /// The C++ type it is stored as.
    pub ty: String,
    /// A C++ expression of that type.
    pub default: Option<String>,
    pub carrier: Carrier,
}

impl<'a> StaticAttr<'a> {
    pub fn new(attr: &'a Attr, name: String, settings: AttrSettings<'a>) -> Self {
        let ty = stored_type(attr, settings.any());
        StaticAttr { attr, name, default: default(attr, &ty), ty, carrier: carrier(attr, settings) }
    }

    /// The inputs of the operator that may carry the value: one tensor, or a list of them.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, TensorType)> {
        let (tensor, tensors) = match &self.carrier {
            Carrier::Inputs { tensor, tensors, declared: true } => (tensor.as_deref(), tensors.as_deref()),
            _ => (None, None),
        };
        let one = tensor.map(|name| (name, TensorType::Tensor));
        one.into_iter().chain(tensors.map(|name| (name, TensorType::List)))
    }

    /// The inputs that a gradient takes over from its operator. A list of numbers is asked for by the names that it
    /// has where nothing else is said, even where the attribute itself may hold a variable.
    pub fn inherited(&self) -> Vec<String> {
        match &self.carrier {
            Carrier::Variable if self.attr.ty.is(Element::IntArray) => default_inputs(self.attr).into(),
            _ => self.inputs().map(|(name, _)| name.to_owned()).collect(),
        }
    }
}

/// The type in the C++ of the framework's programs, which know fewer types than kernels.
fn stored_type(attr: &Attr, settings: Option<&MutableAttr>) -> String {
    let written = settings.and_then(|settings| settings.data_type.as_ref()).map(|ty| ty.value.as_str());
    match attr.ty.element {
        Element::IntArray => format!("std::vector<{}>", written.unwrap_or("int64_t")),
        Element::Scalar(_) if attr.ty.list => "std::vector<Scalar>".to_owned(),
        Element::Scalar(stored) => written.map_or_else(|| cpp::scalar_element(stored).to_owned(), str::to_owned),
        Element::Place | Element::DataLayout | Element::DataType => "int".to_owned(),
        _ => cpp::held(attr.ty),
    }
}

fn default(attr: &Attr, stored: &str) -> Option<String> {
    let written = attr.default.as_ref()?.value.as_str();
    let unqualified = |class: &str| written.find(class).map_or(written, |at| &written[at..]).to_owned();
    Some(match attr.ty.element {
        Element::DataType => match unqualified("DataType").as_str() {
            "DataType::UNDEFINED" => "-1".to_owned(),
            value => format!("static_cast<int>(framework::TransToProtoVarType(phi::{value}))"),
        },
        Element::DataLayout => format!("static_cast<int>(phi::{})", unqualified("DataLayout")),
        Element::Place if written == "{}" => "static_cast<int>(phi::Place({}).GetType())".to_owned(),
        Element::Place => format!("static_cast<int>(phi::Place(phi::{written}).GetType())"),
        // A number that keeps all its digits.
        Element::Scalar(_) if stored == "std::string" && !written.starts_with('"') => format!("\"{written}\""),
        _ => written.to_owned(),
    })
}

fn carrier(attr: &Attr, settings: AttrSettings) -> Carrier {
    let is_list = attr.ty.is(Element::IntArray);
    let of_kind = if is_list { settings.int_array } else { settings.scalar };
    if !is_list && !matches!(attr.ty.element, Element::Scalar(_)) {
        return Carrier::Fixed;
    }
    let [tensor, tensors] = default_inputs(attr);
    let by_default = Carrier::Inputs { tensor: Some(tensor), tensors: is_list.then_some(tensors), declared: true };
    let Some(settings) = of_kind else { return by_default };
    if settings.support_tensor {
        return Carrier::Variable;
    }
    let name = |name: &Option<Spanned<String>>| name.as_ref().map(|name| name.value.clone());
    match (by_default, name(&settings.tensor_name), name(&settings.tensors_name)) {
        (Carrier::Inputs { tensor, tensors, .. }, None, None) => {
            Carrier::Inputs { tensor, tensors, declared: !is_list }
        }
        (_, tensor, tensors) => Carrier::Inputs { tensor, tensors: tensors.filter(|_| is_list), declared: true },
    }
}

/// What the inputs in an attribute's place are called where nothing else is said.
fn default_inputs(attr: &Attr) -> [String; 2] {
    let name = pascal_case(&attr.name.value);
    [format!("{name}Tensor"), format!("{name}TensorList")]
}
