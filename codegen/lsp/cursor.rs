//! Where in an entry a cursor is: the keys that it is under, and what stands before it. It is read from the text alone, so
//! that it is known in an entry that is being written.

use std::ops::Range;

use source::lines;

/// A cursor in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor<'a> {
    /// The entry that the cursor is in. Empty if it is above all entries.
    pub entry: Range<usize>,
    /// The keys that the cursor is under, the outermost first.
    pub path: Vec<&'a str>,
    pub place: Place<'a>,
    /// The word around the cursor.
    pub word: Range<usize>,
    /// What the entry is about: the first word of its first value.
    pub subject: Option<&'a str>,
}

/// What stands at a cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place<'a> {
    /// A key, or nothing yet. With the keys that the mapping has, except this one.
    Key {
        beside: Vec<&'a str>,
    },
    /// A value; `before` is its text up to the word at the cursor.
    Value {
        before: &'a str,
    },
    Comment,
}

/// A line that says something.
struct Line<'a> {
    start: usize,
    /// Without the indentation and the comment.
    text: &'a str,
    column: usize,
}

/// A key of an entry, as far as the cursor.
struct Key<'a> {
    name: &'a str,
    column: usize,
    /// Where its value starts.
    value: usize,
}

impl<'a> Cursor<'a> {
    pub fn at(text: &'a str, offset: usize) -> Self {
        let word = word(text, offset);
        let entry = entry(text, offset);
        let line = lines::start(text, offset);
        if is_in_comment(&text[line..offset]) {
            return Cursor { entry, path: Vec::new(), place: Place::Comment, word, subject: None };
        }
        let mut reader = Reader { text, keys: Vec::new(), seen: Vec::new(), end: word.start };
        let (path, place) = reader.read(entry.start, lines::next(text, offset), offset);
        let subject = subject(&text[entry.clone()]);
        Cursor { entry, path, place, word, subject }
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
    /// The keys that the cursor is under, as far as is known.
    keys: Vec<Key<'a>>,
    /// All keys so far: of which column, under which key, and their names.
    seen: Vec<(usize, usize, &'a str)>,
    /// Where the word at the cursor begins.
    end: usize,
}

impl<'a> Reader<'a> {
    fn read(&mut self, start: usize, end: usize, offset: usize) -> (Vec<&'a str>, Place<'a>) {
        let mut at = start;
        while at < end {
            let next = lines::next(self.text, at);
            let is_last = next >= end;
            let Some(line) = self.line(at, next) else {
                at = next;
                continue;
            };
            if let Some(key) = self.key(&line) {
                let colon_is_before = key.value <= offset || !is_last;
                self.keys.retain(|above| above.column < key.column);
                if !colon_is_before {
                    return self.at_key(key.column, key.name, end);
                }
                self.seen.push((key.column, self.keys.len(), key.name));
                let value = key.value;
                self.keys.push(key);
                if let Some((keys, place, after)) = self.flow(value, offset) {
                    match place {
                        Some(place) => return (self.path().into_iter().chain(keys).collect(), place),
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
        // A blank line: what may stand at the cursor's column.
        let column = offset - lines::start(self.text, offset);
        self.keys.retain(|above| above.column < column);
        self.at_key(column, "", end)
    }

    fn path(&self) -> Vec<&'a str> {
        self.keys.iter().map(|key| key.name).collect()
    }

    fn value(&self, start: usize) -> Place<'a> {
        let before = self.text.get(start..self.end).unwrap_or("");
        Place::Value { before: before.trim_start() }
    }

    /// A cursor at a key, or where one may be written.
    fn at_key(&mut self, column: usize, name: &str, end: usize) -> (Vec<&'a str>, Place<'a>) {
        let depth = self.keys.len();
        let beside = self.seen.iter().rev().take_while(|(other, ..)| *other >= column);
        let mut beside: Vec<&str> =
            beside.filter(|(other, above, _)| *other == column && *above == depth).map(|(.., name)| *name).collect();
        beside.reverse();
        beside.extend(self.keys_below(column, end));
        beside.retain(|other| *other != name);
        (self.path(), Place::Key { beside })
    }

    /// The keys of the same mapping that follow the cursor's line.
    fn keys_below(&self, column: usize, start: usize) -> Vec<&'a str> {
        let mut keys = Vec::new();
        let mut at = start;
        while at < self.text.len() {
            let next = lines::next(self.text, at);
            if let Some(line) = self.line(at, next) {
                if line.column < column || line.text.starts_with('-') && line.column <= column {
                    break;
                }
                keys.extend(self.key(&line).filter(|key| key.column == column).map(|key| key.name));
            }
            at = next;
        }
        keys
    }

    /// A line in which nothing ends with a colon: the rest of a value, an item of a list, or the beginning of a key.
    fn without_colon(&mut self, line: &Line<'a>, end: usize) -> (Vec<&'a str>, Place<'a>) {
        let (column, dashes) = behind_dashes(line);
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

    /// Follows brackets from the start of a value. `None` if the value has none. Returns the keys in them and the place of
    /// the cursor, if it is in them, and where they end.
    fn flow(&self, start: usize, offset: usize) -> Option<(Vec<&'a str>, Option<Place<'a>>, usize)> {
        let open = start + (self.text[start..].len() - self.text[start..].trim_start_matches(' ').len());
        self.text[open..].starts_with(['{', '[']).then_some(())?;
        let mut frames: Vec<Frame<'a>> = Vec::new();
        let mut quote = None;
        for (at, letter) in self.text[open..].char_indices().map(|(at, letter)| (open + at, letter)) {
            if at >= offset && at > open {
                return Some(self.in_flow(frames));
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
                (None, ',') => frames.iter_mut().next_back().into_iter().for_each(|frame| frame.next(at + 1)),
                (None, ':') => {
                    let text = self.text;
                    let frame = frames.iter_mut().next_back().filter(|frame| frame.is_map && frame.key.is_none());
                    frame.into_iter().for_each(|frame| frame.has_key(text[frame.start..at].trim(), at + 1));
                }
                _ => {}
            }
        }
        Some(self.in_flow(frames))
    }

    fn is_blank(&self, frame: &Frame, end: usize) -> bool {
        self.text[frame.start..end].trim().is_empty()
    }

    fn in_flow(&self, frames: Vec<Frame<'a>>) -> (Vec<&'a str>, Option<Place<'a>>, usize) {
        let keys = frames.iter().filter_map(|frame| frame.key).collect();
        let place = frames.last().map(|frame| match frame.is_map && frame.key.is_none() {
            true => Place::Key { beside: frame.keys.clone() },
            false => self.value(frame.start),
        });
        (keys, place, self.end)
    }

    fn line(&self, start: usize, end: usize) -> Option<Line<'a>> {
        let line = &self.text[start..end];
        let text = line.trim_start_matches([' ', '\t']);
        let column = line.len() - text.len();
        let text = without_comment(text).trim_end();
        (!text.is_empty()).then_some(Line { start: start + column, text, column })
    }

    /// The key of a line `key : value` or `- key : value`.
    fn key(&self, line: &Line<'a>) -> Option<Key<'a>> {
        let (column, dashes) = behind_dashes(line);
        let text = &line.text[dashes..];
        let length = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).unwrap_or(text.len());
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

/// A pair of brackets that is open at the cursor.
struct Frame<'a> {
    is_map: bool,
    key: Option<&'a str>,
    /// Where its item, key or value begins.
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

/// The column behind the dashes of a line, and the length of the dashes with their blanks.
fn behind_dashes(line: &Line) -> (usize, usize) {
    let mut text = line.text;
    while let Some(rest) = text.strip_prefix('-').filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
        text = rest.trim_start_matches(' ');
    }
    let length = line.text.len() - text.len();
    (line.column + length, length)
}

/// The entry at an offset: from a line that begins with a dash in the column of all entries, to the next.
pub fn entry(text: &str, offset: usize) -> Range<usize> {
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

/// The word around an offset. `::` and a dot with a digit belong to it.
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
