//! The types of elements, and their names in each format.

/// The type of a tensor's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dtype {
    /// A byte that is 0 or 1.
    Bool,
    /// 8 bits without a sign.
    U8,
    /// 8 bits with a sign.
    I8,
    /// A float of 8 bits, 5 of which are the exponent.
    F8E5M2,
    /// A float of 8 bits, 4 of which are the exponent.
    F8E4M3,
    /// 16 bits without a sign.
    U16,
    /// 16 bits with a sign.
    I16,
    /// A float of 16 bits.
    F16,
    /// The upper half of a float of 32 bits.
    BF16,
    /// 32 bits without a sign.
    U32,
    /// 32 bits with a sign.
    I32,
    /// A float of 32 bits.
    F32,
    /// 64 bits without a sign.
    U64,
    /// 64 bits with a sign.
    I64,
    /// A float of 64 bits.
    F64,
    /// Two floats of 16 bits.
    C32,
    /// Two floats of 32 bits.
    C64,
    /// Two floats of 64 bits.
    C128,
}

/// The names of a type. `None` if the format does not have it.
struct Names {
    dtype: Dtype,
    torch: &'static str,
    /// The class of legacy storages.
    storage: Option<&'static str>,
    safetensors: Option<&'static str>,
    /// The code of `NumPy`, by which `paddle.load` recognises the type. It takes 16 bits without a sign for bfloat16.
    numpy: Option<&'static str>,
    bytes: u64,
}

/// A row of the table, with `-` for a missing name.
const fn row(dtype: Dtype, bytes: u64, torch: &'static str, names: [&'static str; 3]) -> Names {
    const fn known(name: &'static str) -> Option<&'static str> {
        if name.as_bytes()[0] == b'-' { None } else { Some(name) }
    }
    let [storage, safetensors, numpy] = names;
    Names { dtype, torch, storage: known(storage), safetensors: known(safetensors), numpy: known(numpy), bytes }
}

const TABLE: &[Names] = &[
    row(Dtype::Bool, 1, "bool", ["BoolStorage", "BOOL", "b1"]),
    row(Dtype::U8, 1, "uint8", ["ByteStorage", "U8", "u1"]),
    row(Dtype::I8, 1, "int8", ["CharStorage", "I8", "i1"]),
    row(Dtype::F8E5M2, 1, "float8_e5m2", ["-", "F8_E5M2", "-"]),
    row(Dtype::F8E4M3, 1, "float8_e4m3fn", ["-", "F8_E4M3", "-"]),
    row(Dtype::U16, 2, "uint16", ["-", "U16", "-"]),
    row(Dtype::I16, 2, "int16", ["ShortStorage", "I16", "i2"]),
    row(Dtype::F16, 2, "float16", ["HalfStorage", "F16", "f2"]),
    row(Dtype::BF16, 2, "bfloat16", ["BFloat16Storage", "BF16", "u2"]),
    row(Dtype::U32, 4, "uint32", ["-", "U32", "-"]),
    row(Dtype::I32, 4, "int32", ["IntStorage", "I32", "i4"]),
    row(Dtype::F32, 4, "float32", ["FloatStorage", "F32", "f4"]),
    row(Dtype::U64, 8, "uint64", ["-", "U64", "-"]),
    row(Dtype::I64, 8, "int64", ["LongStorage", "I64", "i8"]),
    row(Dtype::F64, 8, "float64", ["DoubleStorage", "F64", "f8"]),
    row(Dtype::C32, 4, "complex32", ["ComplexHalfStorage", "-", "-"]),
    row(Dtype::C64, 8, "complex64", ["ComplexFloatStorage", "C64", "c8"]),
    row(Dtype::C128, 16, "complex128", ["ComplexDoubleStorage", "-", "c16"]),
];

impl Dtype {
    fn names(self) -> &'static Names {
        &TABLE[self as usize]
    }

    /// The number of bytes of an element.
    pub fn bytes(self) -> u64 {
        self.names().bytes
    }

    /// The name in PyTorch, without `torch.`.
    pub fn torch(self) -> &'static str {
        self.names().torch
    }

    pub(crate) fn safetensors(self) -> Option<&'static str> {
        self.names().safetensors
    }

    pub(crate) fn numpy(self) -> Option<&'static str> {
        self.names().numpy
    }

    /// The number of bytes of a part of an element whose sign can be changed: a float, or a half of a complex number.
    pub(crate) fn signed_part(self) -> u64 {
        if self >= Dtype::C32 { self.bytes() / 2 } else { self.bytes() }
    }

    fn find(is_row: impl Fn(&Names) -> bool) -> Option<Self> {
        TABLE.iter().find(|names| is_row(names)).map(|names| names.dtype)
    }

    pub(crate) fn of_torch(name: &str) -> Option<Self> {
        let name = match name {
            "float" => "float32",
            "double" => "float64",
            "half" => "float16",
            "long" => "int64",
            "int" => "int32",
            "short" => "int16",
            "cfloat" => "complex64",
            "cdouble" => "complex128",
            name => name,
        };
        Self::find(|names| names.torch == name)
    }

    pub(crate) fn of_storage(class: &str) -> Option<Self> {
        Self::find(|names| names.storage == Some(class))
    }

    pub(crate) fn of_safetensors(name: &str) -> Option<Self> {
        Self::find(|names| names.safetensors == Some(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_types() {
        for (index, names) in TABLE.iter().enumerate() {
            assert_eq!(names.dtype as usize, index, "{}", names.torch);
        }
    }
}
