//! A fast path for the items of a list that are written as almost all operators are: keys with values on one line, lists and
//! mappings in brackets, and values that go on in the next lines. It gives up on anything unusual, such as an escape, an anchor or
//! a mistake. The YAML reader then reads the item and reports what is wrong.

use crate::byte_range::ByteRange;
use crate::events::MANY_KEYS;
use crate::file::{FileId, Span, Spanned};
use crate::node::{Entries, Node, Scalar, SourceText, Value};

/// Reads a region that begins with `- ` and ends before the next item. `None` if the YAML reader has to read it.
pub fn parse(file: FileId, text: &str, region: ByteRange) -> Option<Node> {
    let text = &text[..region.end];
    let is_simple = |byte: &u8| matches!(byte, b'\n' | b' '..=b'~');
    if !text.as_bytes()[region.start..].iter().all(is_simple) {
        return None;
    }
    let mut reader = Reader { file, text, at: region.start, line: region.start, depth: 0 };
    reader.at += "- ".len();
    reader.skip_spaces();
    let item = reader.block_value(0)?;
    (reader.at == text.len()).then_some(item)
}

/// The YAML reader handles values that are nested more deeply.
const MAX_DEPTH: usize = 64;

/// The YAML reader handles longer names in keys, which are not on one line with their colon.
const MAX_KEY: usize = 64;

