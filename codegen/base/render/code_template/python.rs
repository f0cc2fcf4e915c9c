//! Python's rules for characters, lines and the text of values, where they differ from Rust's.

use minijinja::value::{Value, ValueKind};
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// Whether a character matches `\w`.
pub(super) fn is_word(letter: char) -> bool {
    if letter.is_ascii() {
        return letter == '_' || letter.is_ascii_alphanumeric();
    }
    matches!(letter.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

/// Whether a character matches `\d`.
pub(super) fn is_digit(letter: char) -> bool {
    if letter.is_ascii() {
        letter.is_ascii_digit()
    } else {
        letter.general_category() == GeneralCategory::DecimalNumber
    }
}

/// Whether a character is white space other than a line feed.
pub(super) fn is_blank(letter: char) -> bool {
    letter != '\n' && is_space(letter)
}

fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{1c}'..='\u{1f}')
}

pub(super) fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_space)
}

/// The lines of a text, as `str.splitlines` divides it: several characters end a line, and the last line may end with one.
pub(super) fn lines(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(end) = line_end(rest) else {
            all.push(rest);
            break;
        };
        all.push(&rest[..end]);
        let length =
            if rest[end..].starts_with("\r\n") { 2 } else { rest[end..].chars().next().map_or(0, char::len_utf8) };
        rest = &rest[end + length..];
    }
    all
}

/// Whether a character ends a line.
pub(super) fn ends_line(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The offset of the first character that ends a line.
fn line_end(text: &str) -> Option<usize> {
    // All such characters begin with one of these bytes, and nearly no others do.
    let may_end = |byte: &u8| *byte < b' ' || matches!(byte, 0xc2 | 0xe2);
    let mut from = 0;
    loop {
        let at = from + text.as_bytes()[from..].iter().position(may_end)?;
        if text[at..].starts_with(ends_line) {
            return Some(at);
        }
        from = at + 1;
    }
}

/// The text of a value, as `str` returns it.
pub(super) fn str(value: &Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => repr(value),
    }
}

/// The text of a value within a list or dictionary, as `repr` returns it.
fn repr(value: &Value) -> String {
    match value.kind() {
        ValueKind::String => quoted(value.as_str().unwrap_or_default()),
        ValueKind::None | ValueKind::Undefined => "None".to_owned(),
        ValueKind::Bool => if value.is_true() { "True" } else { "False" }.to_owned(),
        ValueKind::Number if !value.is_integer() => {
            f64::try_from(value.clone()).map_or_else(|_| value.to_string(), float)
        }
        ValueKind::Seq => {
            let items = value.try_iter().into_iter().flatten();
            format!("[{}]", items.map(|item| repr(&item)).collect::<Vec<_>>().join(", "))
        }
        ValueKind::Map => {
            let keys = value.try_iter().into_iter().flatten();
            let entry = |key: Value| format!("{}: {}", repr(&key), repr(&value.get_item(&key).unwrap_or_default()));
            format!("{{{}}}", keys.map(entry).collect::<Vec<_>>().join(", "))
        }
        _ => value.to_string(),
    }
}

/// The shortest text for a number, with an exponent if the number is very large or very small.
fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{number:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    match exponent {
        -4..16 => format!("{number:?}"),
        _ => format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()),
    }
}

/// A string literal.
fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut literal = String::from(quote);
    for letter in text.chars() {
        match letter {
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            '\\' => literal.push_str("\\\\"),
            _ if letter == quote => literal.extend(['\\', letter]),
            _ if is_printable(letter) => literal.push(letter),
            '\0'..='\u{ff}' => literal.push_str(&format!("\\x{:02x}", u32::from(letter))),
            '\0'..='\u{ffff}' => literal.push_str(&format!("\\u{:04x}", u32::from(letter))),
            _ => literal.push_str(&format!("\\U{:08x}", u32::from(letter))),
        }
    }
    literal.push(quote);
    literal
}

fn is_printable(letter: char) -> bool {
    let group = letter.general_category_group();
    letter == ' ' || !matches!(group, GeneralCategoryGroup::Other | GeneralCategoryGroup::Separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_look_as_in_python() {
        let texts = [0.1, 3.0, 1e16, 123_456_789_012_345.0, 1e-4, 0.00001, -2.5e-7, 1e300].map(float);
        assert_eq!(texts, ["0.1", "3.0", "1e+16", "123456789012345.0", "0.0001", "1e-05", "-2.5e-07", "1e+300"]);
    }

    #[test]
    fn texts_within_a_list_are_quoted() {
        let list = Value::from(vec!["a", "it's", "\"'", "\u{1}é\n"]);
        assert_eq!(str(&list), r#"['a', "it's", '"\'', '\x01é\n']"#);
    }

    #[test]
    fn several_characters_end_a_line() {
        assert_eq!(lines("a\r\nb\u{b}\u{2028}c\n"), ["a", "b", "", "c"]);
        assert!(lines("").is_empty());
    }
}
