//! The C++ expressions that may be defaults: literals, constants, arithmetic with them, and objects of the attribute's own type.
//! opgen copies a default into declarations, so nothing else may be in one.

use super::cpp_number::is_number;
use super::limits;
use super::types::{ATTR_TYPES, AttrType, Element};

/// True if the text is a constant of the type. The values of numbers are not checked. A function can be called if it is in one of
/// the namespaces, with numbers and texts as arguments.
pub fn is_constant(ty: AttrType, text: &str, namespaces: &[&str]) -> bool {
    let Some(tokens) = tokens(text) else { return false };
    let mut parser = Parser { tokens: &tokens, namespaces, depth: 0 };
    parser.value(ty).is_some() && parser.tokens.is_empty()
}

/// True if the text is a constant of any type, or a qualified name such as `paddle::none`.
pub fn is_any_constant(text: &str) -> bool {
    let is_qualified = |text: &str| matches!(tokens(text).as_deref(), Some([Token::Name(name)]) if name.contains("::"));
    ATTR_TYPES.iter().any(|(_, ty)| is_constant(*ty, text, &[])) || is_qualified(text)
}

/// True if a text has something outside its strings that no C++ expression has: the end of a statement, a comment, a directive.
pub fn ends_expression(text: &str) -> bool {
    let mut outside = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('"') {
        outside.push_str(&rest[..at]);
        outside.push('"');
        let Some(length) = string_length(&rest[at..]) else { return true };
        rest = &rest[at + length..];
    }
    outside.push_str(rest);
    outside.contains([';', '\\', '`', '#', '@', '$', '\''])
        || ["//", "/*", "*/"].iter().any(|mark| outside.contains(mark))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Number(&'a str),
    Text,
    /// A name, possibly qualified. A template may have one argument, as in `std::numeric_limits<float>::max`.
    Name(&'a str),
    Symbol(&'a str),
}

/// The operators and brackets of constants. A longer one precedes its beginning.
const SYMBOLS: [&str; 19] =
    ["//", "/*", "--", "++", "<<", ">>", "(", ")", "{", "}", ",", "+", "-", "*", "/", "%", "|", "&", "~"];

/// The symbols that are never part of a constant: comments and assignments.
const REJECTED: [&str; 4] = ["//", "/*", "--", "++"];

/// Class templates with one argument.
const CLASS_TEMPLATES: [&str; 2] = ["std::numeric_limits", "std::vector"];

/// Divides a text into tokens. `None` if some of it cannot be part of a constant.
fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let digits = rest.strip_prefix('.').unwrap_or(rest);
        let (token, length) = if digits.starts_with(|c: char| c.is_ascii_digit()) {
            let length = number_length(rest);
            (Token::Number(&rest[..length]), length)
        } else if first == '"' {
            (Token::Text, string_length(rest)?)
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length = name_length(rest, true)?;
            (Token::Name(&rest[..length]), length)
        } else {
            let symbol = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol))?;
            if REJECTED.contains(&symbol) {
                return None;
            }
            (Token::Symbol(symbol), symbol.len())
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

/// The length of a number, which may be invalid. A sign belongs to it only after the `e` of an exponent.
fn number_length(text: &str) -> usize {
    let is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut after_exponent = false;
    let end = text.find(|c: char| {
        let continues =
            c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || (after_exponent && matches!(c, '+' | '-'));
        after_exponent = !is_hexadecimal && matches!(c, 'e' | 'E');
        !continues
    });
    end.unwrap_or(text.len())
}

/// The length of the string literal at the start of a text. `None` if it is not closed.
pub fn string_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, letter)| {
        let ends = *letter == '"' && !escaped;
        escaped = *letter == '\\' && !escaped;
        ends
    });
    end.map(|(at, _)| at + 1)
}

/// The length of a name, in which class templates may have an argument. `None` if a `::` is not followed by a name.
fn name_length(text: &str, with_templates: bool) -> Option<usize> {
    let word = |text: &str| text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let mut length = word(text);
    loop {
        if with_templates && CLASS_TEMPLATES.contains(&&text[..length]) {
            let argument = text[length..].strip_prefix('<')?;
            let end = name_length(argument, false)?;
            length += 1 + argument[end..].starts_with('>').then_some(end + 1)?;
        }
        let Some(rest) = text[length..].strip_prefix("::") else { return Some(length) };
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        length += 2 + word(rest);
    }
}

struct Parser<'a> {
    tokens: &'a [Token<'a>],
    namespaces: &'a [&'a str],
    depth: usize,
}

/// The most brackets within each other.
const MAX_DEPTH: usize = 16;

