//! Tokens of C++: slices of the text, so that their place in it is known.

/// The tokens of a text, without comments, white space and preprocessor directives.
pub fn of(text: &str) -> Vec<&str> {
    let mut lexer = crate::lexer::Lexer::new(text);
    std::iter::from_fn(|| lexer.next_token()).collect()
}

/// The position of a token in the text that it is a slice of.
pub fn offset(text: &str, token: &str) -> usize {
    (token.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

/// Whether a character may be in a name.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether all of a token is a name, a keyword or a number.
pub fn is_name(token: &str) -> bool {
    token.chars().all(is_word)
}

/// Whether a name is spelled as macros are: in capitals.
pub fn is_macro(name: &str) -> bool {
    name.len() > 2 && name.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == b'_')
}

/// The number of tokens from an opening bracket to the one that closes it, inclusive.
pub fn balanced(tokens: &[&str]) -> usize {
    balanced_by(tokens, &["(", "[", "{"], &[")", "]", "}"])
}

/// Like [`balanced`], for angle brackets.
pub fn balanced_angles(tokens: &[&str]) -> usize {
    balanced_by(tokens, &["<"], &[">"])
}

fn balanced_by(tokens: &[&str], opening: &[&str], closing: &[&str]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        if opening.contains(token) {
            depth += 1;
        } else if closing.contains(token) {
            depth -= 1;
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// For each opening bracket, what [`balanced`] returns. `None` for other tokens, and for brackets that are not closed.
pub fn lengths(tokens: &[&str]) -> Vec<Option<usize>> {
    let mut lengths = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => {
                if let Some(start) = open.pop() {
                    lengths[start] = Some(at + 1 - start);
                }
            }
            _ => {}
        }
    }
    lengths
}

/// Splits at commas that are not inside brackets.
pub fn split<'a, 'b>(tokens: &'b [&'a str]) -> Vec<&'b [&'a str]> {
    let mut depth = 0;
    let is_comma = |token: &&str| {
        match *token {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth -= 1,
            _ => {}
        }
        depth == 0 && *token == ","
    };
    tokens.split(is_comma).filter(|part| !part.is_empty()).collect()
}

/// The tokens without namespaces.
pub fn unqualified<'a, 'b>(tokens: &'b [&'a str]) -> impl Iterator<Item = &'a str> + 'b {
    // `const ::std::string` and `<::std::string>` have a name with a leading `::`.
    let is_qualifier = |token: &str| is_name(token) && token != "const";
    let is_namespace = move |at: usize| match tokens[at] {
        "::" => true,
        token => is_qualifier(token) && tokens.get(at + 1) == Some(&"::"),
    };
    (0..tokens.len()).filter(move |at| !is_namespace(*at)).map(|at| tokens[at])
}

/// The text of a type, without namespaces: how many of them a declaration needs depends on the scope it is in.
pub fn type_text(tokens: &[&str]) -> String {
    let mut text = String::new();
    for token in unqualified(tokens) {
        let ends_with_word = text.chars().next_back().is_some_and(is_word);
        if ends_with_word && token.starts_with(is_word) {
            text.push(' ');
        }
        text += token;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_no_namespaces() {
        assert_eq!(type_text(&of("const ::std::optional<at::Tensor> &")), "const optional<Tensor>&");
        assert_eq!(type_text(&of("::std::tuple<at::Tensor,::int64_t>")), "tuple<Tensor,int64_t>");
    }

    #[test]
    fn only_code_is_left() {
        let text = "#include <a.h>\n#define X(a) \\\n  f(a)\nint a::f(); // comment\n/* another */ x->y = \"a\\\"//\" R\"(b\")\" '\\''";
        let expected =
            ["int", "a", "::", "f", "(", ")", ";", "x", "->", "y", "=", "\"a\\\"//\"", "R\"(b\")\"", "'\\''"];
        assert_eq!(of(text), expected);
        assert_eq!(of("a # b"), ["a", "#", "b"]);
        assert_eq!(of("\"open"), ["\"open"]);
        assert_eq!(of("\"open\nx 1'000 ü"), ["\"open", "x", "1", "'000 ü"]);
    }
}
