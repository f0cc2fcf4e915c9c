//! Converts between the URIs of documents and the paths of files.

use std::path::{Path, PathBuf};

use lsp_types::Uri;
use source::path::{in_uri, tidy};

/// The path of a document, without `.` and `..`. `None` if the document is not a file.
pub fn to_path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let path = path.split(['?', '#']).next()?;
    let path = decoded(path)?;
    // On Windows, a slash comes before the drive.
    let bytes = path.as_bytes();
    let has_drive = bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    let path = if cfg!(windows) && has_drive { &path[1..] } else { &path };
    Some(tidy(Path::new(path)))
}

/// The URI of an absolute path.
pub fn of_path(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let scheme = if path.starts_with('/') { "file://" } else { "file:///" };
    format!("{scheme}{}", in_uri(&path)).parse().ok()
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_survives_the_way_there_and_back() {
        for path in ["/a b/é#%/ops.yaml", "/a/[x]+@/b.yaml"] {
            let uri = of_path(Path::new(path)).expect("it is a URI");
            assert_eq!(to_path(&uri), Some(PathBuf::from(path)), "{}", uri.as_str());
        }
    }

    #[test]
    fn clients_write_uris_in_their_own_ways() {
        let path = |uri: &str| to_path(&uri.parse().expect("it is a URI"));
        assert_eq!(path("file:///a/%7e/x+y.yaml"), Some("/a/~/x+y.yaml".into()));
        assert_eq!(path("file://localhost/a/../b.yaml"), Some("/b.yaml".into()));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///%ff"), None);
    }
}
