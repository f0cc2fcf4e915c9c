//! Where in an entry the cursor is: the keys above it, and the text before it. This is read from the text alone, so that it works
//! in entries that are not finished.

use std::ops::Range;

use source::lines;

/// A cursor in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor<'a> {
    /// The range of the entry that the cursor is in. Empty if the cursor is above all entries.
    pub entry: Range<usize>,
    /// The keys around the cursor, the outermost first.
    pub path: Vec<&'a str>,
    pub context: Context<'a>,
    /// The word around the cursor.
    pub word: Range<usize>,
    /// The first word of the entry's first value, which is usually an operator.
    pub subject: Option<&'a str>,
}

/// The kind of text at a cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Context<'a> {
    /// A key, or a place for one. `beside` are the other keys of the mapping.
    Key {
        beside: Vec<&'a str>,
    },
    /// A value. `before` is its text before the word at the cursor.
    Value {
        before: &'a str,
    },
    Comment,
}

/// A line that is neither blank nor a comment.
struct Line<'a> {
    start: usize,
    /// Without the indentation and the comment.
    text: &'a str,
    column: usize,
}

/// A key above the cursor.
struct Key<'a> {
    name: &'a str,
    column: usize,
    /// The offset of its value.
    value: usize,
}

impl<'a> Cursor<'a> {
    pub fn at(text: &'a str, offset: usize) -> Self {
        let word = word(text, offset);
        let entry = entry(text, offset);
        let line = lines::start(text, offset);
        if is_in_comment(&text[line..offset]) {
            return Cursor { entry, path: Vec::new(), context: Context::Comment, word, subject: None };
        }
        let mut reader = Reader { text, keys: Vec::new(), seen: Vec::new(), end: word.start };
        let (path, context) = reader.read(entry.start, lines::next(text, offset), offset);
        let subject = subject(&text[entry.clone()]);
        Cursor { entry, path, context, word, subject }
    }
}

/// The first word of an entry's first value.
fn subject(entry: &str) -> Option<&str> {
    let (_, value) = entry.lines().next()?.split_once(':')?;
    let value = value.trim_start();
    let length = value.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(value.len());
    Some(&value[..length]).filter(|subject| !subject.is_empty())
}

struct Reader<'a> {
    text: &'a str,
    /// The keys around the current line.
    keys: Vec<Key<'a>>,
    /// All keys so far: the column, the number of keys around it, and the name.
    seen: Vec<(usize, usize, &'a str)>,
    /// The start of the word at the cursor.
    end: usize,
}

impl<'a> Reader<'a> {
    fn read(&mut self, start: usize, end: usize, offset: usize) -> (Vec<&'a str>, Context<'a>) {
        let mut at = start;
        while at < end {
            let next = lines::next(self.text, at);
            let is_last = next >= end;
            let Some(line) = self.line(at, next) else {
                at = next;
                continue;
            };
            if let Some(key) = Self::key(&line) {
                let colon_is_before = key.value <= offset || !is_last;
                self.keys.retain(|above| above.column < key.column);
                if !colon_is_before {
                    return self.at_key(key.column, key.name, end);
                }
                self.seen.push((key.column, self.keys.len(), key.name));
                let value = key.value;
                self.keys.push(key);
                if let Some((keys, context, after)) = self.flow(value, offset) {
                    match context {
                        Some(context) => return (self.path().into_iter().chain(keys).collect(), context),
                        None => at = lines::next(self.text, after),
                    }
                    continue;
                }
                if is_last {
                    return (self.path(), self.value(value));
                }
            } else if is_last {
                return self.without_colon(&line, end);
            }
            at = next;
        }
        // A blank line: the column of the cursor decides which mapping it belongs to.
        let column = offset - lines::start(self.text, offset);
        self.keys.retain(|above| above.column < column);
        self.at_key(column, "", end)
    }

