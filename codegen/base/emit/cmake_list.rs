//! Writes the paths of outputs as a CMake list, for a `CMakeLists.txt` to include.

use std::fmt;
use std::path::{Path, PathBuf};

/// A name or path that cannot be written into a CMake list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unwritable {
    /// Not a valid variable name.
    Name(String),
    /// Not UTF-8 text.
    Path(PathBuf),
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unwritable::Name(name) => {
                write!(f, "`{name}` cannot be the name of a CMake list: use letters, digits, `_`, `-` and `.`")
            }
            Unwritable::Path(path) => {
                let path = path.to_string_lossy();
                write!(f, "cannot write {path:?} into a CMake list, because it is not UTF-8 text")
            }
        }
    }
}

impl std::error::Error for Unwritable {}

/// A command that sets a variable to the paths, in alphabetical order.
///
/// # Errors
/// If the name is not a valid variable name, or a path is not UTF-8 text.
pub fn render<P: AsRef<Path>>(name: &str, paths: impl IntoIterator<Item = P>) -> Result<String, Unwritable> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(Unwritable::Name(name.to_owned()));
    }
    let mut quoted = paths.into_iter().map(|path| quoted(path.as_ref())).collect::<Result<Vec<_>, _>>()?;
    quoted.sort();
    let lines: String = quoted.iter().map(|path| format!("    {path}\n")).collect();
    Ok(format!("set(\n{name}\n{lines})"))
}

fn quoted(path: &Path) -> Result<String, Unwritable> {
    let text = path.to_str().ok_or_else(|| Unwritable::Path(path.to_owned()))?;
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.replace('\\', "\\\\") };
    Ok(format!("\"{}\"", text.replace('"', "\\\"").replace('$', "\\$")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_sorted_and_quoted() {
        let list = render("my_outputs", ["o/b $x.h", "o/a.h"]);
        assert_eq!(list.as_deref(), Ok("set(\nmy_outputs\n    \"o/a.h\"\n    \"o/b \\$x.h\"\n)"));
        assert_eq!(render("a b", ["x"]), Err(Unwritable::Name("a b".to_owned())));
    }
}
