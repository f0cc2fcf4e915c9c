//! Reads the two halves of a long list at the same time.

use crate::byte_range::ByteRange;
use crate::diagnostic::Diagnostics;
use crate::events::parse_region;
use crate::file::FileId;
use crate::node::{Node, Value};

/// A shorter text is read sooner as a whole.
const LONG: usize = 1 << 15;

/// The list in a region, if each half of it is a list without mistakes. `None` if the region must be read as a whole.
pub fn list(file: FileId, text: &str, region: ByteRange) -> Option<Node> {
    let middle = middle(text, region)?;
    let half = |start, end| {
        let mut found = Diagnostics::default();
        let root = parse_region(file, text, ByteRange { start, end }, &mut found).ok()??;
        found.is_empty().then_some(root)
    };
    let (first, second) = parallel::join(|| half(region.start, middle), || half(middle, region.end));
    let (mut whole, second) = (first?, second?);
    match (&mut whole.value, second.value) {
        (Value::Sequence(items), Value::Sequence(further)) => {
            items.extend(further);
            whole.span = whole.span.to(second.span);
            Some(whole)
        }
        _ => None,
    }
}

/// The start of an item of a list that is not indented, in the middle of a long text. `None` if one of the two halves could have
/// another meaning in the whole text.
fn middle(text: &str, region: ByteRange) -> Option<usize> {
    let about = region.start + (region.end - region.start) / 2;
    if region.end - region.start < LONG {
        return None;
    }
    let bytes = &text.as_bytes()[about..region.end];
    let at = about + bytes.windows(3).position(|bytes| bytes == b"\n- ")? + 1;
    // After the end of a document, another one begins.
    (!text[region.start..at].contains("\n...")).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{SourceFile, Sources};

    fn list_of(text: &str) -> Option<Node> {
        let id = Sources::default().add(SourceFile::new("t".into(), text.into()));
        list(id, text, ByteRange::whole(text))
    }

    fn entries(entry: &str) -> String {
        entry.repeat(LONG / entry.len() + 2)
    }

    #[test]
    fn halves_are_the_whole() {
        let text =
            format!("\u{feff}# é\n{}", entries("- op : é (x)\n  args: [a, \"b\"]\n\n# relu\n- op: |\n    - é\n"));
        let id = Sources::default().add(SourceFile::new("t".into(), text.clone()));
        let mut found = Diagnostics::default();
        let whole = parse_region(id, &text, ByteRange::whole(&text), &mut found).ok().flatten().expect("it is YAML");
        let halves = list_of(&text).expect("both halves are lists");
        assert_eq!(format!("{whole:?}"), format!("{halves:?}"));
        assert!(found.is_empty());
    }

    #[test]
    fn a_text_whose_halves_depend_on_each_other_is_left() {
        let list = entries("- a: b\n");
        assert!(list_of(&list).is_some());
        let second = list.len() * 3 / 4 / 7 * 7;
        let marked = |mark: &str| format!("{}{mark}{}", &list[..second], &list[second..]);
        for text in [
            "- a: b\n".to_owned(),
            format!("key:\n{list}"),
            format!("- [\n{list}]\n"),
            format!("- \"\n{list}\"\n"),
            format!("---\n- a\n...\n{list}"),
            format!("- &a b\n{list}"),
            marked("---\n"),
            marked("- *a\n"),
            marked("a: b\n"),
            marked("- a: b\n  a: c\n"),
            list.replace('\n', "\r"),
        ] {
            assert!(list_of(&text).is_none(), "{}", &text[..20.min(text.len())]);
        }
    }
}
