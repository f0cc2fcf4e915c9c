//! Data types.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataType {
    Undefined,
    Bool,
    UInt8,
    Int8,
    Int16,
    Int32,
    Int64,
    Float16,
    BFloat16,
    Float32,
    Float64,
    Complex64,
    Complex128,
    Float8E4M3FN,
    Float8E5M2,
    PString,
}

use DataType::{
    BFloat16, Bool, Complex64, Complex128, Float8E4M3FN, Float8E5M2, Float16, Float32, Float64, Int8, Int16, Int32,
    Int64, PString, UInt8, Undefined,
};

/// The numbers of data types in saved programs.
const NUMBERS: &[(i32, DataType)] = &[
    (0, Bool),
    (1, Int16),
    (2, Int32),
    (3, Int64),
    (4, Float16),
    (5, Float32),
    (6, Float64),
    (20, UInt8),
    (21, Int8),
    (22, BFloat16),
    (23, Complex64),
    (24, Complex128),
    (29, PString),
    (32, Float8E4M3FN),
    (33, Float8E5M2),
];

impl DataType {
    pub fn of_number(number: i32) -> Option<Self> {
        NUMBERS.iter().find(|(known, _)| *known == number).map(|&(_, data_type)| data_type)
    }

    /// The name in attributes.
    pub fn name(self) -> &'static str {
        match self {
            Undefined => "Undefined",
            Bool => "bool",
            UInt8 => "uint8",
            Int8 => "int8",
            Int16 => "int16",
            Int32 => "int32",
            Int64 => "int64",
            Float16 => "float16",
            BFloat16 => "bfloat16",
            Float32 => "float32",
            Float64 => "float64",
            Complex64 => "complex64",
            Complex128 => "complex128",
            Float8E4M3FN => "float8_e4m3fn",
            Float8E5M2 => "float8_e5m2",
            PString => "pstring",
        }
    }

    /// The name in the type of a tensor. `None` if tensors cannot have the data type.
    pub fn element(self) -> Option<&'static str> {
        Some(match self {
            Undefined | PString => return None,
            Bool => "b",
            UInt8 => "u8",
            Int8 => "i8",
            Int16 => "i16",
            Int32 => "i32",
            Int64 => "i64",
            Float16 => "f16",
            BFloat16 => "bf16",
            Float32 => "f32",
            Float64 => "f64",
            Complex64 => "c64",
            Complex128 => "c128",
            Float8E4M3FN => "f8e4m3fn",
            Float8E5M2 => "f8e5m2",
        })
    }

    /// Whether only newer releases have tensors of it.
    pub fn is_newer(self) -> bool {
        matches!(self, Float8E4M3FN | Float8E5M2)
    }
}
