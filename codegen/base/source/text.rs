//! A slice of a scalar that knows its span, with the operations that the grammars split it by.

use crate::file::{Span, Spanned};
use crate::yaml::{Node, Value};

/// A slice of a scalar's text.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    text: &'a str,
    /// The offset of the first byte in the file. `None` if the text differs from what the file contains, because of
    /// escapes.
    at: Option<u32>,
    /// The span of the whole scalar, which stands in if the exact position is unknown.
    scalar: Span,
}

impl<'a> Text<'a> {
    /// The trimmed text of a node. `None` unless the node is a scalar and has a value.
    pub fn of(node: &'a Node) -> Option<Text<'a>> {
        match &node.value {
            Value::Scalar(scalar) if !scalar.is_empty_plain() => {
                let (text, at) = scalar.grammar_text();
                Some(Text { text, at, scalar: node.span }.trim())
            }
            _ => None,
        }
    }

    /// The text of a string that an earlier stage has read.
    pub fn of_spanned(text: &'a Spanned<String>) -> Text<'a> {
        let (scalar, text) = (text.span, text.as_str());
        let in_place = (scalar.end - scalar.start) as usize == text.len();
        Text { text, at: in_place.then_some(scalar.start), scalar }
    }

    /// The characters, without their position.
    pub fn as_str(self) -> &'a str {
        self.text
    }

    /// True if nothing is left of the text.
    pub fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// The exact span if it is known, otherwise that of the whole scalar.
    pub fn span(self) -> Span {
        match self.at {
            Some(at) => Span { file: self.scalar.file, start: at, end: at + self.text.len() as u32 },
            None => self.scalar,
        }
    }

    /// The text on one line, with its span.
    pub fn to_spanned(self) -> Spanned<String> {
        Spanned::new(self.folded(), self.span())
    }

    /// The text as it is written, such as a path, in which white space counts, with its span.
    pub fn to_verbatim(self) -> Spanned<String> {
        Spanned::new(self.text.to_owned(), self.span())
    }

    /// The text on one line. If it has several, each run of white space becomes one space.
    pub fn folded(self) -> String {
        match self.text.contains('\n') {
            true => self.text.split_whitespace().collect::<Vec<_>>().join(" "),
            false => self.text.to_owned(),
        }
    }

    /// Removes white space at both ends.
    pub fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.slice(start, start + self.text.trim().len())
    }

    /// The text between two byte offsets, which are relative to this text.
    pub fn slice(self, start: usize, end: usize) -> Self {
        Text { text: &self.text[start..end], at: self.at.map(|at| at + start as u32), scalar: self.scalar }
    }

    /// Both sides of the first `separator` outside brackets and strings, trimmed.
    pub fn split_once(self, separator: &str) -> Option<(Self, Self)> {
        let at = top_level(self.text, separator).next()?;
        Some((self.slice(0, at).trim(), self.slice(at + separator.len(), self.text.len()).trim()))
    }

    /// Both sides of a byte offset, trimmed.
    pub fn split_at(self, at: usize) -> (Self, Self) {
        (self.slice(0, at).trim(), self.slice(at, self.text.len()).trim())
    }

    /// What precedes `rest`, which must be a suffix of this text; trimmed.
    pub fn before(self, rest: Self) -> Self {
        self.slice(0, self.text.len() - rest.text.len()).trim()
    }

    /// The first word, and the rest, trimmed.
    pub fn split_word(self) -> (Self, Self) {
        let at = self.text.find(char::is_whitespace).unwrap_or(self.text.len());
        (self.slice(0, at), self.slice(at, self.text.len()).trim())
    }

    /// The pieces between separators outside brackets and strings, trimmed. A separator at the very end does not start
    /// another piece.
    pub fn split(self, separator: char) -> Vec<Self> {
        let mut buffer = [0; 4];
        let separator: &str = separator.encode_utf8(&mut buffer);
        let mut pieces = Vec::new();
        let mut start = 0;
        for at in top_level(self.text, separator) {
            pieces.push(self.slice(start, at).trim());
            start = at + separator.len();
        }
        let last = self.slice(start, self.text.len()).trim();
        if !last.is_empty() {
            pieces.push(last);
        }
        pieces
    }

