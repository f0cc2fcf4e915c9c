//! The description of an operation: `(x,array list,axis~;keepdim:Bool)->out,xshape?`.

use std::fmt;
use std::rc::Rc;

#[derive(Debug, Clone, PartialEq)]
pub struct OperationInfo {
    /// With the dialect.
    pub name: Rc<str>,
    pub operands: Vec<OperandInfo>,
    pub attributes: Vec<AttributeInfo>,
    pub results: Vec<ResultInfo>,
    /// The types of operands, attributes and results are not checked.
    pub is_unchecked: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct OperandInfo {
    pub name: Rc<str>,
    pub kind: ValueKind,
    pub is_optional: bool,
    /// How it is made from the value of an attribute, if it is an attribute in the YAML.
    pub mutable: Option<Mutable>,
}

/// How an operand is made from the value of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mutable {
    Scalar,
    IntArray,
}

#[derive(Debug, Clone, PartialEq)]
pub struct AttributeInfo {
    pub name: Rc<str>,
    pub kind: AttributeKind,
    pub is_list: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ResultInfo {
    pub name: Rc<str>,
    pub kind: ValueKind,
    pub is_optional: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    Dense,
    List,
    Rows,
    Coo,
    Csr,
    Array,
    ArrayList,
}

/// The class of an attribute in PIR, without its namespace and `Attribute`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    Bool,
    Int32,
    Int64,
    Float,
    Double,
    Str,
    Scalar,
    IntArray,
    DataType,
    DataLayout,
    Place,
    /// A class that programs have no values for.
    Unknown,
}

const VALUE_KINDS: &[(&str, ValueKind)] = &[
    ("list ", ValueKind::List),
    ("rows ", ValueKind::Rows),
    ("coo ", ValueKind::Coo),
    ("csr ", ValueKind::Csr),
    ("array ", ValueKind::Array),
    ("arrays ", ValueKind::ArrayList),
];

const ATTRIBUTE_KINDS: &[(&str, AttributeKind)] = &[
    ("Bool", AttributeKind::Bool),
    ("Int32", AttributeKind::Int32),
    ("Int64", AttributeKind::Int64),
    ("Float", AttributeKind::Float),
    ("Double", AttributeKind::Double),
    ("Str", AttributeKind::Str),
    ("Scalar", AttributeKind::Scalar),
    ("IntArray", AttributeKind::IntArray),
    ("DataType", AttributeKind::DataType),
    ("DataLayout", AttributeKind::DataLayout),
    ("Place", AttributeKind::Place),
    ("Unknown", AttributeKind::Unknown),
];

const UNCHECKED: &str = ";unchecked";

impl OperationInfo {
    /// Parses the description behind the name.
    ///
    /// # Errors
    /// The text does not describe an operation.
    pub fn parse(name: &Rc<str>, text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` does not describe an operation");
        let (text, is_unchecked) = text.strip_suffix(UNCHECKED).map_or((text, false), |text| (text, true));
        let (given, made) = text.strip_prefix('(').and_then(|text| text.split_once(")->")).ok_or_else(wrong)?;
        let (operands, attributes) = given.split_once(';').ok_or_else(wrong)?;
        Ok(OperationInfo {
            name: name.clone(),
            operands: items(operands).map(OperandInfo::parse).collect(),
            attributes: items(attributes).map(AttributeInfo::parse).collect::<Option<_>>().ok_or_else(wrong)?,
            results: items(made).map(ResultInfo::parse).collect(),
            is_unchecked,
        })
    }
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|item| !item.is_empty())
}

fn kind_of(text: &str) -> (ValueKind, &str) {
    let known = VALUE_KINDS.iter().find_map(|&(word, kind)| Some((kind, text.strip_prefix(word)?)));
    known.unwrap_or((ValueKind::Dense, text))
}

impl OperandInfo {
    fn parse(text: &str) -> Self {
        let (kind, text) = kind_of(text);
        let (text, is_optional) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
        let (text, mutable) = match (text.strip_suffix('~'), text.strip_suffix('#')) {
            (Some(text), _) => (text, Some(Mutable::Scalar)),
            (_, Some(text)) => (text, Some(Mutable::IntArray)),
            _ => (text, None),
        };
        OperandInfo { name: text.into(), kind, is_optional, mutable }
    }
}

impl AttributeInfo {
    fn parse(text: &str) -> Option<Self> {
        let (name, ty) = text.split_once(':')?;
        let (ty, is_list) = ty.strip_suffix("[]").map_or((ty, false), |ty| (ty, true));
        Some(AttributeInfo { name: name.into(), kind: AttributeKind::named(ty)?, is_list })
    }
}

impl AttributeKind {
    pub fn named(name: &str) -> Option<Self> {
        ATTRIBUTE_KINDS.iter().find(|(known, _)| *known == name).map(|&(_, kind)| kind)
    }

    pub fn name(self) -> &'static str {
        ATTRIBUTE_KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

impl ResultInfo {
    fn parse(text: &str) -> Self {
        let (kind, text) = kind_of(text);
        let (text, is_optional) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
        ResultInfo { name: text.into(), kind, is_optional }
    }
}

/// The description that [`OperationInfo::parse`] reads.
impl fmt::Display for OperationInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = |kind: ValueKind| VALUE_KINDS.iter().find(|(_, known)| *known == kind).map_or("", |(word, _)| word);
        let optional = |is_optional: bool| if is_optional { "?" } else { "" };
        let operands = self.operands.iter().map(|operand| {
            let mutable = match operand.mutable {
                Some(Mutable::Scalar) => "~",
                Some(Mutable::IntArray) => "#",
                None => "",
            };
            format!("{}{}{mutable}{}", kind(operand.kind), operand.name, optional(operand.is_optional))
        });
        let attributes = self.attributes.iter().map(|attribute| {
            let list = if attribute.is_list { "[]" } else { "" };
            format!("{}:{}{list}", attribute.name, attribute.kind.name())
        });
        let results = self
            .results
            .iter()
            .map(|result| format!("{}{}{}", kind(result.kind), result.name, optional(result.is_optional)));
        let join = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
        let [operands, attributes, results] =
            [join(&mut operands.into_iter()), join(&mut attributes.into_iter()), join(&mut results.into_iter())];
        write!(f, "({operands};{attributes})->{results}{}", if self.is_unchecked { UNCHECKED } else { "" })
    }
}
