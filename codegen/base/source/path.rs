//! Normalises paths for messages, outputs and URIs.

use std::borrow::Cow;
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

/// Removes empty parts and `.` from a path.
pub fn normalised(path: &str) -> String {
    let parts = path.split('/').enumerate().filter(|(at, part)| *part != "." && (!part.is_empty() || *at == 0));
    parts.map(|(_, part)| part).collect::<Vec<_>>().join("/")
}

/// True if a relative path stays below the folder that it is relative to, on every platform.
pub fn is_below(path: &str) -> bool {
    let is_name = |part: &str| !matches!(part, "" | "." | "..");
    !path.contains('\\') && !path.contains(':') && path.split('/').all(is_name)
}

/// True for the name of Git's own folder, however a file system may spell it.
pub fn is_git(name: &str) -> bool {
    let name = name.trim_end_matches(['.', ' ']);
    name.eq_ignore_ascii_case(".git") || name.eq_ignore_ascii_case("git~1")
}

/// True if a path contains a line break or another control character, which lists of paths and build systems cannot hold.
pub fn has_control(path: &str) -> bool {
    path.contains(char::is_control)
}

/// A path as messages show it: on one line.
pub fn shown(path: &str) -> Cow<'_, str> {
    if has_control(path) { path.escape_debug().to_string().into() } else { path.into() }
}

/// The reason why no output may have a path, which is relative to the output folder. `None` if one may.
pub fn refusal(path: &str) -> Option<&'static str> {
    if !is_below(path) {
        return Some("is not below the output folder");
    }
    if path.split('/').any(is_git) {
        return Some("belongs to Git");
    }
    if has_control(path) {
        return Some("contains a control character");
    }
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    (name.starts_with(".opgen-") || name == "opgen.toml").then_some("is the name of a file of opgen's own")
}

/// Percent-encodes a path, whose separator is `/`, for use in a URI.
pub fn in_uri(path: &str) -> String {
    let is_unreserved = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    path.bytes().map(|byte| if is_unreserved(byte) { (byte as char).into() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_have_other_paths_than_git_and_opgen() {
        for path in ["a.h", "a/.github/b", "a/.opgen", "opgen.toml.md", "a/digit~1", ".gitignore"] {
            assert_eq!(refusal(path), None, "{path}");
        }
        for path in ["/a", "../a", "a/../b", "a//b", "a\\b", "c:/a", ""] {
            assert_eq!(refusal(path), Some("is not below the output folder"), "{path}");
        }
        for path in [".git/hooks/x", "a/.GIT/config", ".Git", "GIT~1/config", ".git./config", ".git /config"] {
            assert_eq!(refusal(path), Some("belongs to Git"), "{path}");
        }
        for path in ["a\nb", "a/b\r", "\t", "a\u{7f}", "a/\u{85}b"] {
            assert_eq!(refusal(path), Some("contains a control character"), "{path:?}");
        }
        for path in ["opgen.toml", "a/Opgen.toml", ".opgen-stamp", "a/.OPGEN-lock", ".opgen-1-1.tmp"] {
            assert_eq!(refusal(path), Some("is the name of a file of opgen's own"), "{path}");
        }
    }
}