    /// The trimmed text between `open`, if it is the first character, and `close`, if it is the last.
    pub fn inside(self, open: char, close: char) -> Option<Self> {
        let inner = self.text.strip_prefix(open)?.strip_suffix(close)?;
        let start = open.len_utf8();
        Some(self.slice(start, start + inner.len()).trim())
    }

    /// The leading identifier (letters, digits and `_`, possibly qualified with `::`), and the rest, trimmed.
    pub fn identifier(self) -> Option<(Self, Self)> {
        let end = identifier_length(self.text);
        (end > 0).then(|| (self.slice(0, end), self.slice(end, self.text.len()).trim()))
    }

    /// True if the whole text is one identifier, possibly qualified with `::`.
    pub fn is_identifier(self) -> bool {
        !self.is_empty() && identifier_length(self.text) == self.text.len()
    }

    /// True if the whole text is one unqualified identifier.
    pub fn is_name(self) -> bool {
        self.is_identifier() && !self.text.contains(':')
    }

    /// The first unmatched bracket or quote, with `true` if it is an opening one.
    pub fn unbalanced(self) -> Option<(Self, bool)> {
        let mut open: Vec<(usize, u8)> = Vec::new();
        let mut depths = Depths::new(self.text, None);
        for (at, _) in depths.by_ref() {
            let byte = self.text.as_bytes()[at];
            match byte {
                b'(' => open.push((at, b')')),
                b'[' => open.push((at, b']')),
                b'{' => open.push((at, b'}')),
                b')' | b']' | b'}' => match open.pop() {
                    Some((_, partner)) if partner == byte => {}
                    Some((at, _)) => return Some((self.slice(at, at + 1), true)),
                    None => return Some((self.slice(at, at + 1), false)),
                },
                _ => {}
            }
        }
        let unclosed = depths.quote.or(open.pop().map(|(at, _)| at))?;
        Some((self.slice(unclosed, unclosed + 1), true))
    }

    /// The first character, to underline in a message.
    pub fn first_char(self) -> Self {
        self.slice(0, self.text.chars().next().map_or(0, char::len_utf8))
    }

    /// If the text begins with the bracket `open`: the text up to the matching bracket, and the text after that, both
    /// trimmed.
    pub fn bracketed(self, open: char) -> Option<(Self, Self)> {
        if !self.text.starts_with(open) {
            return None;
        }
        let close = closing(self.text)?;
        Some((self.slice(open.len_utf8(), close).trim(), self.slice(close + 1, self.text.len()).trim()))
    }

    /// The rest after `prefix`, trimmed. `None` if the text does not begin with `prefix`.
    pub fn strip_prefix(self, prefix: &str) -> Option<Self> {
        self.text.starts_with(prefix).then(|| self.slice(prefix.len(), self.text.len()).trim())
    }
}

fn identifier_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(&byte) = bytes.get(end) {
        let first = end == 0 || bytes[end - 1] == b':';
        if byte.is_ascii_alphabetic() || byte == b'_' || (byte.is_ascii_digit() && !first) {
            end += 1;
        } else if end > 0
            && bytes[end..].starts_with(b"::")
            && bytes.get(end + 2).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
        {
            end += 2;
        } else {
            break;
        }
    }
    end
}

/// Iterates over the brackets and quotes of a text, and over all bytes that are wanted, with their bracket depth. A string literal
/// counts as one level.
struct Depths<'a> {
    bytes: &'a [u8],
    at: usize,
    wanted: Option<u8>,
    depth: usize,
    /// The offset of the quote that begins the string literal.
    quote: Option<usize>,
}

impl<'a> Depths<'a> {
    fn new(text: &'a str, wanted: Option<u8>) -> Self {
        Depths { bytes: text.as_bytes(), at: 0, wanted, depth: 0, quote: None }
    }

