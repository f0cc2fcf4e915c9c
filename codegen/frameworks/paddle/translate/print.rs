//! Writes a program of PIR.

mod json;
mod number;
mod order;
mod text;

use crate::pir::Program;
use profile::Translate;

/// The form in which a program is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The text that the framework prints.
    Text,
    /// The JSON that the framework saves.
    Json,
}

/// The reason why a program cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable(pub String);

/// Writes a program.
///
/// # Errors
/// The form cannot express the program, or the text would be longer than `most` bytes.
pub fn print(program: &Program, profile: &Translate, form: Form, most: usize) -> Result<String, Unwritable> {
    match form {
        Form::Text => text::print(program, profile, most),
        Form::Json => json::print(program, profile, most),
    }
}

/// Refuses text that becomes too long. A small file can repeat the type of a long vector for each of its operators.
fn check_length(out: &str, most: usize) -> Result<(), Unwritable> {
    if out.len() <= most {
        return Ok(());
    }
    Err(Unwritable(format!("its text would be longer than {most} bytes, out of all proportion to the file")))
}
