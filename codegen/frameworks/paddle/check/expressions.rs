//! C++ expressions in the YAML: finds the variables in them, and the members of these variables.

use source::{Span, Spanned};

/// Words that are not variables: C++ keywords that are values or types, and the types of numbers.
const KEYWORDS: &[&str] =
    &["true", "false", "nullptr", "bool", "char", "double", "float", "int", "int32_t", "int64_t", "size_t"];

/// A member that an expression uses, as in `x.size()` or `x->dims`.
pub struct Member {
    /// The variable.
    pub of: String,
    /// The dot or arrow between the two.
    pub operator: &'static str,
    /// The name of the member.
    pub name: Spanned<String>,
    /// True if the expression calls the member.
    pub called: bool,
}

/// The members of variables in a C++ expression.
pub fn members(expression: &Spanned<String>) -> Vec<Member> {
    let text = expression.value.as_str();
    let member = |variable: Spanned<String>, end: usize| {
        let rest = text[end..].trim_start();
        let operator = [".", "->"].into_iter().find(|operator| rest.starts_with(operator))?;
        let rest = rest[operator.len()..].trim_start();
        let start = text.len() - rest.len();
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let name = part(expression, start, start + length);
        let called = is_call(rest[length..].trim_start());
        (length > 0).then_some(Member { of: variable.value, operator, name, called })
    };
    variables(text).into_iter().filter_map(|(start, end)| member(part(expression, start, end), end)).collect()
}

/// The variables in a C++ expression: names that are neither called, nor members, nor qualified.
pub fn names(expression: &Spanned<String>) -> Vec<Spanned<String>> {
    variables(&expression.value).into_iter().map(|(start, end)| part(expression, start, end)).collect()
}

/// The enumerators of a class in a C++ expression: `FLOAT32` in `DataType::FLOAT32`.
pub fn enumerators(expression: &Spanned<String>, class: &str) -> Vec<Spanned<String>> {
    let text = expression.value.as_str();
    let qualifier = format!("{class}::");
    let places = text.match_indices(&qualifier).filter(|(at, _)| !text[..*at].ends_with(is_word));
    let name = |(at, _)| {
        let start = at + qualifier.len();
        let length = text[start..].find(|c| !is_word(c)).unwrap_or(text.len() - start);
        part(expression, start, start + length)
    };
    places.map(name).collect()
}

/// A part of an expression. It has a span of its own if the file contains the expression unchanged.
fn part(expression: &Spanned<String>, start: usize, end: usize) -> Spanned<String> {
    let at = expression.span;
    let in_place = (at.end - at.start) as usize == expression.value.len();
    let span = Span { start: at.start + start as u32, end: at.start + end as u32, ..at };
    Spanned::new(expression.value[start..end].to_owned(), if in_place { span } else { at })
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// True if the text after a name makes it a function or a type: `(`, or `<int>` and then `(`, `{` or `::`.
fn is_call(after: &str) -> bool {
    let Some(types) = after.strip_prefix('<') else { return after.starts_with('(') };
    let rest = types.trim_start_matches(|c| is_word(c) || ":,<*& ".contains(c));
    let called = rest.trim_start_matches('>').trim_start();
    rest.starts_with('>') && ["(", "{", "::"].iter().any(|opening| called.starts_with(opening))
}

/// The byte ranges of the variables.
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
        let (before, word, after) = (&text[..at], &text[at..at + length], text[at + length..].trim_start());
        let is_variable = !first.is_ascii_digit()
            && ![".", "::", "->"].iter().any(|operator| before.ends_with(operator))
            && !before.ends_with(|c: char| c.is_ascii_digit())
            && !is_call(after)
            && !after.starts_with("::")
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
