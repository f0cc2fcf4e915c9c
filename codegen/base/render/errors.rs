//! The errors of rendering a template.

use std::fmt;
use std::ops::Range;

use minijinja::{Error, ErrorKind};

/// An error in a template or in its values.
#[derive(Debug)]
pub enum Cause {
    /// The template cannot be parsed, or fails while it is rendered.
    Template(Error),
    /// A template in torchgen's syntax refers to an undefined value.
    Missing(Box<MissingValue>),
    /// The text would be too large. Only for all outputs together, and for templates in torchgen's syntax, whose names are known.
    TooLarge {
        /// The name of the template.
        template: Option<String>,
    },
}

/// A reference to an undefined value, in a template in torchgen's syntax.
#[derive(Debug)]
pub struct MissingValue {
    /// The name of the template.
    pub template: String,
    /// The name of the value.
    pub name: String,
    /// The position of the reference in the original text, in bytes.
    pub range: Range<usize>,
    /// The names of the defined values.
    pub known: Vec<String>,
}

impl From<Error> for Cause {
    fn from(error: Error) -> Self {
        Cause::Template(error)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Template(error) if help(error).is_some() => write!(f, "{}", reason(error)),
            Cause::Template(error) => write!(f, "{error}{}", error.display_debug_info()),
            Cause::Missing(missing) => write!(f, "there is no value `{}`", missing.name),
            Cause::TooLarge { .. } => write!(f, "{TOO_MUCH}"),
        }
    }
}

/// A failure to render a file.
#[derive(Debug)]
pub struct RenderError {
    /// The path of the output.
    pub path: String,
    /// The key of the item that failed, if the template renders one of many.
    pub about: Option<String>,
    /// The error in the template or in its values.
    pub cause: Cause,
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot render {}", self.path)?;
        if let Some(about) = &self.about {
            write!(f, ", for `{about}`")?;
        }
        write!(f, ": {}", self.cause)
    }
}

impl std::error::Error for RenderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            Cause::Template(error) => Some(error),
            Cause::Missing(_) | Cause::TooLarge { .. } => None,
        }
    }
}

/// The reason of a template that was stopped.
const TOO_MUCH: &str = "it takes too many steps or too much memory";

/// The error as a phrase, with details such as the name of a field.
pub fn reason(error: &Error) -> String {
    if error.kind() == ErrorKind::OutOfFuel {
        return TOO_MUCH.to_owned();
    }
    if is_endless(error) {
        return "it does not end".to_owned();
    }
    error.detail().map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind()))
}

/// A help line for an error, if there is something to suggest.
pub fn help(error: &Error) -> Option<&'static str> {
    if error.kind() == ErrorKind::OutOfFuel {
        return Some(
            "look for nested loops, for text that grows in a loop, and for a macro or template that calls itself",
        );
    }
    is_endless(error).then_some("look for a macro or template that calls itself")
}

fn is_endless(error: &Error) -> bool {
    error.detail() == Some("recursion limit exceeded")
}

/// The error in the innermost included template. The outer errors only say that an included template failed.
pub fn innermost(error: &Error) -> &Error {
    let cause = std::error::Error::source(error).filter(|_| error.kind() == ErrorKind::BadInclude);
    cause.and_then(|cause| cause.downcast_ref()).map_or(error, innermost)
}
