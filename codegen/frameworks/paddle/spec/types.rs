//! The types of arguments and outputs.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use source::{Help, suggest};

/// One tensor, or a list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TensorType {
    /// `Tensor`.
    #[serde(rename = "Tensor")]
    Tensor,
    /// `Tensor[]`.
    #[serde(rename = "Tensor[]")]
    List,
}

impl TensorType {
    /// Every spelling.
    pub const NAMES: &'static [&'static str] = &["Tensor", "Tensor[]"];

    /// True for `Tensor[]`.
    pub fn is_list(self) -> bool {
        self == TensorType::List
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_list() { "Tensor[]" } else { "Tensor" })
    }
}

impl FromStr for TensorType {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "Tensor" => Ok(TensorType::Tensor),
            "Tensor[]" => Ok(TensorType::List),
            _ => Err(()),
        }
    }
}

/// The type of an attribute, or of the elements of one that is a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// `bool`.
    Bool,
    /// `int`.
    Int,
    /// `int32_t`.
    Int32,
    /// `int64_t`.
    Int64,
    /// `long`.
    Long,
    /// `size_t`.
    Size,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `str`, a C++ string.
    Str,
    /// A number whose type is known only at run time, with the type that programs store it as if the YAML gives one.
    Scalar(Option<ScalarElement>),
    /// A list of integers that may come from a tensor.
    IntArray,
    /// A device.
    Place,
    /// The memory layout of a tensor.
    DataLayout,
    /// The element type of a tensor.
    DataType,
    /// A generator of random numbers. Only the [marked](profile::Syntax::Marked) syntax has it.
    Generator,
}

/// The type in the parentheses of `Scalar(...)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScalarElement {
    /// `Scalar(bool)`.
    Bool,
    /// `Scalar(int)`.
    Int,
    /// `Scalar(int64_t)`.
    Int64,
    /// `Scalar(float)`.
    Float,
    /// `Scalar(double)`.
    Double,
}

/// The type of an attribute: one element, or a list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct AttrType {
    /// The type of one element.
    pub element: Element,
    /// True for a list, such as `int[]`.
    pub list: bool,
}

/// Every spelling of an attribute type.
pub(crate) const ATTR_TYPES: &[(&str, AttrType)] = &[
    one("IntArray", Element::IntArray),
    one("Scalar", Element::Scalar(None)),
    one("Scalar(bool)", Element::Scalar(Some(ScalarElement::Bool))),
    one("Scalar(int)", Element::Scalar(Some(ScalarElement::Int))),
    one("Scalar(int64_t)", Element::Scalar(Some(ScalarElement::Int64))),
    one("Scalar(float)", Element::Scalar(Some(ScalarElement::Float))),
    one("Scalar(double)", Element::Scalar(Some(ScalarElement::Double))),
    list("Scalar[]", Element::Scalar(None)),
    one("int", Element::Int),
    one("int32_t", Element::Int32),
    one("int64_t", Element::Int64),
    one("long", Element::Long),
    one("size_t", Element::Size),
    one("float", Element::Float),
    one("double", Element::Double),
    one("bool", Element::Bool),
    one("str", Element::Str),
    one("Place", Element::Place),
    one("DataLayout", Element::DataLayout),
    one("DataType", Element::DataType),
    one("Generator", Element::Generator),
    list("bool[]", Element::Bool),
    list("int[]", Element::Int),
    list("int64_t[]", Element::Int64),
    list("float[]", Element::Float),
    list("double[]", Element::Double),
    list("str[]", Element::Str),
];

const fn one(name: &'static str, element: Element) -> (&'static str, AttrType) {
    (name, AttrType { element, list: false })
}

const fn list(name: &'static str, element: Element) -> (&'static str, AttrType) {
    (name, AttrType { element, list: true })
}