struct Reader<'a> {
    file: FileId,
    /// The text up to the end of the region.
    text: &'a str,
    at: usize,
    /// The start of the line that holds `at`.
    line: usize,
    /// The number of open lists and mappings.
    depth: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn column(&self) -> usize {
        self.at - self.line
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start, self.at)
    }

    fn skip_spaces(&mut self) {
        self.at += self.rest().bytes().take_while(|byte| *byte == b' ').count();
    }

    /// Moves behind the end of the line. `None` if anything but a comment is left of it.
    fn finish_line(&mut self) -> Option<()> {
        self.skip_spaces();
        let rest = self.rest();
        let length = match self.peek() {
            Some(b'\n') | None => 0,
            Some(b'#') if matches!(self.text.as_bytes()[self.at - 1], b' ' | b'\n') => {
                rest.find('\n').unwrap_or(rest.len())
            }
            Some(_) => return None,
        };
        self.at = (self.at + length + 1).min(self.text.len());
        self.line = self.at;
        Some(())
    }

    /// Moves to the next value, behind the indentation of its line.
    fn skip_lines(&mut self) {
        while self.at < self.text.len() && self.finish_line().is_some() {}
    }

    /// A value that is not in brackets, and what is left of its line. `parent` is the column of the value that holds it.
    fn block_value(&mut self, parent: usize) -> Option<Node> {
        let value = match self.peek()? {
            b'[' | b'{' | b'"' | b'\'' => self.flow_value(parent)?,
            b'-' if self.rest().starts_with("- ") => return self.nested(|reader| reader.block_items(parent)),
            _ if self.key_length(false).is_some() => return self.nested(|reader| reader.block_entries()),
            _ => return self.text_on_lines(parent),
        };
        self.finish_line()?;
        self.skip_lines();
        Some(value)
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Option<Node>) -> Option<Node> {
        self.depth += 1;
        let value = (self.depth < MAX_DEPTH).then(|| read(self)).flatten();
        self.depth -= 1;
        value
    }

    /// The length of the key that comes next, if a colon follows it. Outside of brackets, a key may be several names.
    fn key_length(&self, in_brackets: bool) -> Option<usize> {
        let rest = self.rest().as_bytes();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let mut length = rest.iter().take(MAX_KEY).take_while(|byte| is_part(byte)).count();
        let has_more = |length: usize| !in_brackets && (1..MAX_KEY).contains(&length);
        while let Some(next) = rest[length..].strip_prefix(b", ").filter(|_| has_more(length)) {
            match next.iter().take(MAX_KEY).take_while(|byte| is_part(byte)).count() {
                0 => break,
                further => length += ", ".len() + further,
            }
        }
        let behind = &rest[length..];
        let spaces = behind.iter().take_while(|byte| **byte == b' ').count();
        let is_key =
            length > 0 && behind.get(spaces) == Some(&b':') && matches!(behind.get(spaces + 1), Some(b' ' | b'\n'));
        is_key.then_some(length)
    }

    /// A key with its colon. The YAML reader handles mappings with many keys.
    fn key(&mut self, entries: &Entries, in_brackets: bool) -> Option<Spanned<String>> {
        let length = self.key_length(in_brackets)?;
        let key = &self.rest()[..length];
        if entries.len() == MANY_KEYS || entries.iter().any(|(earlier, _)| earlier.value == key) {
            return None;
        }
        let start = self.at;
        self.at += length;
        let key = Spanned::new(key.to_owned(), self.span(start));
        self.skip_spaces();
        self.at += ":".len();
        self.skip_spaces();
        Some(key)
    }

    fn block_entries(&mut self) -> Option<Node> {
        let (start, column) = (self.at, self.column());
        let mut entries = Entries::new();
        while self.at < self.text.len() && self.column() == column {
            let key = self.key(&entries, false)?;
            if matches!(self.peek(), Some(b'\n' | b'#')) {
                self.skip_lines();
                let is_list = self.column() == column && self.rest().starts_with("- ");
                if self.column() <= column && !is_list {
                    return None;
                }
            } else if self.rest().starts_with("- ") || self.key_length(false).is_some() {
                // A list or a mapping may not begin here.
                return None;
            }
            let value = self.block_value(column)?;
            entries.push((key, value));
        }
        self.ends_before(column).then(|| self.collection(start, Value::Mapping(entries)))
    }

    /// A list whose items may be in the same column as the key of the list, which is `parent`.
    fn block_items(&mut self, parent: usize) -> Option<Node> {
        let (mut start, column) = (self.at, self.column());
        let mut items: Vec<Node> = Vec::new();
        while self.column() == column && self.rest().starts_with("- ") {
            self.at += "- ".len();
            self.skip_spaces();
            items.push(self.block_value(column)?);
        }
        // To the YAML reader, too, a list in the column of its key begins with its first value.
        if let (Some(first), true) = (items.first(), column == parent) {
            start = first.span.start as usize;
        }
        let ends = self.ends_before(column) || self.column() == parent;
        ends.then(|| self.collection(start, Value::Sequence(items)))
    }

    /// Whether what comes next is indented by less than a list or mapping.
    fn ends_before(&self, column: usize) -> bool {
        self.at == self.text.len() || self.column() < column
    }

    fn collection(&self, start: usize, value: Value) -> Node {
        let end = start + self.text[start..self.at].trim_end().len();
        Node { span: Span::new(self.file, start, end), value }
    }

    /// Text without quotes, which goes on in the lines that are indented by more than `parent`.
    fn text_on_lines(&mut self, parent: usize) -> Option<Node> {
        let start = self.at;
        let mut value = self.text_before(b"")?.to_owned();
        let first_end = self.at;
        let mut end = first_end;
        loop {
            self.finish_line()?;
            self.skip_lines();
            if self.at == self.text.len() || self.column() <= parent {
                let written = (end > first_end).then(|| self.text[start..end].to_owned());
                let source = Some(SourceText { start: start as u32, text: written });
                let scalar = Scalar { text: value, plain: true, source };
                return Some(Node { span: Span::new(self.file, start, end), value: Value::Scalar(scalar) });
            }
            // Comments end a text, and blank lines are part of it.
            if self.text[end..self.line].trim_matches(' ') != "\n" {
                return None;
            }
            value.push(' ');
            value.push_str(self.text_on_line(b"")?);
            end = self.at;
        }
    }

    /// Text without quotes up to the end of the line, a comment, or one of these bytes.
    fn text_before(&mut self, ends: &[u8]) -> Option<&'a str> {
        let may_begin = match self.rest().as_bytes() {
            [b'-', next, ..] => next.is_ascii_alphanumeric() || *next == b'.',
            [first, ..] => {
                first.is_ascii_alphanumeric() || matches!(first, b'(' | b'_' | b'<' | b'/' | b'.' | b'+' | b'~' | b'$')
            }
            [] => false,
        };
        may_begin.then(|| self.text_on_line(ends)).flatten()
    }

    /// The same for text that may begin with any byte.
    fn text_on_line(&mut self, ends: &[u8]) -> Option<&'a str> {
        // The rest of the line may be long, and have many texts.
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let ends_at = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'#' => *at == 0 || bytes[*at - 1] == b' ',
            byte => ends.contains(&byte),
        };
        let text = rest[..(0..rest.len()).find(ends_at).unwrap_or(rest.len())].trim_end();
        self.at += text.len();
        let is_key = text.ends_with(':') || text.contains(": ");
        (!text.is_empty() && !is_key).then_some(text)
    }

    /// A value in brackets, in quotes, or among those in brackets.
    fn flow_value(&mut self, parent: usize) -> Option<Node> {
        let start = self.at;
        let value = match self.peek()? {
            b'[' => return self.nested(|reader| reader.flow_items(parent)),
            b'{' => return self.nested(|reader| reader.flow_entries(parent)),
            quote @ (b'"' | b'\'') => {
                let inner = &self.text[start + 1..];
                let length = inner.bytes().position(|byte| byte == quote || matches!(byte, b'\\' | b'\n'))?;
                self.at += length + 2;
                let is_closed = inner.as_bytes()[length] == quote && self.peek() != Some(quote);
                let scalar = Scalar::new(inner[..length].to_owned(), false, Some(start as u32 + 1));
                Value::Scalar(is_closed.then_some(scalar)?)
            }
            _ => {
                let text = self.text_before(b",[]{}")?;
                Value::Scalar(Scalar::plain_at(text, start as u32))
            }
        };
        Some(Node { span: self.span(start), value })
    }

    /// Moves to the next value or separator in brackets, which must be indented by more than `parent`.
    fn skip_in_brackets(&mut self, parent: usize) -> Option<u8> {
        self.skip_spaces();
        while self.peek()? == b'\n' {
            self.finish_line()?;
            self.skip_spaces();
            if self.peek()? != b'\n' && self.column() <= parent {
                return None;
            }
        }
        self.peek()
    }

    /// What stands in brackets, up to the closing one. `read` reads what stands between two commas.
    fn in_brackets(&mut self, parent: usize, close: u8, mut read: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.at += 1;
        let mut next = self.skip_in_brackets(parent)?;
        while next != close {
            read(self)?;
            next = self.skip_in_brackets(parent)?;
            if next == b',' {
                self.at += 1;
                self.skip_in_brackets(parent)?;
            } else if next != close {
                return None;
            }
        }
        self.at += 1;
        Some(())
    }

    fn flow_items(&mut self, parent: usize) -> Option<Node> {
        let start = self.at;
        let mut items = Vec::new();
        self.in_brackets(parent, b']', |reader| {
            items.push(reader.flow_value(parent)?);
            Some(())
        })?;
        Some(Node { span: self.span(start), value: Value::Sequence(items) })
    }

    fn flow_entries(&mut self, parent: usize) -> Option<Node> {
        let start = self.at;
        let mut entries = Entries::new();
        self.in_brackets(parent, b'}', |reader| {
            let key = reader.key(&entries, true)?;
            reader.skip_in_brackets(parent)?;
            entries.push((key, reader.flow_value(parent)?));
            Some(())
        })?;
        Some(Node { span: self.span(start), value: Value::Mapping(entries) })
    }
}
