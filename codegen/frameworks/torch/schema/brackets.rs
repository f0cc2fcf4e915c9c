//! Parentheses and commas outside of texts. Texts are in single or double quotes, and a backslash escapes a quote in them.

use source::text::Text;

/// The characters outside of texts, each with the number of brackets around it.
fn outside_texts(text: &str) -> impl Iterator<Item = (usize, char, usize)> + '_ {
    let (mut depth, mut quote, mut is_escaped) = (0usize, None, false);
    text.char_indices().filter_map(move |(at, c)| {
        if let Some(open) = quote {
            quote = if c == open && !is_escaped { None } else { Some(open) };
            is_escaped = c == '\\' && !is_escaped;
            return None;
        }
        match c {
            '\'' | '"' => quote = Some(c),
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        Some((at, c, depth))
    })
}

/// The text in the parentheses that a text begins with, and the rest.
pub fn in_parentheses(text: Text) -> Option<(Text, Text)> {
    let closing = outside_texts(text.as_str()).find(|(_, c, depth)| *c == ')' && *depth == 0)?.0;
    Some((text.slice(1, closing), text.slice(closing + 1, text.as_str().len()).trim()))
}

/// The pieces between commas, trimmed.
pub fn between_commas(text: Text) -> Vec<Text> {
    if text.is_empty() {
        return Vec::new();
    }
    let commas = outside_texts(text.as_str()).filter(|(_, c, depth)| *c == ',' && *depth == 0).map(|(at, ..)| at);
    let (mut pieces, mut start) = (Vec::new(), 0);
    for at in commas.chain([text.as_str().len()]) {
        pieces.push(text.slice(start, at).trim());
        start = at + 1;
    }
    pieces
}
