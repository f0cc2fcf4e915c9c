//! The grammar of `batch`: `x, y[:-1]`.

use source::Diagnostic;
use source::text::Text;
use spec::BatchDims;

use crate::rules;

const HELP: &str = "write inputs, such as `x, y[:-1]`: all dimensions of `x`, and all but the last one of `y`";

/// Reads the text of the key.
///
/// # Errors
/// A diagnostic at the part that is not understood.
pub fn read(text: Text) -> Result<Vec<BatchDims>, Box<Diagnostic>> {
    // Splitting forgives a comma at the end.
    let dims = text.split(',');
    let is_whole = !dims.is_empty() && !text.as_str().ends_with(',');
    if is_whole { dims.into_iter().map(one).collect() } else { wrong(text) }
}

fn wrong<T>(text: Text) -> Result<T, Box<Diagnostic>> {
    Err(Box::new(Diagnostic::new(rules::SHAPE_RULE, text.span(), "these are no batch dimensions").help(HELP)))
}

fn one(text: Text) -> Result<BatchDims, Box<Diagnostic>> {
    let Some((input, slice)) = text.identifier().filter(|(input, _)| input.is_name()) else { return wrong(text) };
    match own_dims(slice.as_str()) {
        Some(own) => Ok(BatchDims { input: input.to_spanned(), own }),
        None => wrong(text),
    }
}

/// The number of dimensions that a slice such as `[:-1]` leaves out.
fn own_dims(slice: &str) -> Option<usize> {
    if slice.is_empty() {
        return Some(0);
    }
    let inner = slice.strip_prefix('[')?.strip_suffix(']')?;
    inner.trim().strip_prefix(':')?.trim().strip_prefix('-')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use source::{FileId, Span, Spanned};

    use super::*;

    fn read(text: &str) -> Option<Vec<(String, usize)>> {
        let span = Span::new(FileId::from_index(0), 0, text.len());
        let read = super::read(Text::of_spanned(&Spanned::new(text.to_owned(), span))).ok()?;
        Some(read.into_iter().map(|dims| (dims.input.value, dims.own)).collect())
    }

    #[test]
    fn dimensions_are_read() {
        assert_eq!(read("x, y[:-1] , z[ : -12 ]"), Some(vec![("x".into(), 0), ("y".into(), 1), ("z".into(), 12)]));
    }

    #[test]
    fn mistakes_are_reported() {
        for wrong in ["", "x,", "x[1:]", "x[:1]", "x[:-]", "x[:-1", "x y", "[:-1]", "x[:-99999999999999999999]", "x::y"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
