//! Templates of expressions and statements: Python with placeholders for the parts of a call.

use source::{Span, Spanned};

/// A template, split into pieces.
#[derive(Debug, Clone)]
pub struct Template {
    /// Its texts and placeholders, in order.
    pub pieces: Vec<Piece>,
    /// Its span in the mapping.
    pub span: Span,
}

/// A part of a template.
#[derive(Debug, Clone)]
pub enum Piece {
    /// Text that is copied.
    Text(String),
    /// `{name}`, `{name|otherwise}` or `{name[0]}`: an argument, or an item of one.
    Argument {
        /// The name of the argument.
        name: String,
        /// The text for an omitted argument. Without it, the receiver stands for an omitted argument.
        otherwise: Option<String>,
        /// The index of the item.
        item: Option<usize>,
        /// Whether the text around it delimits an expression, so that it needs no parentheses.
        delimited: bool,
    },
    /// `{self}`: the object of a method.
    Receiver {
        /// As for an argument.
        delimited: bool,
    },
    /// `{call}`: the call of the target with the arguments that are left.
    Call,
    /// `{rest}` or `{rest-a-b}`: the arguments that are left.
    Rest {
        /// The arguments that are not included.
        without: Vec<String>,
    },
    /// `{join @}`: the positional arguments with an operator between them.
    Join {
        /// The operator.
        operator: String,
    },
    /// `{target}`: the name of the target.
    Target,
    /// `{tmp:name}`, `{new:name}` or `{result:name}`: a new variable.
    Variable {
        /// The name, to which a number may be added.
        name: String,
        /// Whether a number is always added (`new`, `result`), or only if the name is taken (`tmp`).
        numbered: bool,
        /// Whether it is the variable of the statement, if the call is all that this one assigns (`result`).
        is_result: bool,
    },
}

/// The reason why a text is not a template.
#[derive(Debug)]
pub struct TemplateError(pub String);

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// A brace has no partner, or a placeholder is unknown.
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

    /// Whether it contains the arguments that are left.
    pub fn passes_arguments(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Call | Piece::Rest { .. }))
    }

    /// The arguments that the template mentions.
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

/// Whether the characters around a placeholder delimit an expression, so that no value needs parentheses.
fn is_delimited(before: Option<char>, is_first: bool, after: Option<char>) -> bool {
    let opened = match before {
        Some(before) => "([{,=:".contains(before),
        None => is_first,
    };
    opened && after.is_none_or(|after| ")]},:".contains(after))
}

fn piece(text: &str, delimited: bool) -> Result<Piece, TemplateError> {
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let named = |name: &str, numbered, is_result| match is_name(name) {
        true => Ok(Piece::Variable { name: name.to_owned(), numbered, is_result }),
        false => Err(TemplateError(format!("`{name}` is not a name for a variable"))),
    };
    if let Some(name) = text.strip_prefix("tmp:") {
        return named(name, false, false);
    }
    if let Some(name) = text.strip_prefix("new:") {
        return named(name, true, false);
    }
    if let Some(name) = text.strip_prefix("result:") {
        return named(name, true, true);
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
    let (name, item) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((name, index)) => {
            (name, Some(index.parse().map_err(|_| TemplateError(format!("`{index}` is not an index")))?))
        }
        None => (name, None),
    };
    Ok(match name {
        "self" => Piece::Receiver { delimited },
        "call" => Piece::Call,
        "rest" => Piece::Rest { without: Vec::new() },
        "target" => Piece::Target,
        name if is_name(name) => Piece::Argument { name: name.to_owned(), otherwise, item, delimited },
        _ => return Err(TemplateError(format!("`{{{text}}}` is not a placeholder"))),
    })
}
