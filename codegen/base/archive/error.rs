//! The error of this room: a message, and what to do about it.

use std::fmt;

/// A file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    message: String,
    help: Option<String>,
}

/// A result with the error of this room.
pub type Result<T> = std::result::Result<T, ReadError>;

impl ReadError {
    /// An error with a message.
    pub fn new(message: impl Into<String>) -> Self {
        ReadError { message: message.into(), help: None }
    }

    /// Adds what the user can do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The message and the help on one line.
    pub fn on_one_line(&self) -> String {
        let help = self.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        format!("{}{help}", self.message)
    }

    /// Says where the mistake is. The innermost place comes last.
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

/// An error as the end of a function.
///
/// # Errors
/// Always.
pub fn fail<T>(message: impl Into<String>) -> Result<T> {
    Err(ReadError::new(message))
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ReadError {}