    fn path(&self) -> Vec<&'a str> {
        self.keys.iter().map(|key| key.name).collect()
    }

    fn value(&self, start: usize) -> Context<'a> {
        let before = self.text.get(start..self.end).unwrap_or("");
        Context::Value { before: before.trim_start() }
    }

    /// The context of a cursor at a key, or at a place for one.
    fn at_key(&mut self, column: usize, name: &str, end: usize) -> (Vec<&'a str>, Context<'a>) {
        let depth = self.keys.len();
        let beside = self.seen.iter().rev().take_while(|(other, ..)| *other >= column);
        let mut beside: Vec<&str> =
            beside.filter(|(other, above, _)| *other == column && *above == depth).map(|(.., name)| *name).collect();
        beside.reverse();
        beside.extend(self.keys_below(column, end));
        beside.retain(|other| *other != name);
        (self.path(), Context::Key { beside })
    }

    /// The keys of the same mapping below the cursor's line.
    fn keys_below(&self, column: usize, start: usize) -> Vec<&'a str> {
        let mut keys = Vec::new();
        let mut at = start;
        while at < self.text.len() {
            let next = lines::next(self.text, at);
            if let Some(line) = self.line(at, next) {
                if line.column < column || line.text.starts_with('-') && line.column <= column {
                    break;
                }
                keys.extend(Self::key(&line).filter(|key| key.column == column).map(|key| key.name));
            }
            at = next;
        }
        keys
    }

    /// The context in a line without a key: it continues a value, is an item of a list, or begins a key.
    fn without_colon(&mut self, line: &Line<'a>, end: usize) -> (Vec<&'a str>, Context<'a>) {
        let (column, dashes) = after_dashes(line);
        let is_item = dashes > 0 && !self.keys.is_empty();
        let above = self.keys.iter().rposition(|key| key.column < column || is_item && key.column <= line.column);
        let has_value = above.is_some_and(|above| {
            let value = self.keys[above].value;
            !self.text[value..lines::next(self.text, value)].trim().is_empty() || is_item
        });
        self.keys.truncate(above.map_or(0, |above| above + 1));
        match (has_value, self.keys.last()) {
            (true, Some(key)) => {
                let start = if is_item { line.start + dashes } else { key.value };
                (self.path(), self.value(start))
            }
            _ => {
                self.keys.retain(|above| above.column < column);
                self.at_key(column, line.text[dashes.min(line.text.len())..].trim(), end)
            }
        }
    }

    /// Reads a value in brackets. `None` if the value does not begin with one. Returns the keys around the cursor, its context if
    /// it is in the brackets, and the offset after them.
    fn flow(&self, start: usize, offset: usize) -> Option<(Vec<&'a str>, Option<Context<'a>>, usize)> {
        let open = start + (self.text[start..].len() - self.text[start..].trim_start_matches(' ').len());
        self.text[open..].starts_with(['{', '[']).then_some(())?;
        let mut frames: Vec<Frame<'a>> = Vec::new();
        let mut quote = None;
        for (at, letter) in self.text[open..].char_indices().map(|(at, letter)| (open + at, letter)) {
            if at >= offset && at > open {
                return Some(self.in_flow(&frames));
            }
            match (quote, letter) {
                (Some(open), _) if letter == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') if frames.last().is_some_and(|frame| self.is_blank(frame, at)) => {
                    quote = Some(letter);
                }
                (None, '{' | '[') => {
                    frames.push(Frame { is_map: letter == '{', key: None, start: at + 1, keys: Vec::new() });
                }
                (None, '}' | ']') => {
                    frames.pop();
                    if frames.is_empty() {
                        return Some((Vec::new(), None, at + 1));
                    }
                }
                (None, ',') => {
                    if let Some(frame) = frames.last_mut() {
                        frame.next(at + 1);
                    }
                }
                (None, ':') => {
                    if let Some(frame) = frames.last_mut().filter(|frame| frame.is_map && frame.key.is_none()) {
                        frame.has_key(self.text[frame.start..at].trim(), at + 1);
                    }
                }
                _ => {}
            }
        }
        Some(self.in_flow(&frames))
    }

    fn is_blank(&self, frame: &Frame, end: usize) -> bool {
        self.text[frame.start..end].trim().is_empty()
    }

    fn in_flow(&self, frames: &[Frame<'a>]) -> (Vec<&'a str>, Option<Context<'a>>, usize) {
        let keys = frames.iter().filter_map(|frame| frame.key).collect();
        let context = frames.last().map(|frame| match frame.is_map && frame.key.is_none() {
            true => Context::Key { beside: frame.keys.clone() },
            false => self.value(frame.start),
        });
        (keys, context, self.end)
    }

    fn line(&self, start: usize, end: usize) -> Option<Line<'a>> {
        let line = &self.text[start..end];
        let text = line.trim_start_matches([' ', '\t']);
        let column = line.len() - text.len();
        let text = without_comment(text).trim_end();
        (!text.is_empty()).then_some(Line { start: start + column, text, column })
    }

    /// The key of a line `key : value` or `- key : value`.
    fn key(line: &Line<'a>) -> Option<Key<'a>> {
        let (column, dashes) = after_dashes(line);
        let text = &line.text[dashes..];
        let length = key_length(text);
        let behind = text[length..].trim_start_matches(' ');
        let colon = text.len() - behind.len();
        let value = behind.strip_prefix(':').filter(|value| value.is_empty() || value.starts_with([' ', '\t']))?;
        (length > 0).then(|| Key {
            name: &text[..length],
            column,
            value: line.start + dashes + colon + 1 + usize::from(!value.is_empty()),
        })
    }
}

