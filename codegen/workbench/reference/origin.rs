//! Where the YAML comes from: its revision, and its files on the web.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use project::Review;
use source::SourceFile;
use source::path::{in_uri, tidy, with_slashes};

/// The revision of the YAML, and how to link to its files.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    /// The name of the revision.
    pub revision: Option<String>,
    /// Whether the files differ from the revision.
    pub is_changed: bool,
    /// The address of a line of a file. Pages do not link to files without it.
    pub address: Option<SourceAddress>,
    /// The path from the top of the repository to the root of the project, with a `/` at the end unless it is empty.
    pub folder: String,
}

/// An address with placeholders for the revision, the path of a file, and a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceAddress(String);

const REVISION: &str = "{revision}";
const PATH: &str = "{path}";
const LINE: &str = "{line}";

impl FromStr for SourceAddress {
    type Err = String;

    /// Reads an address such as `https://host/blob/{revision}/{path}#L{line}`. Without `{path}`, the path and the line are added
    /// to the end.
    fn from_str(text: &str) -> Result<Self, String> {
        if !text.starts_with("https://") && !text.starts_with("http://") {
            return Err("an address begins with `https://` or `http://`".to_owned());
        }
        let rest = [REVISION, PATH, LINE].iter().fold(text.to_owned(), |text, known| text.replace(known, ""));
        if rest.contains(['{', '}', ' ', '"', '<', '>']) {
            return Err(format!(
                "an address may contain {PATH}, {LINE} and {REVISION}, and no other braces, quotes or spaces"
            ));
        }
        Ok(SourceAddress(match text.contains(PATH) {
            true => text.to_owned(),
            false => format!("{}/{PATH}#L{LINE}", text.trim_end_matches('/')),
        }))
    }
}

impl SourceAddress {
    /// Whether it needs a revision.
    pub fn names_revision(&self) -> bool {
        self.0.contains(REVISION)
    }
}

impl Origin {
    /// For each file of a project, and for further ones, the parts of the address between which the line stands. Files outside of
    /// the repository have none.
    pub fn links(&self, project: &Review, further: &BTreeSet<&str>) -> BTreeMap<String, Vec<String>> {
        let Some(SourceAddress(address)) = &self.address else { return BTreeMap::new() };
        let revision = in_uri(self.revision.as_deref().unwrap_or_default());
        let link = |name: &str| {
            let path = with_slashes(&tidy(format!("{}{name}", self.folder).as_ref()));
            let is_inside = !path.starts_with('/') && !path.starts_with("../");
            let filled = address.replace(REVISION, &revision).replace(PATH, &in_uri(&path));
            is_inside.then(|| (name.to_owned(), filled.split(LINE).map(str::to_owned).collect()))
        };
        let files = project.sources.files().map(SourceFile::name).chain(further.iter().copied());
        files.filter_map(link).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_on_the_web_and_name_a_path() {
        let parsed = |text: &str| text.parse::<SourceAddress>().map(|SourceAddress(address)| address);
        let whole = "https://example.org/{revision}/{path}?line={line}";
        assert_eq!(parsed(whole).as_deref(), Ok(whole));
        let added = "https://example.org/blob/v1/{path}#L{line}";
        assert_eq!(parsed("https://example.org/blob/v1/").as_deref(), Ok(added));
        for wrong in ["javascript:alert(1)", "example.org", "https://example.org/{file}", "https://e.org/ {path}"] {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }
}
