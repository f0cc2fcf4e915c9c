//! Templates in the syntax of torchgen's `CodeTemplate`: `$x`, `${x}`, `${,x}`, `${x,}`, and a block of lines if a name comes
//! first on its line.

mod python;

use std::ops::Range;

use minijinja::value::{Value, ValueKind};

use python::{ends_line, is_blank, is_digit, is_word, lines, str, trim_end};

/// The releases of torchgen that differ in how they render a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Release {
    /// Indents every line of a block, and trims only the end of the block.
    Torch2_1,
    /// Does not indent blank lines of a block, and trims the end of every line.
    Newest,
}

/// Why a template cannot be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// It refers to an undefined value.
    Missing {
        name: String,
        /// The position of the name in the template, in bytes.
        range: Range<usize>,
    },
    /// The text would be too large.
    TooLarge,
}

/// Replaces every name in a template by its value. Names in values are not replaced.
///
/// # Errors
/// If a name has no value, or the text would have more bytes than `max_bytes`. Only the first such name is reported.
pub fn substitute(
    text: &str,
    release: Release,
    max_bytes: usize,
    lookup: impl Fn(&str) -> Option<Value>,
) -> Result<String, Stopped> {
    let mut out = String::with_capacity(text.len());
    let (mut copied, mut at) = (0, 0);
    while let Some(dollar) = text[at..].find('$').map(|found| at + found) {
        at = dollar + 1;
        let Some(name) = Name::read(text, dollar) else { continue };
        let range = name.range.clone();
        let missing = || Stopped::Missing { name: text[range.clone()].to_owned(), range: range.clone() };
        let value = lookup(&text[range.clone()]).ok_or_else(missing)?;
        let indent = indent(text, copied, dollar);
        out.push_str(&text[copied..indent.clone().map_or(dollar, |indent| indent.start)]);
        let value = match indent {
            Some(indent) => block(&text[indent], &value, release, max_bytes).ok_or(Stopped::TooLarge)?,
            None => inline(&name, &value),
        };
        if out.len() + value.len() > max_bytes {
            return Err(Stopped::TooLarge);
        }
        out.push_str(&value);
        (copied, at) = (name.end, name.end);
    }
    out.push_str(&text[copied..]);
    Ok(out)
}

/// A name in a template, after a `$`.
struct Name {
    range: Range<usize>,
    comma_before: bool,
    comma_after: bool,
    /// The offset of the text after it.
    end: usize,
}

impl Name {
    /// Reads the name after a `$`, if there is one.
    fn read(text: &str, dollar: usize) -> Option<Name> {
        let start = dollar + 1;
        let Some(inside) = text[start..].strip_prefix('{') else {
            let end = start + identifier(&text[start..])?;
            return Some(Name { range: start..end, comma_before: false, comma_after: false, end });
        };
        let comma_before = inside.starts_with(',');
        let from = start + 1 + usize::from(comma_before);
        let to = from + identifier(&text[from..])?;
        let comma_after = text[to..].starts_with(',');
        let close = to + usize::from(comma_after);
        text[close..].starts_with('}').then_some(Name { range: from..to, comma_before, comma_after, end: close + 1 })
    }
}

/// The length of the identifier at the start of a text, if there is one.
fn identifier(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let length = text.find(|letter| !is_word(letter)).unwrap_or(text.len());
    (is_word(first) && !is_digit(first)).then_some(length)
}

/// The range of the blanks before a name that comes first on its line. Only a line feed begins a line.
fn indent(text: &str, copied: usize, dollar: usize) -> Option<Range<usize>> {
    // Only the text since the last name is searched: a line may have any number of names.
    let line = match text[copied..dollar].rfind('\n') {
        Some(end) => copied + end + 1,
        None if copied == 0 || text[..copied].ends_with('\n') => copied,
        None => return None,
    };
    text[line..dollar].chars().all(is_blank).then_some(line..dollar)
}

/// The elements of a list. `None` for any other value.
fn elements(value: &Value) -> Option<Vec<Value>> {
    (value.kind() == ValueKind::Seq).then(|| value.try_iter().map(Iterator::collect).unwrap_or_default())
}

/// A value, or each element of a list, as lines with the same indent. `None` if the text would be too large.
fn block(indent: &str, value: &Value, release: Release, max_bytes: usize) -> Option<String> {
    let texts: Vec<String> = match elements(value) {
        Some(elements) => elements.iter().map(str).collect(),
        None => vec![str(value)],
    };
    let all: Vec<&str> = texts.iter().flat_map(|text| lines(text)).collect();
    let indents = all.len().saturating_mul(indent.len());
    if indents > max_bytes {
        return None;
    }
    Some(match release {
        Release::Torch2_1 => {
            let text: String = all.iter().map(|line| format!("{indent}{line}\n")).collect();
            trim_end(&text).to_owned()
        }
        Release::Newest => {
            let text = indented(indent, &all);
            match indent.contains(ends_line) {
                true => indented("", &lines(&text)),
                false => text,
            }
        }
    })
}