    /// The offset after the next quote that is not escaped. `None` if there is none.
    fn after_string(&self) -> Option<usize> {
        let mut at = self.at;
        loop {
            at += self.bytes[at..].iter().position(|byte| matches!(byte, b'"' | b'\\'))? + 1;
            if self.bytes[at - 1] == b'"' {
                return Some(at);
            }
            // The next byte is escaped.
            at = (at + 1).min(self.bytes.len());
        }
    }
}

impl Iterator for Depths<'_> {
    /// Offset and depth. A bracket has the depth of the text around it.
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        if self.quote.is_some() {
            self.at = self.after_string()?;
            self.quote = None;
        }
        let is_mark =
            |byte: &u8| matches!(byte, b'"' | b'(' | b'[' | b'{' | b')' | b']' | b'}') || Some(*byte) == self.wanted;
        let at = self.at + self.bytes[self.at..].iter().position(is_mark)?;
        self.at = at + 1;
        match self.bytes[at] {
            b'"' => self.quote = Some(at),
            b'(' | b'[' | b'{' => {
                self.depth += 1;
                return Some((at, self.depth - 1));
            }
            b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        Some((at, self.depth))
    }
}

/// The offsets of `separator` outside brackets and strings.
fn top_level<'a>(text: &'a str, separator: &'a str) -> impl Iterator<Item = usize> + 'a {
    Depths::new(text, separator.bytes().next())
        .filter(move |&(at, depth)| depth == 0 && text.as_bytes()[at..].starts_with(separator.as_bytes()))
        .map(|(at, _)| at)
}

/// The offset of the bracket that closes the one at the start.
fn closing(text: &str) -> Option<usize> {
    let mut depths = Depths::new(text, None);
    depths.next();
    depths.find(|&(at, depth)| depth == 0 && matches!(text.as_bytes()[at], b')' | b']' | b'}')).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::FileId;

    fn text(text: &str) -> Text<'_> {
        let scalar = Span::new(FileId::from_index(0), 10, 10 + text.len());
        Text { text, at: Some(10), scalar }
    }

    fn split(source: &str) -> Vec<&str> {
        text(source).split(',').into_iter().map(Text::as_str).collect()
    }

    #[test]
    fn commas_in_brackets_and_strings_do_not_separate() {
        assert_eq!(split("int[] a={1, 2}, str b = \"x,y\", f(1, 2)"), ["int[] a={1, 2}", "str b = \"x,y\"", "f(1, 2)"]);
        assert_eq!(split("a,, b,"), ["a", "", "b"]);
        assert_eq!(split(""), [""; 0]);
    }

    #[test]
    fn pieces_keep_their_places() {
        let pieces = text("x , yy").split(',');
        assert_eq!((pieces[1].span().start, pieces[1].span().end), (14, 16));
    }

    #[test]
    fn brackets_are_matched() {
        let (inner, rest) = text("(a, (b)) -> c").bracketed('(').expect("it is bracketed");
        assert_eq!((inner.as_str(), rest.as_str()), ("a, (b)", "-> c"));
        assert!(text("(a").bracketed('(').is_none());
    }

    #[test]
    fn brackets_without_partners_are_found() {
        let found = |source| text(source).unbalanced().map(|(bracket, opens)| (bracket.span().start - 10, opens));
        assert_eq!(found("(a, {b[0]}, \"(\")"), None);
        assert_eq!(found("(a, {b)"), Some((4, true)));
        assert_eq!(found("a)"), Some((1, false)));
        assert_eq!(found("(\"a)"), Some((1, true)));
    }

    #[test]
    fn identifiers_may_be_qualified() {
        let (name, rest) = text("strings::Create(x)").identifier().expect("it begins with one");
        assert_eq!((name.as_str(), rest.as_str()), ("strings::Create", "(x)"));
        assert!(text("1x").identifier().is_none());
    }
}
