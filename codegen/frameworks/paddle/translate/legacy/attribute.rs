//! Attributes of operators.

use crate::proto::{Attr, Scalar};

#[derive(Debug, Clone, PartialEq)]
pub enum LegacyAttr {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Bool(bool),
    Text(String),
    Ints(Vec<i32>),
    Longs(Vec<i64>),
    Floats(Vec<f32>),
    Doubles(Vec<f64>),
    Bools(Vec<bool>),
    Texts(Vec<String>),
    Scalar(LegacyScalar),
    Scalars(Vec<LegacyScalar>),
    Block(i32),
    /// The value is in variables.
    Variables(Vec<String>),
    /// A type that the translation does not need, or text that is not UTF-8.
    Opaque,
}

/// A number with its type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LegacyScalar {
    Bool(bool),
    Long(i64),
    Double(f64),
    /// A complex number. Operations have no such attributes.
    Complex,
}

impl LegacyAttr {
    pub fn new(attr: Attr) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
        match attr.kind.unwrap_or(-1) {
            0 => LegacyAttr::Int(attr.i.unwrap_or(0)),
            1 => LegacyAttr::Float(attr.f.unwrap_or(0.0)),
            2 => text(&attr.s.unwrap_or_default()).map_or(LegacyAttr::Opaque, LegacyAttr::Text),
            3 => LegacyAttr::Ints(attr.ints),
            4 => LegacyAttr::Floats(attr.floats),
            5 => {
                let texts: Option<Vec<String>> = attr.strings.iter().map(|bytes| text(bytes)).collect();
                texts.map_or(LegacyAttr::Opaque, LegacyAttr::Texts)
            }
            6 => LegacyAttr::Bool(attr.b.unwrap_or(false)),
            7 => LegacyAttr::Bools(attr.bools),
            8 => LegacyAttr::Block(attr.block.unwrap_or(0)),
            9 => LegacyAttr::Long(attr.l.unwrap_or(0)),
            11 => LegacyAttr::Longs(attr.longs),
            12 => LegacyAttr::Doubles(attr.doubles),
            13 => LegacyAttr::Variables(attr.var.into_iter().collect()),
            14 => LegacyAttr::Variables(attr.vars),
            15 => LegacyAttr::Double(attr.double.unwrap_or(0.0)),
            16 => LegacyAttr::Scalar(LegacyScalar::new(&attr.scalar.unwrap_or_default())),
            17 => LegacyAttr::Scalars(attr.scalars.iter().map(LegacyScalar::new).collect()),
            _ => LegacyAttr::Opaque,
        }
    }

    /// The type of the value, in messages.
    pub fn describe(&self) -> &'static str {
        match self {
            LegacyAttr::Int(_) => "a 32-bit integer",
            LegacyAttr::Long(_) => "a 64-bit integer",
            LegacyAttr::Float(_) => "a float",
            LegacyAttr::Double(_) => "a double",
            LegacyAttr::Bool(_) => "a flag",
            LegacyAttr::Text(_) => "a text",
            LegacyAttr::Ints(_) => "a list of 32-bit integers",
            LegacyAttr::Longs(_) => "a list of 64-bit integers",
            LegacyAttr::Floats(_) => "a list of floats",
            LegacyAttr::Doubles(_) => "a list of doubles",
            LegacyAttr::Bools(_) => "a list of flags",
            LegacyAttr::Texts(_) => "a list of texts",
            LegacyAttr::Scalar(_) => "a scalar",
            LegacyAttr::Scalars(_) => "a list of scalars",
            LegacyAttr::Block(_) => "a block",
            LegacyAttr::Variables(_) => "in variables",
            LegacyAttr::Opaque => "of a type that operations cannot have",
        }
    }
}

impl LegacyScalar {
    fn new(scalar: &Scalar) -> Self {
        match scalar.kind.unwrap_or(-1) {
            1 => LegacyScalar::Bool(scalar.b.unwrap_or(false)),
            2 => LegacyScalar::Long(scalar.i.unwrap_or(0)),
            3 => LegacyScalar::Double(scalar.r.unwrap_or(0.0)),
            _ => LegacyScalar::Complex,
        }
    }
}
