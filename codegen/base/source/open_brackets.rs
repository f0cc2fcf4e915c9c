//! Finds brackets and quotes that a text opens and does not close.

/// The bracket or quote at the start of a value.
pub struct Open {
    pub at: usize,
    /// False if it is the opening quote of the string at the end of the text, which is closed.
    pub is_open: bool,
}

/// The innermost bracket or quote that is still open at the end of a text. If there is none, the opening quote of a
/// string at the end of the text. This is only a hint: the contents of block scalars are read as if they were YAML.
pub fn still_open(text: &str) -> Option<Open> {
    let bytes = text.as_bytes();
    let mut brackets = Vec::new();
    let (mut begins_value, mut after_indicator) = (true, false);
    let mut string = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let mut last = at;
        match byte {
            b'#' if at == 0 || bytes[at - 1].is_ascii_whitespace() => {
                last += bytes[at..].iter().take_while(|byte| **byte != b'\n').count() - 1;
            }
            b'"' | b'\'' if begins_value => match closing_quote(&bytes[at + 1..], byte) {
                Some(length) => {
                    (last, begins_value) = (at + 1 + length, false);
                    string = Some((at, last + 1));
                }
                None => return Some(Open { at, is_open: true }),
            },
            b'[' | b'{' if begins_value || !brackets.is_empty() => {
                brackets.push(at);
                begins_value = true;
            }
            b']' | b'}' => drop(brackets.pop()),
            b',' if !brackets.is_empty() => begins_value = true,
            b'\n' => begins_value = true,
            _ if byte.is_ascii_whitespace() => begins_value |= after_indicator,
            _ => begins_value &= byte == b'-',
        }
        after_indicator = byte == b':' || byte == b'-' && begins_value;
        at = last + 1;
    }
    let last_string =
        || string.filter(|(_, end)| text[*end..].trim().is_empty()).map(|(at, _)| Open { at, is_open: false });
    brackets.pop().map(|at| Open { at, is_open: true }).or_else(last_string)
}

/// The offset of a string's closing quote; `bytes` begins after the opening quote.
fn closing_quote(bytes: &[u8], quote: u8) -> Option<usize> {
    let mut escaped = false;
    bytes.iter().position(|&byte| {
        let closes = byte == quote && !escaped;
        escaped = quote == b'"' && byte == b'\\' && !escaped;
        closes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_brackets_and_quotes_are_found() {
        let found = |text| still_open(text).map(|open| (open.at, open.is_open));
        assert_eq!(found("a : [x, int[]\nb : c"), Some((4, true)));
        assert_eq!(found("a : \"x \\\" y\nb : c"), Some((4, true)));
        assert_eq!(found("# \" [\na : (int[] x, str y = \"z) # '\n- {b : [c]}\n- it's [\n- 'x'\n- c"), None);
        assert_eq!(found("a : \"x\ny\" "), Some((4, false)));
    }
}
