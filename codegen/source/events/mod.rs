//! Makes YAML values of the events of a parser, in a text or a part of it.

mod first_entries;
mod reader;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::file::FileId;
use super::node::Node;
use super::region::Region;

pub use first_entries::first_entries;
pub use reader::insert;
use reader::{NoYaml, Reader};

/// Reads a region of text separately. Returns `Err` if it is not YAML, without reporting it; and `Ok(None)` if it has no
/// value, or has one that cannot be read, which has been reported.
pub fn parse_region(
    file: FileId,
    text: &str,
    region: Region,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Node>, Box<Diagnostic>> {
    let mut found = Diagnostics::default();
    let mut reader = Reader::new(file, text, region, &mut found);
    let root = match reader.document() {
        Ok(root) => root,
        Err(NoYaml(problem)) => return Err(problem),
    };
    diagnostics.append(found);
    Ok(root)
}
