//! A program of PIR as text.

mod json;
mod number;
mod order;
mod text;

use crate::pir::Program;
use profile::Translate;

/// What a program is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As the framework prints it.
    Text,
    /// As the framework saves it.
    Json,
}

/// A program that cannot be written, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable(pub String);

/// Writes a program, if that takes at most so many bytes.
pub fn print(program: &Program, profile: &Translate, form: Form, most: usize) -> Result<String, Unwritable> {
    match form {
        Form::Text => text::print(program, profile, most),
        Form::Json => json::print(program, profile, most),
    }
}

/// Refuses what would become too long: a program can name a long vector as often as it has operators.
fn check_length(out: &str, most: usize) -> Result<(), Unwritable> {
    if out.len() <= most {
        return Ok(());
    }
    Err(Unwritable(format!("written out it has more than {most} bytes, out of all proportion to the file")))
}
