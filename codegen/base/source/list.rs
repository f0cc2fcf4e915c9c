//! Reads a list part by part, and most of its items with the reader of simple items.

use parallel::prelude::*;

use crate::byte_range::ByteRange;
use crate::diagnostic::Diagnostics;
use crate::events::parse_region;
use crate::file::{FileId, Span};
use crate::node::{Node, Value};
use crate::simple_item;

/// The smallest number of items of a part, which a core reads without a break.
const ITEMS_OF_PART: usize = 32;

/// The list in a text, if each of its items can be read alone, and has no mistakes. `None` if the text must be read as a whole.
pub fn parse(file: FileId, text: &str) -> Option<Node> {
    let read: Option<Vec<_>> = parts(text, usize::MAX)?.par_iter().map(|&part| parse_part(file, text, part)).collect();
    let (mut spans, mut items) = (Vec::new(), Vec::new());
    for (span, of_part) in read? {
        spans.push(span);
        items.extend(of_part);
    }
    let span = spans.first()?.to(*spans.last()?);
    Some(Node { span, value: Value::Sequence(items) })
}

/// Divides a list whose items may be readable alone. A part begins with the comments of its first item. `None` if the text must be
/// read as a whole, or has more items than `most`.
pub fn parts(text: &str, most: usize) -> Option<Vec<ByteRange>> {
    let whole = ByteRange::whole(text);
    let mut item = first_item(text, whole)?;
    // A document may end in such a line, too.
    if text.contains("\r...") {
        return None;
    }
    let (mut parts, mut start, mut items, mut all) = (Vec::new(), whole.start, 0, 0);
    while item < whole.end {
        let end = end_of_item(text, item)?;
        (items, all) = (items + 1, all + 1);
        if all > most {
            return None;
        }
        if end == whole.end || items >= ITEMS_OF_PART && !ends_in_comment(&text[item..end]) {
            parts.push(ByteRange { start, end });
            (start, items) = (end, 0);
        }
        item = end;
    }
    Some(parts)
}

/// Reads a part of a list: its items, and the span of all of them. `None` if the text must be read as a whole.
pub fn parse_part(file: FileId, text: &str, part: ByteRange) -> Option<(Span, Vec<Node>)> {
    let first = first_item(text, part)?;
    let (mut start, mut items) = (first, Vec::new());
    while start < part.end {
        let region = ByteRange { start, end: end_of_item(text, start)? };
        match simple_item::parse(file, text, region) {
            Some(item) => items.push(item),
            None => items.extend(read_alone(file, text, region)?),
        }
        start = region.end;
    }
    let length = text[first..part.end].trim_end().len();
    Some((Span::new(file, first, first + length), items))
}

/// Whether the last line that is not blank is a comment, which may belong to the next item.
fn ends_in_comment(item: &str) -> bool {
    let item = item.trim_end();
    item[item.rfind('\n').map_or(0, |newline| newline + 1)..].trim_start().starts_with('#')
}

/// The start of the first item of a list that is not indented, if only comments precede it.
fn first_item(text: &str, region: ByteRange) -> Option<usize> {
    let mut start = region.start;
    for line in text[region.start..region.end].split_inclusive('\n') {
        match line {
            _ if line.starts_with("- ") => return Some(start),
            _ if line.starts_with('#') || line == "\n" => start += line.len(),
            _ => return None,
        }
    }
    None
}

/// The end of the item at `start`. `None` if the document ends in it, so that another may follow.
fn end_of_item(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = start;
    while let Some(length) = bytes[end..].iter().position(|byte| *byte == b'\n') {
        end += length + 1;
        if bytes[end..].starts_with(b"- ") {
            return Some(end);
        }
        if bytes[end..].starts_with(b"...") {
            return None;
        }
    }
    Some(text.len())
}

