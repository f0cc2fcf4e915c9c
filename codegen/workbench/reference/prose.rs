//! Sentences that contain code between backticks.

use serde::Serialize;

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// True for code.
    pub is_code: bool,
}

/// A sentence, divided into words and code.
pub type Prose = Vec<Piece>;

/// Divides a sentence at its backticks. An unpaired backtick is kept as text.
pub fn of(text: &str) -> Prose {
    let mut pieces = Vec::new();
    let mut push = |text: &str, is_code| {
        if !text.is_empty() {
            pieces.push(Piece { text: text.to_owned(), is_code });
        }
    };
    let mut rest = text;
    while let Some((before, from_code)) = rest.split_once('`') {
        let Some((code, after)) = from_code.split_once('`') else { break };
        push(before, false);
        push(code, true);
        rest = after;
    }
    push(rest, false);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_words() {
        let shown = |text: &str| -> String {
            of(text)
                .iter()
                .map(|piece| if piece.is_code { format!("<{}>", piece.text) } else { piece.text.clone() })
                .collect()
        };
        assert_eq!(shown("`x` is `y`, not z"), "<x> is <y>, not z");
        assert_eq!(shown("one ` alone, and `` nothing"), "one < alone, and >` nothing");
        assert_eq!(shown("a `b"), "a `b");
        assert_eq!(shown(""), "");
    }
}
