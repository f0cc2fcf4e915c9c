//! The filters and functions that templates have in addition to those of minijinja.

use heck::ToPascalCase;
use minijinja::value::{Value, ValueKind};
use minijinja::{Environment, Error, ErrorKind, State};

use crate::limits::{self, reserve};
use crate::soft_breaks::{COLUMNS, SOFT_BREAK, SOFT_COMMA};

/// Adds every filter and function.
pub(super) fn add(env: &mut Environment) {
    env.add_global("soft_space", SOFT_BREAK.to_string());
    env.add_function("comma", comma);
    env.add_function("soft_comma", soft_comma);
    env.add_filter("soft_join", soft_join);
    env.add_filter("braced", braced);
    env.add_filter("quoted", |state: &State, text: &str| {
        within(state, text.len().saturating_mul(LONGEST_ESCAPE), || quoted(text))
    });
    env.add_filter("cpp_comment", |state: &State, text: &str| {
        within(state, text.len().saturating_mul(LONGEST_ESCAPE), || cpp_comment(text))
    });
    env.add_filter("docstring", |state: &State, text: &str| {
        within(state, text.len().saturating_mul(LONGEST_ESCAPE), || docstring(text))
    });
    env.add_filter("rust_literal", rust_literal);
    env.add_filter("tojson", limits::to_json);
    env.add_filter("pascal_case", |name: &str| name.to_pascal_case());
    env.add_filter("wrapped", |state: &State, lines: &str, first_column: usize| {
        let longest = first_column.saturating_add(2).saturating_mul(lines.lines().count());
        within(state, longest.saturating_add(lines.len()), || wrapped(lines, first_column))
    });
}

/// The most bytes that a byte of a text takes if it is escaped.
const LONGEST_ESCAPE: usize = 6;

/// A text that has at most so many bytes, if the template may still make them.
fn within(state: &State, bytes: usize, make: impl FnOnce() -> String) -> Result<String, Error> {
    reserve(state, bytes)?;
    Ok(make())
}

/// The separator before an item of a list, which is empty before the first. It takes the variable `loop`.
fn comma(of_loop: &Value) -> Result<&'static str, Error> {
    let first = of_loop.get_attr("first")?;
    if first.is_undefined() {
        return Err(Error::new(ErrorKind::InvalidOperation, "`comma` takes the variable `loop`"));
    }
    Ok(if first.is_true() { "" } else { ", " })
}

/// Like [`comma`], but the line may break after it.
fn soft_comma(of_loop: &Value) -> Result<&'static str, Error> {
    Ok(if comma(of_loop)?.is_empty() { "" } else { SOFT_COMMA })
}

/// The items of a list with commas between them, after which the line may break.
fn soft_join(state: &State, list: &Value) -> Result<String, Error> {
    let mut text = String::new();
    for (index, item) in list.try_iter()?.enumerate() {
        text.push_str(if index == 0 { "" } else { SOFT_COMMA });
        match item.as_str() {
            Some(item) => text.push_str(item),
            None => text.push_str(&limits::text(state, &item)?),
        }
    }
    reserve(state, text.len())?;
    Ok(text)
}

/// A text, or a list with commas between its items, in braces. After the commas, the line may break.
fn braced(state: &State, value: &Value) -> Result<String, Error> {
    let inner = match value.as_str() {
        Some(inner) => inner.to_owned(),
        None => soft_join(state, value)?,
    };
    Ok(format!("{{{inner}}}"))
}

/// A C++ string literal for any text.
fn quoted(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => literal.extend(['\\', letter]),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            // Three digits, so that a digit after it cannot become part of the escape.
            _ if letter.is_ascii_control() => literal.push_str(&format!("\\{:03o}", u32::from(letter))),
            _ => literal.push(letter),
        }
    }
    literal.push('"');
    literal
}