impl AttrType {
    /// Every spelling in the framework's tree.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ATTR_TYPES.iter().filter(|(_, ty)| ty.element != Element::Generator).map(|(name, _)| *name)
    }

    /// The type of an attribute that is a single element, not a list.
    pub const fn one(element: Element) -> Self {
        AttrType { element, list: false }
    }

    /// True if an attribute of this type is a single `element`, not a list.
    pub fn is(self, element: Element) -> bool {
        self.element == element && !self.list
    }

    /// True for a single `Scalar`, whatever type it is stored as.
    pub fn is_scalar(self) -> bool {
        matches!(self.element, Element::Scalar(_)) && !self.list
    }
}

impl fmt::Display for AttrType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = ATTR_TYPES.iter().find(|(_, ty)| ty == self).map_or("?", |(name, _)| name);
        f.write_str(name)
    }
}

impl FromStr for AttrType {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = ATTR_TYPES.iter().find(|(name, _)| *name == text);
        found.map(|(_, ty)| *ty).ok_or_else(|| format!("unknown attribute type `{text}`"))
    }
}

impl From<AttrType> for String {
    fn from(ty: AttrType) -> String {
        ty.to_string()
    }
}

impl TryFrom<String> for AttrType {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Types of other languages and the types that they correspond to. [`help`] also understands lists of the names on the
/// left.
const FOREIGN_TYPES: &[(&str, &str)] = &[
    ("string", "str"),
    ("std::string", "str"),
    ("boolean", "bool"),
    ("int64", "int64_t"),
    ("int32", "int"),
    ("float32", "float"),
    ("float64", "double"),
    ("list", "int[]"),
    ("tuple", "int[]"),
    ("dtype", "DataType"),
    ("layout", "DataLayout"),
    ("place", "Place"),
];

/// Translates the name of a type in another language, such as `std::string`. Other names are returned unchanged.
pub fn yaml_name(name: &str) -> &str {
    FOREIGN_TYPES.iter().find(|(foreign, _)| *foreign == name).map_or(name, |(_, name)| name)
}

/// A help line for an unknown type. It offers the corresponding type, or the nearest one, or lists the common ones.
pub fn help(unknown: &str) -> Help {
    let element = ["std::vector<", "vector<", "List[", "list["].iter().find_map(|list| unknown.strip_prefix(list));
    let list = element.and_then(|element| element.strip_suffix(['>', ']'])).or(unknown.strip_suffix("[]"));
    let meant = match list {
        Some(element) => format!("{}[]", yaml_name(element)),
        None => yaml_name(unknown).to_owned(),
    };
    let known = || TensorType::NAMES.iter().copied().chain(AttrType::names());
    match known().find(|name| *name == meant).or_else(|| suggest::nearest(unknown, known())) {
        Some(near) => Help::meant(unknown, near),
        None => "common types: `Tensor`, `Tensor[]`, `int`, `int64_t`, `int[]`, `float`, `bool`, `str`, `Scalar`, `IntArray`, `DataType`, `Place`".into(),
    }
}

/// The kind of tensor that a kernel takes or returns, as a dispatch spells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TensorKind {
    /// `dense`.
    Dense,
    /// `selected_rows`.
    SelectedRows,
    /// `sparse_coo`: a sparse tensor in coordinate format.
    SparseCoo,
    /// `sparse_csr`: a sparse tensor in compressed row format.
    SparseCsr,
}

impl TensorKind {
    /// Every spelling, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["dense", "selected_rows", "sparse_coo", "sparse_csr"];

    /// The spelling in the YAML.
    pub fn name(self) -> &'static str {
        TensorKind::NAMES[self as usize]
    }
}

impl fmt::Display for TensorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TensorKind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "dense" => Ok(TensorKind::Dense),
            "selected_rows" => Ok(TensorKind::SelectedRows),
            "sparse_coo" => Ok(TensorKind::SparseCoo),
            "sparse_csr" => Ok(TensorKind::SparseCsr),
            _ => Err(()),
        }
    }
}