/// Every function reads one construct and returns `None` if there is none.
impl<'a> Parser<'a> {
    fn next(&mut self) -> Option<Token<'a>> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(*first)
    }

    fn take(&mut self, symbol: &str) -> Option<()> {
        (*self.tokens.first()? == Token::Symbol(symbol)).then_some(())?;
        self.next().map(|_| ())
    }

    fn value(&mut self, ty: AttrType) -> Option<()> {
        if ty.list {
            return self.list(AttrType::one(ty.element));
        }
        match ty.element {
            Element::IntArray => self.object("IntArray", |parser| parser.list(AttrType::one(Element::Int64))),
            Element::Str => self.text(),
            Element::Scalar(_) => self.object("Scalar", Parser::number_or_text),
            Element::DataType => self.enumerator("DataType"),
            Element::DataLayout => self.enumerator("DataLayout"),
            Element::Place => self.place(),
            _ => self.expression(),
        }
    }

    /// An object of a class, made from a value, or only the value.
    fn object(&mut self, class: &str, value: impl Fn(&mut Self) -> Option<()>) -> Option<()> {
        match self.tokens.first()? {
            Token::Name(name) if last_part(name) == class => {
                self.next();
                let close = self.open()?;
                value(self)?;
                self.take(close)
            }
            _ => value(self),
        }
    }

    /// An opening bracket of an object. Returns the bracket that closes it.
    fn open(&mut self) -> Option<&'static str> {
        match self.next()? {
            Token::Symbol("(") => Some(")"),
            Token::Symbol("{") => Some("}"),
            _ => None,
        }
    }

    fn list(&mut self, element: AttrType) -> Option<()> {
        if let Token::Name(name) = self.tokens.first()? {
            self.next();
            if !name.starts_with("std::vector<") {
                return is_known_constant(name).then_some(());
            }
            if self.take("(").is_some() {
                return self.take(")");
            }
        }
        self.take("{")?;
        self.arguments("}", |parser| parser.value(element))
    }

    /// Values with commas between them, up to a closing bracket.
    fn arguments(&mut self, close: &str, value: impl Fn(&mut Self) -> Option<()>) -> Option<()> {
        if self.take(close).is_some() {
            return Some(());
        }
        loop {
            value(self)?;
            if self.take(close).is_some() {
                return Some(());
            }
            self.take(",")?;
        }
    }

    fn text(&mut self) -> Option<()> {
        match self.next()? {
            Token::Text => Some(()),
            Token::Name("std::string") => {
                let close = self.open()?;
                self.arguments(close, |parser| (parser.next()? == Token::Text).then_some(()))
            }
            Token::Name(name) => is_known_constant(name).then_some(()),
            _ => None,
        }
    }

    fn number_or_text(&mut self) -> Option<()> {
        match self.tokens.first()? {
            Token::Text => self.next().map(|_| ()),
            _ => self.expression(),
        }
    }

    fn enumerator(&mut self, class: &str) -> Option<()> {
        let Token::Name(name) = self.next()? else { return None };
        let (path, _) = name.rsplit_once("::")?;
        (last_part(path) == class).then_some(())
    }

    fn place(&mut self) -> Option<()> {
        if self.take("{").is_some() {
            return self.take("}");
        }
        let Token::Name(name) = self.next()? else { return None };
        if !last_part(name).contains("Place") {
            return None;
        }
        let close = self.open()?;
        self.arguments(close, |parser| match parser.tokens.first()? {
            // An enumerator, such as `phi::AllocationType::GPU`.
            Token::Name(_) => parser.next().map(|_| ()),
            _ => parser.expression(),
        })
    }

    fn expression(&mut self) -> Option<()> {
        loop {
            self.operand()?;
            match self.tokens.first() {
                Some(Token::Symbol("+" | "-" | "*" | "/" | "%" | "<<" | ">>" | "|" | "&")) => self.next(),
                _ => return Some(()),
            };
        }
    }

    fn operand(&mut self) -> Option<()> {
        while let Some(Token::Symbol("+" | "-" | "~")) = self.tokens.first() {
            self.next();
        }
        match self.next()? {
            Token::Number(number) => is_number(number).then_some(()),
            Token::Symbol("(") if self.depth < MAX_DEPTH => {
                self.depth += 1;
                self.expression()?;
                self.depth -= 1;
                self.take(")")
            }
            Token::Name("true" | "false") => Some(()),
            Token::Name(name) if self.is_function(name) && self.depth < MAX_DEPTH && self.take("(").is_some() => {
                self.depth += 1;
                self.arguments(")", Parser::number_or_text)?;
                self.depth -= 1;
                Some(())
            }
            Token::Name(name) => is_known_constant(name).then_some(()),
            _ => None,
        }
    }

    fn is_function(&self, name: &str) -> bool {
        let is_inside = |namespace: &&str| name.strip_prefix(namespace).is_some_and(|rest| rest.starts_with("::"));
        limits::is_function(name) || self.namespaces.iter().any(is_inside)
    }
}

fn last_part(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// True if a name is spelled like a C++ constant, such as `INT64_MAX` or `phi::kDefault`. `False` and `None` are not.
pub fn is_named_constant(name: &str) -> bool {
    let part = last_part(name);
    let is_camel = part.strip_prefix('k').is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()));
    is_camel || (part.chars().any(char::is_alphabetic) && !part.contains(|c: char| c.is_lowercase()))
}