/// Text for a Python docstring in three quotes, without these. Only a quote beside another one or at the end is escaped.
fn docstring(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => escaped.push_str("\\\\"),
            '"' if matches!(letters.peek(), None | Some('"')) => escaped.push_str("\\\""),
            '\n' | '\t' => escaped.push(letter),
            _ if letter.is_control() => escaped.push_str(&format!("\\x{:02x}", u32::from(letter))),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Text as a C++ comment. A line that ends with `\` would continue on the next one, so such a text becomes a block.
fn cpp_comment(text: &str) -> String {
    let text: String = text.chars().map(|letter| if is_invisible(letter) { ' ' } else { letter }).collect();
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    match lines.iter().any(|line| line.ends_with('\\') || line.ends_with("??/")) {
        true => format!("/* {} */", lines.join("\n   ").replace("*/", "* /")),
        false => lines.iter().map(|line| format!("// {line}").trim_end().to_owned()).collect::<Vec<_>>().join("\n"),
    }
}

/// True for control characters other than line feeds. Some compilers end a line at a carriage return.
fn is_invisible(letter: char) -> bool {
    letter.is_control() && letter != '\n'
}

/// The deepest list of lists that becomes a Rust literal.
const MAX_DEPTH: usize = 16;

/// A Rust literal for a text, a boolean, a number, or a list of these.
fn rust_literal(state: &State, value: &Value) -> Result<String, Error> {
    let literal = rust_literal_below(state, value, 0)?;
    reserve(state, literal.len())?;
    Ok(literal)
}

fn rust_literal_below(state: &State, value: &Value, depth: usize) -> Result<String, Error> {
    let none =
        |reason: String| Err(Error::new(ErrorKind::InvalidOperation, format!("there is no Rust literal {reason}")));
    match value.kind() {
        ValueKind::String => {
            let text = value.as_str().unwrap_or_default();
            within(state, text.len().saturating_mul(LONGEST_ESCAPE), || format!("{text:?}"))
        }
        ValueKind::Bool => Ok(value.is_true().to_string()),
        ValueKind::Number if value.is_integer() => Ok(value.to_string()),
        ValueKind::Number => Ok(format!("{:?}", f64::try_from(value.clone())?)),
        ValueKind::Seq if depth == MAX_DEPTH => none(format!("for lists that are {MAX_DEPTH} levels deep")),
        ValueKind::Seq => {
            let literals = value.try_iter()?.map(|item| {
                reserve(state, 1)?;
                rust_literal_below(state, &item, depth + 1)
            });
            Ok(format!("&[{}]", literals.collect::<Result<Vec<_>, _>>()?.join(", ")))
        }
        kind => none(format!("for a value of kind {kind}")),
    }
}

/// Joins lines into a list with commas, wrapped so that all of its lines begin at `first_column`. The last line leaves room for
/// two characters that close the list.
fn wrapped(lines: &str, first_column: usize) -> String {
    let mut text = String::new();
    let mut column = first_column;
    for item in lines.lines() {
        let fits = column + ", ".len() + item.len() + "},".len() <= COLUMNS;
        if !text.is_empty() && fits {
            text.push_str(", ");
        } else if !text.is_empty() {
            text.push_str(",\n");
            text.extend(std::iter::repeat_n(' ', first_column));
        }
        column = if fits { column + ", ".len() } else { first_column } + item.len();
        text.push_str(item);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(template: &str) -> Result<String, Error> {
        let mut env = Environment::new();
        add(&mut env);
        env.render_str(template, ())
    }

    #[test]
    fn lists_and_texts_stand_in_braces() {
        let braces =
            "{{ [1, 'a'] | braced }} {{ ['b', 'c'] | map('quoted') | braced }} {{ [] | braced }} {{ 'd' | braced }}";
        let text = crate::soft_breaks::resolved(rendered(braces).expect("it is valid"));
        assert_eq!(text, "{1, a} {\"b\", \"c\"} {} {d}");
        assert!(rendered("{{ 1 | braced }}").is_err());
    }

    #[test]
    fn a_comma_stands_between_items() {
        assert_eq!(
            rendered("{% for i in [1, 2, 3] %}{{ comma(loop) }}{{ i }}{% endfor %}").expect("it is valid"),
            "1, 2, 3"
        );
        assert!(rendered("{{ comma(1) }}").is_err());
    }

    #[test]
    fn lines_may_break_after_soft_commas() {
        let loops =
            "{% for i in [1, 2] %}{{ soft_comma(loop) }}{{ i }}{% endfor %}{{ soft_space }}{{ [3, 'a'] | soft_join }}";
        assert_eq!(rendered(loops).expect("it is valid"), "1,\u{1f}2\u{1f}3,\u{1f}a");
    }

    #[test]
    fn any_text_is_escaped() {
        assert_eq!(quoted("a\"b\\c\nd\te\u{1}2é"), "\"a\\\"b\\\\c\\nd\\te\\0012é\"");
    }

    #[test]
    fn docstrings_keep_their_text() {
        assert_eq!(docstring("a \"b\" c\\"), "a \"b\" c\\\\");
        assert_eq!(docstring("\"\"\" EVIL()\n\"a\""), "\\\"\\\"\" EVIL()\n\"a\\\"");
        assert_eq!(docstring("a\0\r"), "a\\x00\\x0d");
    }

    #[test]
    fn comments_end_with_their_text() {
        assert_eq!(cpp_comment("a \"b\"\n\nc"), "// a \"b\"\n//\n// c");
        assert_eq!(cpp_comment("a\\\nb */ EVIL()"), "/* a\\\n   b * / EVIL() */");
        assert_eq!(cpp_comment("a\rEVIL()\\ "), "/* a EVIL()\\ */");
    }

    #[test]
    fn values_become_rust_literals() {
        let literal = |value: &str| rendered(&format!("{{{{ {value} | rust_literal }}}}"));
        let valid = |value| literal(value).expect("there is a literal");
        assert_eq!(valid(r#"'a"b\\\n'"#), r#""a\"b\\\n""#);
        assert_eq!(valid("[true, false]"), "&[true, false]");
        assert_eq!(valid("[-1, [2]]"), "&[-1, &[2]]");
        assert_eq!(["1.0", "0.00001"].map(valid), ["1.0", "1e-5"]);
        assert!(literal("none").is_err());
        assert!(literal(&format!("{}1{}", "[".repeat(20), "]".repeat(20))).is_err());
    }

    #[test]
    fn long_lists_are_wrapped() {
        assert_eq!(wrapped("", 2), "");
        assert_eq!(wrapped("a\nb\n", 2), "a, b");
        let long = "x".repeat(60);
        assert_eq!(wrapped(&format!("{long}\n{long}\nb\n"), 2), format!("{long},\n  {long}, b"));
    }
}
