//! The types that arguments and outputs may have.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use source::{Help, suggest};

/// One tensor, or a list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TensorType {
    #[serde(rename = "Tensor")]
    Tensor,
    #[serde(rename = "Tensor[]")]
    List,
}

impl TensorType {
    pub const NAMES: &'static [&'static str] = &["Tensor", "Tensor[]"];

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

/// The type of one element of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Element {
    Bool,
    Int,
    Int32,
    Int64,
    Long,
    Size,
    Float,
    Double,
    Str,
    /// A number whose type is known only at run time; and the type that it is stored as, if the YAML gives one.
    Scalar(Option<ScalarElement>),
    IntArray,
    Place,
    DataLayout,
    DataType,
}

/// The type in the parentheses of `Scalar(...)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScalarElement {
    Bool,
    Int,
    Int64,
    Float,
    Double,
}

/// The type of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct AttrType {
    pub element: Element,
    pub list: bool,
}

/// Every spelling of an attribute type.
const ATTR_TYPES: &[(&str, AttrType)] = &[
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
    /// Every spelling, for suggestions.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ATTR_TYPES.iter().map(|(name, _)| *name)
    }

    /// The type of a single element.
    pub const fn one(element: Element) -> Self {
        AttrType { element, list: false }
    }

    /// Whether the attribute can decide which kernel runs: a `Place`, `DataLayout` or `DataType`.
    pub fn is(self, element: Element) -> bool {
        self.element == element && !self.list
    }

    /// Whether this is a `Scalar`, whatever type it is stored as.
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

/// Names of types in other languages, and the types that they correspond to. `T[]` also works with the names on the left.
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

/// What a type is called in the YAML: itself, unless it is one of another language.
pub fn yaml_name(name: &str) -> &str {
    FOREIGN_TYPES.iter().find(|(foreign, _)| *foreign == name).map_or(name, |(_, here)| here)
}

/// A help line for an unknown type: the type it corresponds to, the nearest one, or the common ones.
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

/// The kind of tensor that a kernel takes or returns, in a dispatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TensorKind {
    Dense,
    SelectedRows,
    SparseCoo,
    SparseCsr,
}

impl TensorKind {
    pub const NAMES: &'static [&'static str] = &["dense", "selected_rows", "sparse_coo", "sparse_csr"];

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
