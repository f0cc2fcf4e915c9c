//! A fast path for JSON, which is a subset of YAML: several times as fast as the YAML reader. It gives up on anything
//! unusual. The YAML reader then reads the text again and reports what is wrong.

use std::collections::BTreeSet;

use crate::file::{FileId, Span, Spanned};
use crate::node::{Entries, Node, Scalar, Value, is_plain_name};

/// Reads a text that is a JSON object. `None` if the YAML reader has to read it.
pub(crate) fn parse(file: FileId, text: &str) -> Option<Node> {
    let mut reader =
        Reader { file, text, at: 0, open_entries: Vec::new(), open_keys: Vec::new(), open_items: Vec::new() };
    reader.skip_blanks();
    if reader.peek()? != b'{' {
        return None;
    }
    let root = reader.value(0)?;
    reader.skip_blanks();
    (reader.at == text.len()).then_some(root)
}

/// The YAML reader handles values that are nested more deeply.
const MAX_DEPTH: usize = 64;

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    /// The entries of all objects that are still open, outermost first. When an object closes, its entries move to a
    /// vector of exactly their number: a file may have very many objects, and spare capacity in each would add up.
    open_entries: Entries,
    /// The keys of `open_entries`, borrowed from the text.
    open_keys: Vec<&'a str>,
    /// The same for the items of lists.
    open_items: Vec<Node>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Consumes a character if it comes next, and says whether it did.
    fn consume(&mut self, wanted: u8) -> bool {
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
            _ if depth > MAX_DEPTH => return None,
            b'{' => Value::Mapping(self.entries(depth)?),
            b'[' => Value::Sequence(self.items(depth)?),
            b'"' => {
                let text = self.string()?.to_owned();
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
        let (first, first_key) = (self.open_entries.len(), self.open_keys.len());
        let mut key_set = BTreeSet::new();
        while !(self.open_entries.len() == first && self.consume(b'}')) {
            self.skip_blanks();
            let start = self.at;
            let key = self.string()?;
            let span = self.span(start);
            let known = &self.open_keys[first_key..];
            let is_new = match known.len() < FEW_KEYS {
                true => !known.contains(&key),
                false => {
                    if key_set.is_empty() {
                        key_set.extend(known);
                    }
                    key_set.insert(key)
                }
            };
            if !is_new || !is_plain_name(key) || !self.consume(b':') {
                return None;
            }
            self.open_keys.push(key);
            let value = self.value(depth + 1)?;
            self.open_entries.push((Spanned::new(key.to_owned(), span), value));
            if !self.consume(b',') {
                self.open_keys.truncate(first_key);
                return self.consume(b'}').then(|| self.open_entries.split_off(first));
            }
        }
        Some(Entries::new())
    }

    fn items(&mut self, depth: usize) -> Option<Vec<Node>> {
        self.at += 1;
        let first = self.open_items.len();
        while !(self.open_items.len() == first && self.consume(b']')) {
            let item = self.value(depth + 1)?;
            self.open_items.push(item);
            if !self.consume(b',') {
                return self.consume(b']').then(|| self.open_items.split_off(first));
            }
        }
        Some(Vec::new())
    }

    /// Reads a string. `None` if it contains escapes.
    fn string(&mut self) -> Option<&'a str> {
        let text = self.text;
        let inner = text[self.at..].strip_prefix('"')?;
        let length = inner.bytes().position(|c| matches!(c, b'"' | b'\\' | b'\n' | b'\t'))?;
        let is_closed = inner.as_bytes()[length] == b'"';
        self.at += length + 2;
        is_closed.then(|| &inner[..length])
    }
}

/// An object with fewer keys looks for duplicates by comparing; one with more has a set.
const FEW_KEYS: usize = 8;
