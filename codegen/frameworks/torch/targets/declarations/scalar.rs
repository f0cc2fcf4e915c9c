//! Values of YAML, spelled as the writer of `Declarations.yaml` does.

use torch_cpp::default_expression;
use torch_python::defaults::number;
use torch_schema::Type;

/// Plain texts that YAML reads as something else.
const WORDS: [&str; 11] = ["", "~", "null", "true", "false", "yes", "no", "on", "off", "=", "<<"];
/// Characters with a meaning at the start of a text.
const INDICATORS: &str = "-?:,[]{}#&*!|>'\"%@`";

/// A text; in quotes if YAML would read it as something else.
pub fn text(text: &str) -> String {
    match is_plain(text) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}

fn is_plain(text: &str) -> bool {
    let mut letters = text.chars();
    let (first, second) = (letters.next().unwrap_or(' '), letters.next());
    let is_indicator = match first {
        // These have no meaning before another character.
        '-' | '?' | ':' => second.is_none_or(char::is_whitespace),
        first => INDICATORS.contains(first),
    };
    let is_word = WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)) || number(text).is_some();
    let has_mark = text.contains(": ") || text.contains(" #") || text.ends_with(':');
    !is_word && !is_indicator && !has_mark && text.trim() == text
}

/// A default: a truth value or a number where it is one, and else C++ text.
pub fn default(default: &str, ty: &Type) -> String {
    let cpp = default_expression(default, ty, false);
    match (cpp.as_str(), number(&cpp)) {
        ("true" | "false", _) => cpp,
        // A float of YAML has a point.
        (_, Some(number)) if number.contains('e') && !number.contains('.') => number.replacen('e', ".0e", 1),
        (_, Some(number)) => number,
        (other, None) => text(other),
    }
}

#[cfg(test)]
mod tests {
    use torch_schema::BaseType;

    use super::*;

    #[test]
    fn texts_are_quoted_where_they_would_be_something_else() {
        for plain in ["at::Tensor &", "::std::nullopt", "a!", "a -> *", "-x", "f(Tensor self) -> ()"] {
            assert_eq!(text(plain), plain);
        }
        for quoted in ["", "{}", "\"mean\"", "no", "12", "1.5", "a: b", "*", "-"] {
            assert_eq!(text(quoted), format!("'{quoted}'"));
        }
        assert_eq!(text("'it'"), "'''it'''");
    }

    #[test]
    fn defaults_are_numbers_where_they_can_be() {
        let spelled = |text, base| default(text, &Type::Base(base));
        assert_eq!(spelled("1e-05", BaseType::Float), "1.0e-05");
        assert_eq!(spelled("1e-4", BaseType::Float), "0.0001");
        assert_eq!(spelled("True", BaseType::Bool), "true");
        assert_eq!(spelled("'x'", BaseType::Str), "'\"x\"'");
    }
}
