//! The names in a formula, which is C++.

use source::text::Text;

/// A name in a formula that is not in a namespace.
#[derive(Debug, Clone, Copy)]
pub struct Identifier<'a> {
    /// The name.
    pub text: Text<'a>,
    /// True if a call or template arguments follow, so that it is a function or a type.
    pub is_called: bool,
    is_member: bool,
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The names in a formula. Members, such as `b` of `a.b`, qualified names, numbers, texts and comments are left out.
pub fn identifiers(formula: Text) -> Vec<Identifier> {
    all(formula).into_iter().filter(|found| !found.is_member).collect()
}

/// The methods that a formula calls.
pub fn methods(formula: Text) -> impl Iterator<Item = Text> {
    all(formula).into_iter().filter(|found| found.is_member && found.is_called).map(|found| found.text)
}

fn all(formula: Text) -> Vec<Identifier> {
    let bytes = formula.as_str().as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if matches!(bytes[at], b'"' | b'\'') {
            at = end_of_text(bytes, at);
            continue;
        }
        if bytes[at..].starts_with(b"/*") {
            at += formula.as_str()[at..].find("*/").map_or(bytes.len(), |end| end + "*/".len());
            continue;
        }
        if !is_part(bytes[at]) {
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().take_while(|byte| is_part(**byte)).count();
        let (start, end) = (at, at + length);
        at = end;
        let before = formula.as_str()[..start].trim_end();
        let after = formula.as_str()[end..].trim_start();
        let is_member = before.ends_with('.') || before.ends_with("->");
        if bytes[start].is_ascii_digit() || before.ends_with("::") || after.starts_with("::") {
            continue;
        }
        let is_called = after.starts_with('(') || after.starts_with('{') || is_template(after);
        found.push(Identifier { text: formula.slice(start, end), is_called, is_member });
    }
    found
}

/// True for template arguments: `<` and a type, which no blank precedes.
fn is_template(after: &str) -> bool {
    after.starts_with('<') && !after.starts_with("< ") && !after.starts_with("<=")
}

/// The offset behind the text that begins at a quote.
fn end_of_text(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != bytes[start] {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// The names of the parameters of functions without a name: `i` of `[](int i) { ... }`.
pub fn parameters(formula: &str) -> Vec<&str> {
    let lists = formula.match_indices("](").filter_map(|(at, _)| {
        let list = &formula[at + "](".len()..];
        Some(&list[..list.find(')')?])
    });
    let name =
        |parameter: &str| -> Option<usize> { parameter.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) };
    lists.flat_map(|list| list.split(',')).filter_map(|parameter| Some(&parameter[name(parameter)? + 1..])).collect()
}
