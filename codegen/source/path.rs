//! Normalises paths for messages, outputs and URIs.

use std::path::{Component, Path, PathBuf};

/// Removes `.` from a path, and each `..` that follows the name of a folder. The file system is not consulted.
pub fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(tidy.components().next_back(), Some(Component::Normal(_))) => {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    tidy
}

/// Writes a path with `/` as the separator on every platform.
pub fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Percent-encodes a path, whose separator is `/`, for use in a URI.
pub fn in_uri(path: &str) -> String {
    let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    path.bytes().map(|byte| if is_unreserved(byte) { (byte as char).into() } else { format!("%{byte:02X}") }).collect()
}
