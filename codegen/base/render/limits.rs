//! Bounds on the texts that templates make. Templates may be a stranger's, and minijinja bounds only what its own filters make.

use std::fmt::{self, Write};

use minijinja::value::{Kwargs, Value, ValueKind};
use minijinja::{Error, ErrorKind, State};

/// The bytes of text that minijinja lets a template make for one step.
pub const BYTES_PER_STEP: u64 = 64;

/// The same for the texts of lists and objects, which take longer to write.
const BYTES_OF_VALUES_PER_STEP: u64 = 4;

/// Takes the steps for a text from the template before the text is made.
///
/// # Errors
/// If the template has fewer steps left.
pub fn reserve(state: &State, bytes: usize) -> Result<(), Error> {
    state.consume_fuel((bytes as u64).div_ceil(BYTES_PER_STEP))
}

/// Writes any value. Lists may contain the same list many times, so a small value can have a text without end.
///
/// # Errors
/// If the template has too few steps left for the text, or the value is too deep.
pub fn write_value(out: &mut impl Write, state: &State, value: &Value) -> Result<(), Error> {
    // An object may contain itself.
    if matches!(value.kind(), ValueKind::Seq | ValueKind::Map) {
        visit(state, value, 0)?;
    }
    let left = state.fuel_levels().map_or(u64::MAX, |(_, steps)| steps.saturating_mul(BYTES_OF_VALUES_PER_STEP));
    let mut bounded = Bounded { out, left };
    write!(bounded, "{value}").map_err(|_| Error::from(ErrorKind::OutOfFuel))
}

/// The text of any value, like [`write_value`].
///
/// # Errors
/// If the template has too few steps left for the text, or the value is too deep.
pub fn text(state: &State, value: &Value) -> Result<String, Error> {
    let mut text = String::new();
    write_value(&mut text, state, value)?;
    state.consume_fuel((text.len() as u64).div_ceil(BYTES_OF_VALUES_PER_STEP))?;
    Ok(text)
}

/// The deepest list of lists that becomes a text.
const MAX_DEPTH: usize = 64;

/// The widest indent of JSON.
const MAX_INDENT: usize = 16;

/// The filter `tojson` of minijinja, which itself does not bound what it makes.
///
/// # Errors
/// If the template has too few steps left for the value, the value is too deep, or the indent is too wide.
pub fn to_json(state: &State, value: &Value, indent: Option<Value>, options: Kwargs) -> Result<Value, Error> {
    let width = indent.clone().or(options.get("indent")?).and_then(|width| usize::try_from(width).ok());
    if width.is_some_and(|width| width > MAX_INDENT) {
        let message = format!("the indent of JSON is at most {MAX_INDENT}");
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    visit(state, value, 0)?;
    minijinja::filters::tojson(value, indent, options)
}

/// Takes a step for everything that a value contains.
fn visit(state: &State, value: &Value, depth: usize) -> Result<(), Error> {
    if depth > MAX_DEPTH {
        let message = format!("a value that is more than {MAX_DEPTH} levels deep");
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    reserve(state, 1 + value.as_str().map_or(0, str::len))?;
    match value.kind() {
        ValueKind::Seq | ValueKind::Iterable => value.try_iter()?.try_for_each(|item| visit(state, &item, depth + 1)),
        ValueKind::Map => value.try_iter()?.try_for_each(|key| {
            visit(state, &key, depth + 1)?;
            visit(state, &value.get_item(&key)?, depth + 1)
        }),
        _ => Ok(()),
    }
}

/// Fails instead of writing more bytes than are left.
struct Bounded<'a, W> {
    out: &'a mut W,
    left: u64,
}

impl<W: Write> Write for Bounded<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.left = self.left.checked_sub(text.len() as u64).ok_or(fmt::Error)?;
        self.out.write_str(text)
    }
}
