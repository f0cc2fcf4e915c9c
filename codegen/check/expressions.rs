//! C++ expressions in the YAML: the variables in them, and what follows the dot behind a variable.

use source::{Span, Spanned};

/// C++ keywords that are values or types, and the number types.
const KEYWORDS: &[&str] =
    &["true", "false", "nullptr", "bool", "char", "double", "float", "int", "int32_t", "int64_t", "size_t"];

/// What stands behind the dot or arrow after a variable: its name, and whether it is called.
pub struct Member {
    pub of: String,
    /// The dot or arrow.
    pub operator: &'static str,
    pub name: Spanned<String>,
    pub called: bool,
}

/// The members of variables in a C++ expression.
pub fn members(expression: &Spanned<String>) -> Vec<Member> {
    let text = expression.value.as_str();
    let member = |variable: Spanned<String>, end: usize| {
        let behind = text[end..].trim_start();
        let operator = [".", "->"].into_iter().find(|operator| behind.starts_with(operator))?;
        let behind = behind[operator.len()..].trim_start();
        let start = text.len() - behind.len();
        let length = behind.find(|c| !is_word(c)).unwrap_or(behind.len());
        let name = part(expression, start, start + length);
        let called = is_call(behind[length..].trim_start());
        (length > 0).then_some(Member { of: variable.value, operator, name, called })
    };
    variables(text).into_iter().filter_map(|(start, end)| member(part(expression, start, end), end)).collect()
}

/// The variables in a C++ expression: names that are neither called, nor members, nor qualified.
pub fn names(expression: &Spanned<String>) -> Vec<Spanned<String>> {
    variables(&expression.value).into_iter().map(|(start, end)| part(expression, start, end)).collect()
}

/// A part of an expression, with its own span if the source contains the expression unchanged.
fn part(expression: &Spanned<String>, start: usize, end: usize) -> Spanned<String> {
    let at = expression.span;
    let in_place = (at.end - at.start) as usize == expression.value.len();
    let span = Span { start: at.start + start as u32, end: at.start + end as u32, ..at };
    Spanned::new(expression.value[start..end].to_owned(), if in_place { span } else { at })
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether what stands behind a name makes it a function or a type: `(`, or `<int>` and then `(`, `{` or `::`.
fn is_call(behind: &str) -> bool {
    let Some(types) = behind.strip_prefix('<') else { return behind.starts_with('(') };
    let rest = types.trim_start_matches(|c| is_word(c) || ":,<*& ".contains(c));
    let called = rest.trim_start_matches('>').trim_start();
    rest.starts_with('>') && ["(", "{", "::"].iter().any(|opening| called.starts_with(opening))
}

/// Where the variables are.
fn variables(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut quoted = false;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        quoted ^= first == '"';
        if quoted || !is_word(first) {
            at += first.len_utf8();
            continue;
        }
        let length = text[at..].find(|c| !is_word(c)).unwrap_or(text.len() - at);
        let (before, word, behind) = (&text[..at], &text[at..at + length], text[at + length..].trim_start());
        let is_variable = !first.is_ascii_digit()
            && ![".", "::", "->"].iter().any(|operator| before.ends_with(operator))
            && !before.ends_with(|c: char| c.is_ascii_digit())
            && !is_call(behind)
            && !behind.starts_with("::")
            && !KEYWORDS.contains(&word);
        if is_variable {
            found.push((at, at + length));
        }
        at += length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::FileId;

    #[test]
    fn variables_are_found_in_expressions() {
        let found = |text: &str| {
            let expression = Spanned::new(text.to_owned(), Span::new(FileId::from_index(0), 5, 5 + text.len()));
            let names = names(&expression);
            names.into_iter().map(|name| (name.value, name.span.start)).collect::<Vec<_>>()
        };
        assert_eq!(found("x.size()"), [("x".to_owned(), 5)]);
        assert_eq!(found("1.0f + a->b * f(c)"), [("a".to_owned(), 12), ("c".to_owned(), 21)]);
        assert_eq!(found("true ? 1:b"), [("b".to_owned(), 14)]);
        assert_eq!(
            found("a<0 ? b : max<int>(d)"),
            [("a", 5), ("b", 11), ("d", 24)].map(|(name, at)| (name.to_owned(), at))
        );
        assert_eq!(found("DataType::INT64, \"a b\", true, std::vector<int>{}"), []);
    }
}
