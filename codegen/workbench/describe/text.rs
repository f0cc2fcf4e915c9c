//! Lays operators out as text: a block for each, whose parts have labels.

use crate::{Described, Part};

/// The width of labels.
const LABEL: usize = 15;
/// The additional indentation of the rest of a wrapped line.
const INDENT: usize = 4;
/// The room that a part has in the narrowest terminal.
const NARROWEST: usize = 40;

/// The blocks of several operators, with empty lines between them. Lines are wrapped if a width is given.
pub fn text<'a>(operators: impl IntoIterator<Item = &'a Described>, width: Option<usize>) -> String {
    operators.into_iter().map(|operator| block(operator, width)).collect::<Vec<_>>().join("\n")
}

fn block(operator: &Described, width: Option<usize>) -> String {
    let Described { name, kind, place, parts, .. } = operator;
    let mut text = format!("{name} ({kind}), {place}\n");
    let room = width.map(|width| width.saturating_sub(LABEL + 3).max(NARROWEST));
    let wrapped = |line: &String| room.map_or(vec![line.clone()], |room| wrapped(line, room));
    for Part { label, lines, place: _ } in parts {
        for (i, line) in lines.iter().flat_map(wrapped).enumerate() {
            let label = if i == 0 { label.as_str() } else { "" };
            text += format!("  {label:<LABEL$} {line}").trim_end();
            text.push('\n');
        }
    }
    text
}

/// Breaks a line between words. All lines but the first are indented.
fn wrapped(line: &str, room: usize) -> Vec<String> {
    // The columns of a table stay where they are.
    if line.chars().count() <= room {
        return vec![line.to_owned()];
    }
    let indent = line.len() - line.trim_start().len();
    let mut lines = vec![" ".repeat(indent)];
    for word in line.split_whitespace() {
        let last = lines.last_mut().expect("there is always one");
        let is_first = last.trim_start().is_empty();
        if !is_first && last.chars().count() + 1 + word.chars().count() > room {
            lines.push(" ".repeat(indent + INDENT) + word);
            continue;
        }
        if !is_first {
            last.push(' ');
        }
        last.push_str(word);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_wrapped_between_words() {
        let line = "  def amax(x: Tensor, axis: list[int]) -> Tensor";
        assert_eq!(wrapped(line, 24), ["  def amax(x: Tensor,", "      axis: list[int])", "      -> Tensor"]);
        assert_eq!(wrapped(line, 80), [line]);
        assert_eq!(wrapped("word-that-is-too-long", 4), ["word-that-is-too-long"]);
    }
}
