//! Splits C++ into tokens, without comments, white space and preprocessor directives.

/// The tokens of a text, as slices of it.
pub fn of(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut is_line_start = true;
    while let Some(first) = rest.chars().next() {
        if first == '\n' || first.is_whitespace() {
            is_line_start |= first == '\n';
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (token, behind) = rest.split_at(match first {
            '#' if is_line_start => directive(rest),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            'R' if rest.starts_with("R\"") => raw_string(rest),
            '"' | '\'' => quoted(rest, first),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            '-' if rest.starts_with("->") => 2,
            _ => first.len_utf8(),
        });
        let is_skipped = token.starts_with("//") || token.starts_with("/*") || (first == '#' && is_line_start);
        if !is_skipped {
            tokens.push(token);
            is_line_start = false;
        }
        rest = behind;
    }
    tokens
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a preprocessor directive, including continuation lines.
fn directive(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}

/// The length of a string or character literal, including its quotation marks.
fn quoted(text: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == mark => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a raw string: `R"mark(...)mark"`.
fn raw_string(text: &str) -> usize {
    let Some(open) = text.find('(') else { return text.len() };
    let end = format!("){}\"", &text[2..open]);
    text.find(&end).map_or(text.len(), |at| at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_is_left() {
        let text = "#include <a.h>\n#define X(a) \\\n  f(a)\nint a::f(); // comment\n/* another */ x->y = \"a\\\"//\" R\"(b\")\" '\\''";
        let expected =
            ["int", "a", "::", "f", "(", ")", ";", "x", "->", "y", "=", "\"a\\\"//\"", "R\"(b\")\"", "'\\''"];
        assert_eq!(of(text), expected);
        assert_eq!(of("a # b"), ["a", "#", "b"]);
        assert_eq!(of("\"open"), ["\"open"]);
    }
}
