//! Defaults of arguments as Python's argument parser has them.

use torch_cpp::default_expression;
use torch_schema::Type;

/// An absent value.
pub const NONE: &str = "None";

/// An empty list.
pub const EMPTY: &str = "{}";

/// A default of a schema as the argument parser of Python's bindings has it: C++ text, except for truth values and `None`.
pub fn parser_default(default: &str, ty: &Type) -> String {
    let text = default_expression(default, ty, false);
    match text.as_str() {
        "true" => "True".to_owned(),
        "false" => "False".to_owned(),
        "::std::nullopt" => NONE.to_owned(),
        EMPTY if !matches!(ty, Type::List { .. }) => NONE.to_owned(),
        _ => number(&text).unwrap_or(text),
    }
}

/// A number as Python prints it. `None` for any other text.
pub fn number(text: &str) -> Option<String> {
    if let Ok(integer) = text.parse::<i64>() {
        return Some(integer.to_string());
    }
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
    let value: f64 = text.parse().ok().filter(|_| is_number)?;
    Some(float(value))
}

/// The shortest text of a float, with an exponent as Python uses it.
fn float(value: f64) -> String {
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if !(-4..16).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.abs());
    }
    format!("{value:?}")
}

#[cfg(test)]
mod tests {
    use torch_schema::BaseType;

    use super::*;

    #[test]
    fn numbers_are_printed_as_python_does() {
        let printed = |text| parser_default(text, &Type::Base(BaseType::Float));
        assert_eq!(printed("1e-05"), "1e-05");
        assert_eq!(printed("0.00001"), "1e-05");
        assert_eq!(printed("1e-4"), "0.0001");
        assert_eq!(printed("0.5"), "0.5");
        assert_eq!(printed("1.0"), "1.0");
        assert_eq!(printed("-1"), "-1");
        assert_eq!(printed("1e16"), "1e+16");
        assert_eq!(printed("inf"), "inf");
    }

    #[test]
    fn texts_get_double_quotes() {
        let printed = |text| parser_default(text, &Type::optional(Type::Base(BaseType::Str)));
        assert_eq!(printed("'it\\'s \"so\"'"), "\"it's \\\"so\\\"\"");
        assert_eq!(printed("None"), "None");
    }
}
