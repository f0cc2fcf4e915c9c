//! How paths are written.

use std::path::{Component, Path, PathBuf};

/// A path without `.` and, if possible, without `..`.
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

/// A path with `/`, on Windows, too.
pub fn with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// A path with `/` as it stands in a URI.
pub fn in_uri(path: &str) -> String {
    let kept = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    path.bytes().map(|byte| if kept(byte) { (byte as char).into() } else { format!("%{byte:02X}") }).collect()
}
