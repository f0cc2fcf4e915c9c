//! The error of this room: a message, and what to do about it.

use std::fmt;

/// A checkpoint, or a project, that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightsError {
    message: String,
    help: Option<String>,
}

/// A result with the error of this room.
pub type Result<T> = std::result::Result<T, WeightsError>;

impl WeightsError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        WeightsError { message: message.into(), help: None }
    }

    /// Adds what the user can do.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says where the mistake is. The innermost place comes last.
    pub(crate) fn at(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

/// An error as the end of a function.
pub(crate) fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(WeightsError::new(message))
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for WeightsError {}
