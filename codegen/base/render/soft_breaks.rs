//! Places at which a template allows a line to break. A line breaks at them only if it would be too long otherwise.

/// Stands for a space at which a line may break. No other text has this character: generated code has no control characters but those
/// that end lines.
pub const SOFT_BREAK: char = '\u{1f}';

/// A comma and a soft break.
pub const SOFT_COMMA: &str = ",\u{1f}";

/// The longest line of generated code.
pub const COLUMNS: usize = 120;

/// How much further a line is indented than the one that it continues.
const INDENTATION: usize = 4;

/// A text in which each soft break is a space.
pub fn unbroken(text: String) -> String {
    if text.contains(SOFT_BREAK) { text.replace(SOFT_BREAK, " ") } else { text }
}

/// A text without soft breaks: each is a space, or ends a line that would be longer than [`COLUMNS`] with what comes until the next.
pub fn resolved(text: String) -> String {
    if !text.contains(SOFT_BREAK) {
        return text;
    }
    let mut all = String::with_capacity(text.len() + text.len() / 32);
    let mut rest = text.as_str();
    while let Some(at) = rest.find(SOFT_BREAK) {
        let start = rest[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = rest[at..].find('\n').map_or(rest.len(), |end| at + end);
        all.push_str(&rest[..start]);
        push_line(&mut all, &rest[start..end]);
        rest = &rest[end..];
    }
    all + rest
}

/// Adds a line that has soft breaks.
fn push_line(all: &mut String, line: &str) {
    // A directive of the preprocessor ends with its line, and so does a comment.
    let must_be_one_line = || line.trim_start().starts_with('#') || line.contains("//");
    let may_break = columns(line) > COLUMNS && !must_be_one_line();
    let indented = line.len() - line.trim_start_matches(' ').len() + INDENTATION;
    let mut column = 0;
    for (index, piece) in line.split(SOFT_BREAK).enumerate() {
        let width = columns(piece);
        if index > 0 && may_break && column + 1 + width > COLUMNS {
            all.push('\n');
            all.extend(std::iter::repeat_n(' ', indented));
            column = indented;
        } else if index > 0 {
            all.push(' ');
            column += 1;
        }
        all.push_str(piece);
        column += width;
    }
}

/// The number of columns that a text takes.
fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(text: &str) -> String {
        resolved(text.replace('~', "\u{1f}"))
    }

    #[test]
    fn short_lines_do_not_break() {
        assert_eq!(broken("f(a,~b);\n  g(c,~d)"), "f(a, b);\n  g(c, d)");
        assert_eq!(broken("f(a, b);\n"), "f(a, b);\n");
        assert_eq!(unbroken("f(a,\u{1f}b)".to_owned()), "f(a, b)");
    }

    #[test]
    fn long_lines_break_where_they_may() {
        let (a, b) = ("a".repeat(70), "b".repeat(60));
        assert_eq!(broken(&format!("  f({a},~{b},~c);\nd,~e\n")), format!("  f({a},\n      {b}, c);\nd, e\n"));
        // What fits exactly stays.
        let fits = "c".repeat(120 - 2 - a.len());
        assert_eq!(broken(&format!("{a},~{fits}\n")), format!("{a}, {fits}\n"));
        assert_eq!(broken(&format!("{a},~{fits}c\n")), format!("{a},\n    {fits}c\n"));
        assert_eq!(broken(&format!("{a}{b}~{b}")), format!("{a}{b}\n    {b}"));
    }

    #[test]
    fn directives_and_comments_do_not_break() {
        let long = "a".repeat(130);
        assert_eq!(broken(&format!("  #define F(a,~b) {long}\n")), format!("  #define F(a, b) {long}\n"));
        assert_eq!(broken(&format!("// {long},~b\n")), format!("// {long}, b\n"));
    }
}
