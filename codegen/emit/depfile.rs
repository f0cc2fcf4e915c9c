//! Dependency files, as compilers write them and Make, Ninja and CMake read them.

use std::fmt;
use std::path::{Path, PathBuf};

/// A path that cannot be written in a way that both Make and Ninja understand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable(PathBuf);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {:?} into a dependency file: Make or Ninja cannot read some of its characters", self.0)
    }
}

impl std::error::Error for Unwritable {}

/// A rule without commands: the targets depend on all inputs.
///
/// # Errors
/// A path cannot be written in a way that both Make and Ninja understand.
pub fn render<'a>(targets: &[PathBuf], inputs: impl IntoIterator<Item = &'a Path>) -> Result<String, Unwritable> {
    let targets = targets.iter().map(|target| escape(target)).collect::<Result<Vec<_>, _>>()?;
    let inputs = inputs.into_iter().map(escape).collect::<Result<Vec<_>, _>>()?;
    let mut text = [targets.join(" \\\n") + ":"].into_iter().chain(inputs.clone()).collect::<Vec<_>>().join(" \\\n  ");
    text.push('\n');
    // Without these rules, Make fails if one of the files is deleted. With them, the file counts as changed.
    inputs.iter().for_each(|input| text.push_str(&format!("\n{input}:\n")));
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

/// The characters, besides letters and digits, that need no escape. Ninja ends a path at any other character.
const PLAIN: &str = "+,-./=@_~%![](){}";
