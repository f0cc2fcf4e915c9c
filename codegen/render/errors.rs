//! Why a template cannot be rendered.

use std::fmt;
use std::ops::Range;

use minijinja::{Error, ErrorKind};

/// What is wrong with a template, or with what it is rendered with.
#[derive(Debug)]
pub enum Cause {
    Template(Error),
    Missing(Box<MissingValue>),
}

/// A template in torchgen's syntax names a value that there is not.
#[derive(Debug)]
pub struct MissingValue {
    pub template: String,
    pub name: String,
    /// In the template as it was given, in bytes.
    pub range: Range<usize>,
    /// The names of the values that there are.
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
            Cause::Template(error) if is_endless(error) => write!(f, "{}", reason(error)),
            Cause::Template(error) => write!(f, "{error}{}", error.display_debug_info()),
            Cause::Missing(missing) => write!(f, "there is no value `{}`", missing.name),
        }
    }
}

/// A template does not fit its plan.
#[derive(Debug)]
pub struct RenderError {
    /// The output.
    pub path: String,
    /// What the plan is about, where the template is for one of many.
    pub about: Option<String>,
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
            Cause::Missing(_) => None,
        }
    }
}

/// What is wrong with a template, with the name of the field if there is one.
pub fn reason(error: &Error) -> String {
    if is_endless(error) {
        return "it does not come to an end".to_owned();
    }
    error.detail().map_or_else(|| error.kind().to_string(), |detail| format!("{}: {detail}", error.kind()))
}

/// What to do about an error, where that is known.
pub fn help(error: &Error) -> Option<&'static str> {
    is_endless(error).then_some("look for loops inside each other, and for a macro or a template that calls itself")
}

fn is_endless(error: &Error) -> bool {
    error.kind() == ErrorKind::OutOfFuel || error.detail() == Some("recursion limit exceeded")
}

/// The error in the template that was included last. The others only say that an included template failed.
pub fn innermost(error: &Error) -> &Error {
    let cause = std::error::Error::source(error).filter(|_| error.kind() == ErrorKind::BadInclude);
    cause.and_then(|cause| cause.downcast_ref()).map_or(error, innermost)
}
