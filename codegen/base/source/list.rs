//! Reads a list item by item, most of them with the reader of simple items.

use parallel::prelude::*;

use crate::byte_range::ByteRange;
use crate::diagnostic::Diagnostics;
use crate::events::parse_region;
use crate::file::{FileId, Span};
use crate::node::{Node, Value};
use crate::simple_item;

/// The number of items that a core reads without a break.
const ITEMS_AT_ONCE: usize = 32;

/// The list in a text, if each of its items can be read alone, and has no mistakes. `None` if the text must be read as a whole.
pub fn parse(file: FileId, text: &str) -> Option<Node> {
    let whole = ByteRange::whole(text);
    let first = first_item(text, whole)?;
    // A document may end in such a line, too.
    if text.contains("\r...") {
        return None;
    }
    let mut regions = Vec::new();
    let mut start = first;
    while start < whole.end {
        let end = end_of_item(text, start)?;
        regions.push(ByteRange { start, end });
        start = end;
    }
    let read = |regions: &[ByteRange]| -> Option<Vec<Node>> {
        let mut items = Vec::with_capacity(regions.len());
        for &region in regions {
            match simple_item::parse(file, text, region) {
                Some(item) => items.push(item),
                None => items.extend(read_alone(file, text, region)?),
            }
        }
        Some(items)
    };
    let parts: Option<Vec<_>> = regions.par_chunks(ITEMS_AT_ONCE).map(read).collect();
    let items = parts?.into_iter().flatten().collect();
    let length = text[first..].trim_end().len();
    Some(Node { span: Span::new(file, first, first + length), value: Value::Sequence(items) })
}

/// The start of the first item of a list that is not indented, if only comments precede it.
fn first_item(text: &str, region: ByteRange) -> Option<usize> {
    let mut start = region.start;
    for line in text[region.start..].split_inclusive('\n') {
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
