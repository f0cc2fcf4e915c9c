//! Templates of expressions and statements: Python with placeholders for what a call contains.

use source::{Span, Spanned};

/// A template, as pieces.
#[derive(Debug, Clone)]
pub struct Template {
    pub pieces: Vec<Piece>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Piece {
    Text(String),
    /// `{name}` or `{name|otherwise}`: an argument. An argument that is not given is `otherwise`, or the receiver.
    Argument {
        name: String,
        otherwise: Option<String>,
        delimited: bool,
    },
    /// `{self}`: what a method is called on.
    Receiver {
        delimited: bool,
    },
    /// `{call}`: the target with the arguments that are left.
    Call,
    /// `{rest}` or `{rest-a-b}`: the arguments that are left, without some.
    Rest {
        without: Vec<String>,
    },
    /// `{join @}`: the arguments without a keyword, with an operator between them.
    Join {
        operator: String,
    },
    /// `{target}`: the name of the target.
    Target,
    /// `{tmp:name}`: a new variable, numbered only where the name is taken; `{new:name}` always has a number.
    Variable {
        name: String,
        numbered: bool,
    },
}

/// Why a text is no template.
#[derive(Debug)]
pub struct TemplateError(pub String);

impl Template {
    pub fn parse(text: &Spanned<String>) -> Result<Template, TemplateError> {
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        let mut plain = String::new();
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(behind) = rest.strip_prefix(brace) {
                plain.push_str(brace);
                rest = behind;
                continue;
            }
            let end = rest.find('}').filter(|_| brace == "{");
            let Some(end) = end else {
                return Err(TemplateError(format!(
                    "a `{brace}` without its partner; write `{brace}{brace}` for the character"
                )));
            };
            let before = plain.trim_end().chars().next_back();
            let after = rest[end + 1..].trim_start().chars().next();
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            let is_first = pieces.is_empty();
            pieces.push(piece(&rest[..end], is_delimited(before, is_first, after))?);
            rest = &rest[end + 1..];
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain));
        }
        Ok(Template { pieces, span: text.span })
    }

    /// The arguments that the template puts in.
    pub fn arguments(&self) -> impl Iterator<Item = &str> {
        self.pieces
            .iter()
            .flat_map(|piece| match piece {
                Piece::Argument { name, .. } => std::slice::from_ref(name),
                Piece::Rest { without } => without.as_slice(),
                _ => &[],
            })
            .map(String::as_str)
    }
}

/// Whether the text around a placeholder ends an expression on both sides, so that no value needs parentheses.
fn is_delimited(before: Option<char>, is_first: bool, after: Option<char>) -> bool {
    let opened = match before {
        Some(before) => "([{,=:".contains(before),
        None => is_first,
    };
    opened && after.is_none_or(|after| ")]},:".contains(after))
}

fn piece(text: &str, delimited: bool) -> Result<Piece, TemplateError> {
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let named = |name: &str, numbered| match is_name(name) {
        true => Ok(Piece::Variable { name: name.to_owned(), numbered }),
        false => Err(TemplateError(format!("`{name}` is no name for a variable"))),
    };
    if let Some(name) = text.strip_prefix("tmp:") {
        return named(name, false);
    }
    if let Some(name) = text.strip_prefix("new:") {
        return named(name, true);
    }
    if let Some(without) = text.strip_prefix("rest-") {
        return Ok(Piece::Rest { without: without.split('-').map(str::to_owned).collect() });
    }
    if let Some(operator) = text.strip_prefix("join ") {
        return Ok(Piece::Join { operator: operator.to_owned() });
    }
    let (name, otherwise) = match text.split_once('|') {
        Some((name, otherwise)) => (name, Some(otherwise.to_owned())),
        None => (text, None),
    };
    Ok(match name {
        "self" => Piece::Receiver { delimited },
        "call" => Piece::Call,
        "rest" => Piece::Rest { without: Vec::new() },
        "target" => Piece::Target,
        name if is_name(name) => Piece::Argument { name: name.to_owned(), otherwise, delimited },
        _ => return Err(TemplateError(format!("`{{{text}}}` is no placeholder"))),
    })
}
