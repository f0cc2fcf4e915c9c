//! Writes dependency files in the format of compilers, which Make, Ninja and CMake read.

use std::fmt;
use std::path::{Path, PathBuf};

/// A path that no spelling makes readable for both Make and Ninja.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable(PathBuf);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.0.to_string_lossy();
        write!(f, "cannot write {path:?} into a dependency file: Make or Ninja cannot read some of its characters")
    }
}

impl std::error::Error for Unwritable {}

/// A rule without commands, by which the targets depend on all inputs.
///
/// # Errors
/// If no spelling makes a path readable for both Make and Ninja.
pub fn render<'a>(targets: &[PathBuf], inputs: impl IntoIterator<Item = &'a Path>) -> Result<String, Unwritable> {
    let targets = targets.iter().map(|target| escape(target)).collect::<Result<Vec<_>, _>>()?;
    let inputs = inputs.into_iter().map(escape).collect::<Result<Vec<_>, _>>()?;
    let mut text = [targets.join(" \\\n") + ":"].into_iter().chain(inputs.clone()).collect::<Vec<_>>().join(" \\\n  ");
    text.push('\n');
    // Without these rules, Make fails if an input has been deleted. With them, it counts as changed.
    text.extend(inputs.iter().map(|input| format!("\n{input}:\n")));
    Ok(text)
}

fn escape(path: &Path) -> Result<String, Unwritable> {
    let unwritable = || Unwritable(path.to_owned());
    let text = path.to_str().ok_or_else(unwritable)?;
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() };
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ':' if cfg!(windows) => escaped.push(':'),
            ' ' | '#' | ':' => escaped.extend(['\\', character]),
            '$' => escaped.push_str("$$"),
            _ if character.is_ascii_alphanumeric() || PLAIN.contains(character) => escaped.push(character),
            _ if !character.is_ascii() && !character.is_control() => escaped.push(character),
            _ => return Err(unwritable()),
        }
    }
    Ok(escaped)
}

/// The characters besides letters and digits that need no escape. Any other character ends a path for Ninja.
const PLAIN: &str = "+,-./=@_~%![](){}";
