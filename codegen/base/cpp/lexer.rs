//! Splits C++ into tokens, one at a time, so that the bodies of functions can be skipped quickly.

/// Some editors begin a file with it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A position in a text.
#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    is_line_start: bool,
}

/// What comes next in a text.
enum Piece {
    /// White space, or a comment.
    Gap,
    /// A preprocessor directive.
    Directive,
    Token,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: 0, is_line_start: true }
    }

    /// The next token. Comments, white space and preprocessor directives are skipped.
    pub fn next_token(&mut self) -> Option<&'a str> {
        loop {
            let (piece, text) = self.next_piece()?;
            if matches!(piece, Piece::Token) {
                return Some(text);
            }
        }
    }

    /// The next token, or the name of a directive before it.
    pub fn next_token_or_directive(&mut self) -> Option<Result<&'a str, &'a str>> {
        loop {
            match self.next_piece()? {
                (Piece::Token, token) => return Some(Ok(token)),
                (Piece::Directive, text) => return Some(Err(directive_name(text))),
                (Piece::Gap, _) => {}
            }
        }
    }

    /// The next token, without moving past it.
    pub fn peek(&self) -> Option<&'a str> {
        self.clone().next_token()
    }

    /// Moves past the brace that closes the one before this position. If branches of a condition have an opening brace each, only
    /// the one in the first branch counts. If the brace before this position is in such a branch, the block ends with the branch.
    pub fn skip_block(&mut self) {
        let mut depth = 1;
        let mut conditions: Vec<usize> = Vec::new();
        while depth > 0
            && let Some((piece, text)) = self.next_piece()
        {
            match (piece, text.as_bytes()[0]) {
                (Piece::Token, b'{') => depth += 1,
                (Piece::Token, b'}') => depth -= 1,
                (Piece::Directive, _) => match directive_name(text) {
                    "if" | "ifdef" | "ifndef" => conditions.push(depth),
                    "else" | "elif" => match conditions.last() {
                        Some(before) => depth = *before,
                        None => return,
                    },
                    "endif" => _ = conditions.pop(),
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// The length of the directive at this position, including continuation lines.
    pub fn directive_length(&self) -> usize {
        directive(&self.text[self.at..])
    }

    fn next_piece(&mut self) -> Option<(Piece, &'a str)> {
        let rest = &self.text[self.at..];
        let bytes = rest.as_bytes();
        let first = *bytes.first()?;
        let (piece, length) = match first {
            b'\n' | b' ' | b'\t' | b'\r' => {
                let length = bytes.iter().position(|c| !c.is_ascii_whitespace()).unwrap_or(bytes.len());
                self.is_line_start |= bytes[..length].contains(&b'\n');
                (Piece::Gap, length)
            }
            _ if rest.starts_with(BYTE_ORDER_MARK) => (Piece::Gap, BYTE_ORDER_MARK.len_utf8()),
            b'#' if self.is_line_start => (Piece::Directive, directive(rest)),
            b'/' if bytes.get(1) == Some(&b'/') => (Piece::Gap, rest.find('\n').unwrap_or(rest.len())),
            b'/' if bytes.get(1) == Some(&b'*') => (Piece::Gap, rest.find("*/").map_or(rest.len(), |end| end + 2)),
            b'R' if bytes.get(1) == Some(&b'"') => (Piece::Token, raw_string(rest)),
            b'"' | b'\'' => (Piece::Token, quoted(bytes, first)),
            _ if is_word(first) => (Piece::Token, bytes.iter().position(|c| !is_word(*c)).unwrap_or(bytes.len())),
            b':' if bytes.get(1) == Some(&b':') => (Piece::Token, 2),
            b'-' if bytes.get(1) == Some(&b'>') => (Piece::Token, 2),
            _ => (Piece::Token, 1),
        };
        if matches!(piece, Piece::Token) {
            self.is_line_start = false;
        }
        self.at += length;
        Some((piece, &rest[..length]))
    }
}

/// Bytes of other characters than ASCII's count as parts of names, so a token never ends within a character.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The name of a preprocessor directive.
pub fn directive_name(text: &str) -> &str {
    let rest = text.trim_start_matches('#').trim_start();
    &rest[..rest.bytes().position(|c| !is_word(c)).unwrap_or(rest.len())]
}

/// The length of a preprocessor directive, including continuation lines.
fn directive(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}

/// The length of a string or character literal, including its quotation marks. It ends with its line at the latest.
fn quoted(text: &[u8], mark: u8) -> usize {
    let mut is_escaped = false;
    for (at, &c) in text.iter().enumerate().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'\n' => return at,
            _ if c == mark => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a raw string: `R"mark(...)mark"`.
fn raw_string(text: &str) -> usize {
    let Some(open) = text.find('(') else { return text.len() };
    let end = format!("){}\"", &text[2..open]);
    text.find(&end).map_or(text.len(), |at| at + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_order_mark_is_skipped() {
        let mut lexer = Lexer::new("\u{feff}#include <a>\nb");
        assert_eq!((lexer.next_token(), lexer.next_token()), (Some("b"), None));
    }

    #[test]
    fn blocks_are_skipped() {
        let text = "{ if (a) {\n#ifdef X\n for (;;) {\n#else\n while (b) {\n#endif\n f(\"}\"); // }\n } } } after";
        let mut lexer = Lexer::new(text);
        assert_eq!(lexer.next_token(), Some("{"));
        lexer.skip_block();
        assert_eq!((lexer.peek(), lexer.next_token(), lexer.next_token()), (Some("after"), Some("after"), None));
    }

    #[test]
    fn a_block_ends_with_the_branch_that_opens_it() {
        let mut lexer = Lexer::new("#ifdef X\na {\n#else\nb {\n#endif\n c } after");
        assert_eq!((lexer.next_token(), lexer.next_token()), (Some("a"), Some("{")));
        lexer.skip_block();
        assert_eq!((lexer.next_token(), lexer.next_token()), (Some("b"), Some("{")));
        lexer.skip_block();
        assert_eq!((lexer.next_token(), lexer.next_token()), (Some("after"), None));
    }
}
