//! The constants of the C and C++ headers of limits, which a default may name. Other macros and constants without a namespace are
//! unknown: nobody can tell whether they exist where opgen copies a default to.

use Limit::{Fraction, Whole};

/// The value of a constant.
#[derive(Debug, Clone, Copy)]
pub enum Limit {
    /// An integer.
    Whole(i128),
    /// A floating-point number.
    Fraction(f64),
}

/// The constants of `<climits>`, `<cstdint>`, `<cfloat>` and `<cmath>`. `long` has 64 bits.
const LIMITS: [(&str, Limit); 36] = [
    ("SCHAR_MIN", Whole(i8::MIN as i128)),
    ("SCHAR_MAX", Whole(i8::MAX as i128)),
    ("UCHAR_MAX", Whole(u8::MAX as i128)),
    ("SHRT_MIN", Whole(i16::MIN as i128)),
    ("SHRT_MAX", Whole(i16::MAX as i128)),
    ("USHRT_MAX", Whole(u16::MAX as i128)),
    ("INT_MIN", Whole(i32::MIN as i128)),
    ("INT_MAX", Whole(i32::MAX as i128)),
    ("UINT_MAX", Whole(u32::MAX as i128)),
    ("LONG_MIN", Whole(i64::MIN as i128)),
    ("LONG_MAX", Whole(i64::MAX as i128)),
    ("ULONG_MAX", Whole(u64::MAX as i128)),
    ("LLONG_MIN", Whole(i64::MIN as i128)),
    ("LLONG_MAX", Whole(i64::MAX as i128)),
    ("ULLONG_MAX", Whole(u64::MAX as i128)),
    ("INT8_MIN", Whole(i8::MIN as i128)),
    ("INT8_MAX", Whole(i8::MAX as i128)),
    ("UINT8_MAX", Whole(u8::MAX as i128)),
    ("INT16_MIN", Whole(i16::MIN as i128)),
    ("INT16_MAX", Whole(i16::MAX as i128)),
    ("UINT16_MAX", Whole(u16::MAX as i128)),
    ("INT32_MIN", Whole(i32::MIN as i128)),
    ("INT32_MAX", Whole(i32::MAX as i128)),
    ("UINT32_MAX", Whole(u32::MAX as i128)),
    ("INT64_MIN", Whole(i64::MIN as i128)),
    ("INT64_MAX", Whole(i64::MAX as i128)),
    ("UINT64_MAX", Whole(u64::MAX as i128)),
    ("SIZE_MAX", Whole(u64::MAX as i128)),
    ("FLT_MIN", Fraction(f32::MIN_POSITIVE as f64)),
    ("FLT_MAX", Fraction(f32::MAX as f64)),
    ("FLT_EPSILON", Fraction(f32::EPSILON as f64)),
    ("DBL_MIN", Fraction(f64::MIN_POSITIVE)),
    ("DBL_MAX", Fraction(f64::MAX)),
    ("DBL_EPSILON", Fraction(f64::EPSILON)),
    ("INFINITY", Fraction(f64::INFINITY)),
    ("NAN", Fraction(f64::NAN)),
];

/// The types that `std::numeric_limits` may have, besides qualified ones such as `phi::dtype::float16`.
const TYPES: [&str; 18] = [
    "bool", "char", "short", "int", "unsigned", "long", "size_t", "int8_t", "uint8_t", "int16_t", "uint16_t",
    "int32_t", "uint32_t", "int64_t", "uint64_t", "float", "double", "intptr_t",
];

/// The functions of `std::numeric_limits`.
const FUNCTIONS: [&str; 6] = ["min", "max", "lowest", "epsilon", "infinity", "quiet_NaN"];

/// The value of a constant, which may have a sign. `None` for other texts.
pub fn limit(text: &str) -> Option<Limit> {
    let name = text.trim_start_matches(['-', '+']).trim_start();
    let (_, value) = LIMITS.into_iter().find(|(known, _)| *known == name)?;
    let is_negative = text.starts_with('-');
    Some(match value {
        Whole(value) if is_negative => Whole(-value),
        Fraction(value) if is_negative => Fraction(-value),
        value => value,
    })
}

/// The names of all constants.
pub fn names() -> impl Iterator<Item = &'static str> {
    LIMITS.into_iter().map(|(name, _)| name)
}

/// True for a function of `std::numeric_limits`, such as `std::numeric_limits<int64_t>::max`.
pub fn is_function(name: &str) -> bool {
    let parts = name.strip_prefix("std::numeric_limits<").and_then(|rest| rest.split_once(">::"));
    parts.is_some_and(|(ty, function)| {
        let ty = ty.strip_prefix("std::").unwrap_or(ty);
        (TYPES.contains(&ty) || ty.contains("::")) && FUNCTIONS.contains(&function)
    })
}