/// The items in a region that is read as if it were a file of its own.
fn read_alone(file: FileId, text: &str, region: ByteRange) -> Option<Vec<Node>> {
    let mut found = Diagnostics::default();
    let root = parse_region(file, text, region, &mut found).ok()??;
    match root.value {
        Value::Sequence(items) if found.is_empty() => Some(items),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::file::{SourceFile, Sources};

    fn read(text: &str) -> (Option<Node>, Option<Node>) {
        let id = Sources::default().add(SourceFile::new("t".into(), text.into()));
        let mut found = Diagnostics::default();
        let whole = parse_region(id, text, ByteRange::whole(text), &mut found).ok().flatten();
        (parse(id, text), whole.filter(|_| found.is_empty()))
    }

    #[test]
    fn a_part_begins_with_the_comments_of_its_first_item() {
        let item = "- op : a\n  args : (Tensor x)\n\n";
        let many = item.repeat(ITEMS_OF_PART);
        let text = format!("# the first\n{many}# the next\n{item}{many}  # inside\n{item}");
        let found = parts(&text, usize::MAX).expect("it is a list");
        let found: Vec<&str> = found.iter().map(|part| &text[part.start..part.end]).collect();
        let [first, second] = [format!("# the first\n{many}# the next\n{item}"), format!("{many}  # inside\n{item}")];
        assert_eq!(found, [first, second]);
        assert!(parts(&text, 2 * ITEMS_OF_PART).is_none());
    }

    #[test]
    fn the_items_are_the_whole() {
        let text = "\u{feff}# é\n\n- op : é (x)\n  args: [a, \"b\"]\n\n# relu\n- op: |\n    - é\n- a : b\n# the end\n";
        let (items, whole) = read(text);
        assert!(items.is_some());
        assert_eq!(format!("{items:?}"), format!("{whole:?}"));
    }

    #[test]
    fn a_text_whose_items_depend_on_each_other_is_left() {
        for text in [
            "key:\n- a: b\n",
            "- [\n- a: b\n]\n",
            "- \"\n- a: b\n\"\n",
            "---\n- a: b\n",
            "- a: b\n---\n- c: d\n",
            "- a: b\n...\n- c: d\n",
            "- &a b\n- c: *a\n",
            "- a: b\nc: d\n- e: f\n",
            "- a: b\n  a: c\n",
            "  - a: b\n- c: d\n",
            "a\n",
        ] {
            let (items, _) = read(text);
            assert!(items.is_none(), "{text}");
        }
    }

    /// What operators are made of, and what changes the meaning of everything around it.
    const PIECES: &[&str] = &[
        "- op : a\n",
        "  args : (Tensor x, float y=1.0)\n",
        "  kernel :\n    func : f\n    data_type : x\n",
        "  inputs : {x : X, out : [Y, Z]}\n",
        "  x, y : z\n",
        "{x, y : z}\n",
        "  extra :\n    attrs : [bool a = false, str b = \"c\"]\n",
        "  param:\n  - a\n  - b\n",
        "  data : [\n    a,\n    b]\n",
        "- ",
        "  ",
        "    ",
        "\n",
        "\n\n",
        "a",
        "b : c",
        " : ",
        ": ",
        ":",
        "[",
        "]",
        "{",
        "}",
        ", ",
        ",",
        "(",
        ")",
        "\"",
        "'",
        "#",
        " # c\n",
        "-",
        "--- ",
        "?",
        "&",
        "*",
        "!",
        "%",
        "@",
        "`",
        "\\",
        "\t",
        "\r",
        "é",
        "~",
        "<<",
        "::",
        "=",
        ".",
        "...",
        "$",
        "/",
        "\u{85}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn any_items_are_the_whole(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24)) {
            let text = format!("- {}", pieces.concat());
            let (items, whole) = read(&text);
            if items.is_some() {
                prop_assert_eq!(format!("{:?}", items), format!("{:?}", whole), "{}", text);
            }
        }
    }
}
