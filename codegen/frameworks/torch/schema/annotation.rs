//! Alias annotations, such as the `a!` of `Tensor(a!)`.

use std::fmt;

/// Which memory a tensor shares, and whether the operator writes to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Annotation {
    /// The letters of the memory before the call: `a` and `b` of `a|b`.
    pub alias_set: Vec<char>,
    /// True for `a!`: the operator writes to the tensor.
    pub is_write: bool,
    /// The letters after the arrow of `a -> *`: the memory after the call. `*` stands for any.
    pub alias_set_after: Vec<char>,
}

impl Annotation {
    /// `LETTER!`: an out argument.
    pub fn write(letter: char) -> Annotation {
        Annotation { alias_set: vec![letter], is_write: true, alias_set_after: Vec::new() }
    }
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&joined(&self.alias_set))?;
        if self.is_write {
            f.write_str("!")?;
        }
        if !self.alias_set_after.is_empty() {
            write!(f, " -> {}", joined(&self.alias_set_after))?;
        }
        Ok(())
    }
}

fn joined(letters: &[char]) -> String {
    letters.iter().map(char::to_string).collect::<Vec<_>>().join("|")
}
