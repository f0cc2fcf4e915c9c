//! A text in which ranges are replaced, inner ranges first.

use std::borrow::Cow;
use std::ops::Range;

/// Where a Python expression needs parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A name, a call, something in brackets: nowhere.
    Atom,
    /// A number: only before a dot.
    Number,
    /// A tuple without parentheses: everywhere except where a statement takes a tuple.
    Tuple,
    /// Anything else: wherever it is not enclosed by commas or brackets.
    Loose,
}

#[derive(Debug)]
struct Replaced {
    range: Range<u32>,
    text: String,
    shape: Shape,
}

/// Other text for a range. Each replacement made before is inside the range, or outside.
#[derive(Debug, Clone)]
pub struct Edit {
    pub range: Range<u32>,
    pub text: String,
}

impl Edit {
    /// Replaces a range.
    pub fn new(range: Range<u32>, text: impl Into<String>) -> Self {
        Edit { range, text: text.into() }
    }

    /// Inserts text at an offset.
    pub fn insert(at: u32, text: impl Into<String>) -> Self {
        Edit::new(at..at, text)
    }
}

/// A text and the replacements in it, which do not overlap.
#[derive(Debug)]
pub struct Edited<'a> {
    text: &'a str,
    /// Ordered by their starts.
    replacements: Vec<Replaced>,
}

impl<'a> Edited<'a> {
    pub fn new(text: &'a str) -> Self {
        Edited { text, replacements: Vec::new() }
    }

    /// Replaces a range that starts after all earlier replacements, or contains the last of them.
    pub fn replace(&mut self, range: Range<u32>, text: String, shape: Shape) {
        while self.replacements.last().is_some_and(|last| last.range.start >= range.start) {
            self.replacements.pop();
        }
        self.replacements.push(Replaced { range, text, shape });
    }

    /// The shape of what replaced exactly this range.
    pub fn shape(&self, range: &Range<u32>) -> Option<Shape> {
        let index = self.replacements.binary_search_by_key(&range.start, |it| it.range.start).ok()?;
        let found = &self.replacements[index];
        (found.range == *range).then_some(found.shape)
    }

    /// The text of a range, with all replacements inside.
    pub fn slice(&self, range: Range<u32>) -> Cow<'a, str> {
        let first = self.replacements.partition_point(|it| it.range.start < range.start);
        let inside = self.replacements[first..].iter().take_while(|it| it.range.end <= range.end);
        let mut text = Cow::Borrowed("");
        let mut at = range.start;
        for it in inside {
            let text = text.to_mut();
            text.push_str(&self.text[at as usize..it.range.start as usize]);
            text.push_str(&it.text);
            at = it.range.end;
        }
        let rest = &self.text[at as usize..range.end.max(at) as usize];
        if text.is_empty() {
            return Cow::Borrowed(rest);
        }
        text.to_mut().push_str(rest);
        text
    }

    /// The text of a range, with all replacements inside, and with edits between them.
    pub fn splice(&self, range: Range<u32>, edits: &[Edit]) -> String {
        let mut text = String::with_capacity((range.end - range.start) as usize);
        let mut at = range.start;
        for edit in edits {
            if edit.range.start < at {
                continue;
            }
            text.push_str(&self.slice(at..edit.range.start));
            text.push_str(&edit.text);
            at = edit.range.end;
        }
        text.push_str(&self.slice(at..range.end.max(at)));
        text
    }
}
