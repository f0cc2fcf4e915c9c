//! Reads only the beginning of a file, to find out what kind of file it is.

use granit_parser::Event;

use super::reader::{NotYaml, Reader};
use crate::byte_range::ByteRange;
use crate::diagnostic::Diagnostics;
use crate::file::{FileId, Spanned};

/// The entries at the start of a mapping, up to the first one whose value is not a scalar. Nothing is reported: that is
/// left to the reader of the whole file.
pub fn first_entries(file: FileId, text: &str) -> Vec<(Spanned<String>, Spanned<String>)> {
    let mut unreported = Diagnostics::default();
    let mut reader = Reader::new(file, text, ByteRange::whole(text), &mut unreported);
    let mut entries = Vec::new();
    if reader.enters_mapping() {
        while let (Some(key), Some(value)) = (reader.next_scalar(), reader.next_scalar()) {
            entries.push((key, value));
        }
    }
    entries
}

impl Reader<'_> {
    /// Moves to the first key if the file is a mapping, and says whether it is.
    fn enters_mapping(&mut self) -> bool {
        loop {
            match self.next() {
                Ok((Event::StreamStart | Event::DocumentStart(..), _)) => {}
                Ok((Event::MappingStart(..), _)) => return true,
                Ok(_) | Err(NotYaml(_)) => return false,
            }
        }
    }

    fn next_scalar(&mut self) -> Option<Spanned<String>> {
        match self.next() {
            Ok((Event::Scalar(text, ..), span)) => Some(Spanned::new(text.into_owned(), span)),
            Ok(_) | Err(NotYaml(_)) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{SourceFile, Sources};

    fn entries(text: &str) -> Vec<(String, String)> {
        let mut sources = Sources::default();
        let id = sources.add(SourceFile::new("t".into(), text.into()));
        let found = first_entries(id, text).into_iter();
        found.map(|(key, value)| (key.value, text[value.span.start as usize..value.span.end as usize].into())).collect()
    }

    #[test]
    fn it_ends_at_the_first_value_that_is_not_a_scalar() {
        let pairs = |pairs: &[(&str, &str)]| pairs.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect::<Vec<_>>();
        assert_eq!(entries("# é\na: 1\nb: 'x'\nc: [1\nd: }"), pairs(&[("a", "1"), ("b", "'x'")]));
        assert_eq!(entries("\u{feff}{\"a\": 1, \"b\": {\"c\": 2}, \"d\": 3}"), pairs(&[("a", "1")]));
        assert_eq!(entries("a: 1\nb: 2\n"), pairs(&[("a", "1"), ("b", "2")]));
        for nothing in ["", "- a: 1\n", "a", "[a: 1]", "\t: {"] {
            assert_eq!(entries(nothing), [], "{nothing}");
        }
    }
}