/// The length of the name at the start of a line, or of several names with commas between them.
fn key_length(text: &str) -> usize {
    let name = |text: &str| text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).unwrap_or(text.len());
    let mut length = name(text);
    while let Some(rest) = text[length..].strip_prefix(',').filter(|_| length > 0) {
        let next = rest.trim_start_matches(' ');
        match name(next) {
            0 => break,
            more => length = text.len() - next.len() + more,
        }
    }
    length
}

/// A pair of brackets around the current offset.
struct Frame<'a> {
    is_map: bool,
    key: Option<&'a str>,
    /// The start of its current item, key or value.
    start: usize,
    keys: Vec<&'a str>,
}

impl<'a> Frame<'a> {
    fn next(&mut self, start: usize) {
        (self.key, self.start) = (None, start);
    }

    fn has_key(&mut self, key: &'a str, value: usize) {
        (self.key, self.start) = (Some(key), value);
        self.keys.push(key);
    }
}

/// The column after the dashes of a line, and the length of the dashes with their blanks.
fn after_dashes(line: &Line) -> (usize, usize) {
    let mut text = line.text;
    while let Some(rest) = text.strip_prefix('-').filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
        text = rest.trim_start_matches(' ');
    }
    let length = line.text.len() - text.len();
    (line.column + length, length)
}

/// The entry at an offset: from a line with a dash in the column of the file's first dash to the next such line. If the file begins with
/// a key, it has no entries, and the range is all of it.
pub fn entry(text: &str, offset: usize) -> Range<usize> {
    if begins_with_key(text) {
        return 0..text.len();
    }
    let dash = |line: &str| {
        let content = line.trim_start_matches(' ');
        let is_item =
            content.strip_prefix('-').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n', '\r']));
        is_item.then_some(line.len() - content.len())
    };
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        starts.extend(dash(line).map(|column| (at, column)));
        at += line.len();
    }
    let Some(&(_, column)) = starts.first() else { return 0..text.len() };
    starts.retain(|(_, other)| *other == column);
    let next = starts.partition_point(|(start, _)| *start <= offset);
    let start = next.checked_sub(1).map(|at| starts[at].0);
    let end = starts.get(next).map_or(text.len(), |(start, _)| *start);
    start.map_or(0..0, |start| start..end)
}

/// True if the first line of a file, after comments and markers, has a key in the first column.
fn begins_with_key(text: &str) -> bool {
    let mut lines = text.lines().map(|line| without_comment(line).trim_end());
    let first = lines.find(|line| !line.is_empty() && *line != "---" && !line.starts_with('%'));
    let key = first.and_then(|text| Reader::key(&Line { start: 0, text, column: 0 }));
    key.is_some_and(|key| key.column == 0)
}

/// The word around an offset: letters, digits and `_`.
pub fn word(text: &str, offset: usize) -> Range<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = text[..offset].trim_end_matches(is_word).len();
    let behind = &text[offset..];
    before..offset + (behind.len() - behind.trim_start_matches(is_word).len())
}

fn without_comment(text: &str) -> &str {
    let is_start = |at: &usize| *at == 0 || text[..*at].ends_with([' ', '\t']);
    text.match_indices('#').map(|(at, _)| at).find(is_start).map_or(text, |at| &text[..at])
}

fn is_in_comment(line: &str) -> bool {
    without_comment(line).len() < line.len()
}

#[cfg(test)]
mod tests;
