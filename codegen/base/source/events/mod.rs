//! Builds YAML values from parser events, for a whole text or a part of it.

mod first_entries;
mod reader;

use super::byte_range::ByteRange;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::file::FileId;
use super::node::Node;

pub use first_entries::first_entries;
pub use reader::{KeyIndex, MANY_KEYS, MOST_ITEMS, insert, too_many};
use reader::{NotYaml, Reader};

/// Reads a region of text as if it were a file of its own. `Ok(None)` if it has no value, or if its value was reported
/// and cannot be used. An `Err` has not been reported: the region is not YAML.
pub fn parse_region(
    file: FileId,
    text: &str,
    region: ByteRange,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Node>, Box<Diagnostic>> {
    let mut found = Diagnostics::default();
    let mut reader = Reader::new(file, text, region, &mut found);
    let root = match reader.document() {
        Ok(root) => root,
        Err(NotYaml(problem)) => return Err(problem),
    };
    diagnostics.append(found);
    Ok(root)
}
