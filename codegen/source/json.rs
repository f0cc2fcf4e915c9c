//! Reads JSON, which is YAML, several times as fast as the YAML reader. It gives up on anything unusual: the YAML reader
//! then reads the text, and says what is wrong with it.

use std::collections::BTreeSet;

use crate::file::{FileId, Span, Spanned};
use crate::yaml::{Entries, Node, Scalar, Value, is_plain_name};

/// The value that a text is, if the text is an object and nothing in it is unusual.
pub(crate) fn parse(file: FileId, text: &str) -> Option<Node> {
    let mut reader = Reader { file, text, at: 0 };
    reader.skip_blanks();
    if reader.peek()? != b'{' {
        return None;
    }
    let root = reader.value(0)?;
    reader.skip_blanks();
    (reader.at == text.len()).then_some(root)
}

/// Deeper values are left to the YAML reader.
const DEEPEST: usize = 64;

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Whether a character follows, which is then behind.
    fn takes(&mut self, wanted: u8) -> bool {
        self.skip_blanks();
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start, self.at)
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        self.skip_blanks();
        let start = self.at;
        let value = match self.peek()? {
            _ if depth > DEEPEST => return None,
            b'{' => Value::Mapping(self.entries(depth)?),
            b'[' => Value::Sequence(self.items(depth)?),
            b'"' => {
                let text = self.string()?;
                Value::Scalar(Scalar::new(text, false, Some(start as u32 + 1)))
            }
            _ => {
                let is_part = |c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'+' | b'.');
                let length = self.text.as_bytes()[start..].iter().take_while(|c| is_part(c)).count();
                self.at += length;
                let text = self.text[start..self.at].to_owned();
                let is_word = matches!(text.as_str(), "true" | "false" | "null");
                let is_value = is_word || text.parse::<f64>().is_ok_and(f64::is_finite);
                Value::Scalar(is_value.then(|| Scalar::new(text, true, Some(start as u32)))?)
            }
        };
        Some(Node { span: self.span(start), value })
    }

    fn entries(&mut self, depth: usize) -> Option<Entries> {
        self.at += 1;
        let (mut entries, mut keys) = (Entries::new(), BTreeSet::new());
        while !(entries.is_empty() && self.takes(b'}')) {
            self.skip_blanks();
            let start = self.at;
            let key = Spanned::new(self.string()?, self.span(start));
            if !is_plain_name(&key.value) || !keys.insert(key.value.clone()) || !self.takes(b':') {
                return None;
            }
            entries.push((key, self.value(depth + 1)?));
            if !self.takes(b',') {
                return self.takes(b'}').then_some(entries);
            }
        }
        Some(entries)
    }

    fn items(&mut self, depth: usize) -> Option<Vec<Node>> {
        self.at += 1;
        let mut items = Vec::new();
        while !(items.is_empty() && self.takes(b']')) {
            items.push(self.value(depth + 1)?);
            if !self.takes(b',') {
                return self.takes(b']').then_some(items);
            }
        }
        Some(items)
    }

    /// A string without escapes.
    fn string(&mut self) -> Option<String> {
        let inner = self.text[self.at..].strip_prefix('"')?;
        let length = inner.find(['"', '\\', '\n', '\t'])?;
        let is_closed = inner.as_bytes()[length] == b'"';
        self.at += length + 2;
        is_closed.then(|| inner[..length].to_owned())
    }
}