/// Lines with an indent, unless they are blank, without blanks at their ends, and without blank lines at the end.
fn indented(indent: &str, lines: &[&str]) -> String {
    let mut text = String::with_capacity(lines.iter().map(|line| indent.len() + line.len() + 1).sum());
    for line in lines.iter().map(|line| trim_end(line)) {
        if !line.is_empty() {
            text.push_str(indent);
            text.push_str(line);
        }
        text.push('\n');
    }
    text.truncate(trim_end(&text).len());
    text
}

/// A value within a line. A list has commas between its elements and, on request, before or after them.
fn inline(name: &Name, value: &Value) -> String {
    const COMMA: &str = ", ";
    let Some(elements) = elements(value) else { return str(value) };
    let text = elements.iter().map(str).collect::<Vec<_>>().join(COMMA);
    let comma = |wanted: bool| if wanted && !elements.is_empty() { COMMA } else { "" };
    format!("{}{text}{}", comma(name.comma_before), comma(name.comma_after))
}

/// Inserts an empty line between a docstring and a class or function after it, as torchgen does in every file that it generates
/// from a template.
pub fn space_docstrings(text: &str) -> String {
    const QUOTES: &str = "\"\"\"";
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(QUOTES) {
        let behind = &rest[at + QUOTES.len()..];
        let defined = behind.trim_start_matches('\n');
        match definition(defined).filter(|_| defined.len() < behind.len()) {
            Some(length) => {
                out.push_str(&rest[..at + QUOTES.len()]);
                out.push_str("\n\n");
                out.push_str(&defined[..length]);
                rest = &defined[length..];
            }
            // The next `"""` may begin at the second of these quotes.
            None => {
                out.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
    }
    out + rest
}

/// The length of any decorators plus the keyword of a class or function. `None` if the text does not begin with a definition.
fn definition(text: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let start = at + rest.find(|letter: char| letter != '\n' && !is_blank(letter)).unwrap_or(rest.len());
        let word = &text[start..];
        if let Some(word) = ["class", "def"].into_iter().find(|keyword| word.starts_with(keyword)) {
            return Some(start + word.len());
        }
        let line = word.find('\n').filter(|end| word.starts_with('@') && *end > 1)?;
        at = start + line + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn substituted(text: &str, release: Release) -> Result<String, Stopped> {
        substitute(text, release, 100, |name| match name {
            "x" => Some(Value::from("v")),
            "list" => Some(Value::from(vec!["a", "b\n\nc "])),
            "none" => Some(Value::from(Vec::<String>::new())),
            _ => None,
        })
    }

    #[test]
    fn names_are_replaced() {
        let newest = |text| substituted(text, Release::Newest).expect("every name has a value");
        assert_eq!(
            newest("f($x${,list}${none,}) $$x $1 ${ x} ${x"),
            "f(va, b\n\nc ) $v $1 ${ x} ${x".replace("va", "v, a")
        );
        assert_eq!(newest("{\n  $list\n}"), "{\n  a\n  b\n\n  c\n}");
        assert_eq!(newest("  $none|"), "|");
    }

    #[test]
    fn lines_end_as_in_python() {
        let of_text = |text: &'static str| substitute("  $x", Release::Newest, 100, |_| Some(Value::from(text)));
        assert_eq!(of_text("a\u{85}b\u{2028}\u{1d}c\r\nd\re").as_deref(), Ok("  a\n  b\n\n  c\n  d\n  e"));
        assert_eq!(of_text("20\u{b0}\u{2030}\t.\u{1f}").as_deref(), Ok("  20\u{b0}\u{2030}\t."));
        // The indent ends lines, too.
        assert_eq!(substituted("\u{b}$list", Release::Newest).as_deref(), Ok("\na\n\nb\n\n\nc"));
    }

    #[test]
    fn releases_differ_in_blank_lines() {
        assert_eq!(substituted("  $list", Release::Torch2_1).as_deref(), Ok("  a\n  b\n  \n  c"));
    }

    #[test]
    fn a_missing_name_has_a_place() {
        let missing = Stopped::Missing { name: "y".to_owned(), range: 4..5 };
        assert_eq!(substituted("a ${y}", Release::Newest), Err(missing));
    }

    #[test]
    fn a_text_can_be_too_large() {
        assert_eq!(substituted(&"$x".repeat(100), Release::Newest).map(|text| text.len()), Ok(100));
        assert_eq!(substituted(&"$x".repeat(101), Release::Newest), Err(Stopped::TooLarge));
        assert_eq!(substituted(&format!("{}$list", " ".repeat(30)), Release::Newest), Err(Stopped::TooLarge));
    }

    #[test]
    fn docstrings_are_followed_by_an_empty_line() {
        assert_eq!(space_docstrings("\"\"\"d\"\"\"\n\n\n  @a\n  def f"), "\"\"\"d\"\"\"\n\n  @a\n  def f");
        assert_eq!(space_docstrings("\"\"\"d\"\"\"\nx = 1\n"), "\"\"\"d\"\"\"\nx = 1\n");
    }
}
