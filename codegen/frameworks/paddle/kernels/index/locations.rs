//! Lines and columns of places, for people.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Index, Place};

/// Finds the lines of places. It reads each file once, and only if it is asked for.
#[derive(Debug)]
pub struct Locations<'i> {
    index: &'i Index,
    texts: BTreeMap<usize, Cow<'i, str>>,
}

impl<'i> Locations<'i> {
    /// Reads nothing yet.
    pub fn new(index: &'i Index) -> Self {
        Locations { index, texts: BTreeMap::new() }
    }

    /// The name of the file as in messages, the line, and the column in characters. Both count from 1.
    pub fn of(&mut self, place: &Place) -> (String, usize, usize) {
        let name = self.index.file(place);
        let text = self.texts.entry(place.file).or_insert_with(|| self.index.text(place));
        // The file may have changed since it was read.
        let before = text.get(..place.range.start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        (self.index.shown_name(name), line, before[line_start..].chars().count() + 1)
    }
}
