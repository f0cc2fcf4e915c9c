//! Hints that nothing in the YAML says: functions that are bound by hand, and those whose hints are better than their schemas.

use crate::hint::definition;

/// A hint of a profile, such as `(self, *, dtype: _dtype) -> Tensor`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandHint {
    /// A function.
    Function {
        /// The decorators, such as `@staticmethod`.
        decorators: Vec<String>,
        /// The name.
        name: String,
        /// The arguments as they are written, with `*` and `/`.
        arguments: Vec<String>,
        /// The result.
        result: Option<String>,
        /// The comment behind the definition.
        comment: Option<String>,
    },
    /// An attribute.
    Attribute {
        /// The name.
        name: String,
        /// The type.
        ty: String,
    },
}

impl HandHint {
    /// Reads `[@DECORATOR ...] [NAME](ARGUMENTS) [-> RESULT]  [# COMMENT]`, or `: TYPE` for an attribute. The name is `key` unless the
    /// text has another one. `None` if the text is neither.
    pub fn read(key: &str, text: &str) -> Option<HandHint> {
        if let Some(ty) = text.strip_prefix(": ") {
            return Some(HandHint::Attribute { name: key.to_owned(), ty: ty.to_owned() });
        }
        let (text, comment) = match text.split_once("  # ") {
            Some((text, comment)) => (text, Some(comment.to_owned())),
            None => (text, None),
        };
        let (mut text, mut decorators) = (text.trim(), Vec::new());
        while text.starts_with('@') {
            let (decorator, rest) = text.split_once(' ')?;
            decorators.push(decorator.to_owned());
            text = rest;
        }
        let (name, rest) = text.split_once('(')?;
        let end = closing(rest)?;
        let name = if name.is_empty() { key } else { name }.to_owned();
        let arguments = split(&rest[..end]);
        let result = rest[end + 1..].strip_prefix(" -> ").map(|result| result.trim().to_owned());
        Some(HandHint::Function { decorators, name, arguments, result, comment })
    }

    /// The hint as it stands in a stub.
    pub fn spelled(&self) -> String {
        match self {
            HandHint::Attribute { name, ty } => format!("{name}: {ty}"),
            HandHint::Function { decorators, name, arguments, result, comment } => {
                let mut text: String = decorators.iter().map(|decorator| format!("{decorator}\n")).collect();
                text += &definition(name, arguments, result.as_deref());
                if let Some(comment) = comment {
                    text += &format!("  # {comment}");
                }
                text
            }
        }
    }
}

/// The position of the bracket that closes one before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.bytes().position(|byte| {
        depth += nesting(byte);
        depth == 0
    })
}

fn nesting(byte: u8) -> i32 {
    match byte {
        b'(' | b'[' => 1,
        b')' | b']' => -1,
        _ => 0,
    }
}

/// The arguments between brackets.
fn split(text: &str) -> Vec<String> {
    let mut depth = 0;
    let at_comma = |letter: char| {
        depth += u8::try_from(letter).map_or(0, nesting);
        depth == 0 && letter == ','
    };
    let arguments = text.split(at_comma).map(|argument| argument.trim().to_owned());
    arguments.filter(|argument| !argument.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::HandHint;

    #[test]
    fn hints_are_spelled_as_stubs() {
        let spelled = |key, text| HandHint::read(key, text).map(|hint| hint.spelled());
        assert_eq!(spelled("is_cpu", ": _bool").as_deref(), Some("is_cpu: _bool"));
        assert_eq!(spelled("f", "()").as_deref(), Some("def f(): ..."));
        assert_eq!(
            spelled("f", "g(self, a: tuple[int, int]) -> None").as_deref(),
            Some("def g(self, a: tuple[int, int]) -> None: ...")
        );
        assert_eq!(
            spelled("f", "@staticmethod (a) -> S  # noqa: X").as_deref(),
            Some("@staticmethod\ndef f(a) -> S: ...  # noqa: X")
        );
        assert_eq!(spelled("f", "nothing"), None);
    }
}