/// True for a qualified name that is spelled like a constant, and for one of C++'s limits.
fn is_known_constant(name: &str) -> bool {
    if name.contains("::") { is_named_constant(name) } else { limits::limit(name).is_some() }
}

/// The first name in a text that is spelled like a constant, but has no namespace and is not one of C++'s limits.
pub fn unknown_constant(text: &str) -> Option<&str> {
    tokens(text)?.into_iter().find_map(|token| match token {
        Token::Name(name) if is_named_constant(name) && !is_known_constant(name) => Some(name),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted<'a>(ty: &str, texts: &[&'a str]) -> Vec<&'a str> {
        let ty = ty.parse().expect("it is a type");
        texts.iter().copied().filter(|text| is_constant(ty, text, &["phi"])).collect()
    }

    #[test]
    fn constants_of_every_type() {
        let all: [(&str, &[&str]); 10] = [
            (
                "int",
                &[
                    "1",
                    "-1",
                    "0xfF",
                    "(2 << 12) - 1",
                    "INT_MAX",
                    "phi::kMost",
                    "phi::gpu::Limit()",
                    "phi::Size(1, phi::kMost)",
                ],
            ),
            ("int64_t", &["10000L", "std::numeric_limits<int64_t>::max()", "-INT64_MAX"]),
            ("float", &["1.0f/8", ".5f", "2.", "1.0e-8F", "1e-5"]),
            ("bool", &["true", "false"]),
            ("str", &["\"\"", "\"a \\\" // b\"", "\"\\\\\"", "std::string(\"a\")", "std::string()", "phi::kName"]),
            ("int[]", &["{}", "{1, -2}", "std::vector<int>{1}", "std::vector<int>()"]),
            ("IntArray", &["{0,0}", "phi::IntArray({1})"]),
            ("Scalar", &["1", "\"1e-5\"", "phi::Scalar(1.0f)", "false"]),
            ("DataType", &["DataType::INT64", "phi::DataType::UNDEFINED"]),
            ("Place", &["{}", "CPUPlace()", "phi::GPUPlace(0)", "Place(phi::AllocationType::GPU)"]),
        ];
        for (ty, texts) in all {
            assert_eq!(accepted(ty, texts), texts, "{ty}");
        }
    }

    #[test]
    fn nothing_else_is_a_constant() {
        let attacks = [
            "1; EVIL()",
            "EVIL",
            "kEvil",
            "1 + EVIL",
            "std::numeric_limits<EVIL>::max()",
            "std::numeric_limits<int>::evil()",
            "1 // c",
            "1 /* c */",
            "a b c",
            "1 2",
            "EVIL()",
            "std::abort()",
            "phi::f(EVIL())",
            "phi::f(1; EVIL())",
            "(1, 2)",
            "x = 1",
            "i++",
            "1 ? 2 : 3",
            "[]{ EVIL(); }()",
            "\"a\" EVIL \"b\"",
            "\"a\\\\\" ; EVIL(); \\\\\"b\"",
            "{1}; EVIL(); {2}",
            "{1, EVIL()}",
            "DataType::INT64; EVIL()",
            "CPUPlace(EVIL())",
            "CPUPlace() + EVIL()",
            "--1",
            "1LLLL",
            "\"a",
            "",
        ];
        for (ty, _) in crate::types::ATTR_TYPES {
            assert_eq!(accepted(ty, &attacks), [""; 0], "{ty}");
        }
    }

    #[test]
    fn expressions_end_before_statements() {
        let expressions = ["x.size() < 2 ? a : b->c", "std::vector<int>{1}", "f(\"; // \\\"\")"];
        assert!(!expressions.iter().any(|text| ends_expression(text)));
        let others = ["x; EVIL()", "x // c", "x /* c", "x */ y", "x \\", "#x", "'x'", "\"x", "\"\\\\\"; EVIL()"];
        assert!(others.iter().all(|text| ends_expression(text)));
    }

    #[test]
    fn constants_of_any_type() {
        let constants =
            ["false", "-1", "std::string(\"a\")", "std::vector<paddle::experimental::Scalar>()", "paddle::none"];
        assert!(constants.iter().all(|text| is_any_constant(text)));
        assert!(!["EVIL()", "0; EVIL()", "0 EVIL", "0<EVIL>", "evil::run()"].iter().any(|text| is_any_constant(text)));
    }

    #[test]
    fn brackets_have_a_limit() {
        let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
        assert!(is_constant(AttrType::one(Element::Int), &nested(MAX_DEPTH), &[]));
        assert!(!is_constant(AttrType::one(Element::Int), &nested(100_000), &[]));
        assert!(!is_constant(AttrType::one(Element::Int), &"phi::f(".repeat(100_000), &["phi"]));
        assert!(!is_any_constant(&"std::vector<".repeat(100_000)));
    }
}
