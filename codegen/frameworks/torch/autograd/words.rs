//! Words in formulas, which are C++.

/// True for characters of names and numbers.
fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A part of a text.
enum Piece<'a> {
    Word(&'a str),
    Other(&'a str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_word = is_part(rest.chars().next()?);
        let end = rest.find(|c| is_part(c) != is_word).unwrap_or(rest.len());
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(if is_word { Piece::Word(piece) } else { Piece::Other(piece) })
    })
}

/// True if a formula mentions a name.
pub fn has_word(formula: &str, name: &str) -> bool {
    pieces(formula).any(|piece| matches!(piece, Piece::Word(word) if word == name))
}

/// The names of the functions and methods that a formula calls.
pub fn called(formula: &str) -> impl Iterator<Item = &str> {
    let mut pieces = pieces(formula).peekable();
    std::iter::from_fn(move || {
        loop {
            let Piece::Word(word) = pieces.next()? else { continue };
            if matches!(pieces.peek(), Some(Piece::Other(behind)) if behind.trim_start().starts_with('(')) {
                return Some(word);
            }
        }
    })
}

/// The formula with other texts in place of words.
pub fn replaced(formula: &str, replacement: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::with_capacity(formula.len());
    for piece in pieces(formula) {
        match piece {
            Piece::Word(word) => match replacement(word) {
                Some(other) => text.push_str(&other),
                None => text.push_str(word),
            },
            Piece::Other(other) => text.push_str(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_whole() {
        let name = |word: &str| (word == "self").then(|| "self_p".to_owned());
        assert_eq!(replaced("self.mul(myself, self_t)*self", name), "self_p.mul(myself, self_t)*self_p");
        assert_eq!(called("at::mul(grad, self).sum (2) * grad").collect::<Vec<_>>(), ["mul", "sum"]);
        assert!(has_word("grads[0]", "grads") && !has_word("grads[0]", "grad") && !has_word("", "grad"));
    }
}
