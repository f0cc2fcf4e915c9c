//! Values of the evaluated Python.

use std::collections::BTreeMap;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A table of texts.
    Table(BTreeMap<String, String>),
    /// A list.
    List(Vec<Value>),
    /// A truth value.
    Truth(bool),
    /// `None`.
    Nothing,
    /// Something outside the file, by its full name: `torch.abs`.
    Outside(String),
}

impl Value {
    /// The text.
    pub fn into_text(self) -> Option<String> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The table.
    pub fn into_table(self) -> Option<BTreeMap<String, String>> {
        match self {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }
}

/// A text in which each `{name}` is replaced by the text of that name. `None` if there is none, or the braces are not balanced.
pub fn formatted(text: &str, names: &BTreeMap<String, String>) -> Option<String> {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        let behind = &rest[at + 1..];
        if behind.starts_with(brace) {
            out.push_str(brace);
            rest = &behind[1..];
            continue;
        }
        let (name, after) = behind.split_once('}').filter(|_| brace == "{")?;
        out.push_str(names.get(name)?);
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// The descriptions of arguments in a text, by their names. Each begins on a line with exactly four blanks before it.
pub fn descriptions(text: &str) -> BTreeMap<String, String> {
    let mut sections: Vec<String> = vec![String::new()];
    for (number, line) in text.split('\n').enumerate() {
        let begins = line.strip_prefix("    ").is_some_and(|rest| !rest.starts_with(char::is_whitespace));
        match (number > 0 && begins, sections.last_mut()) {
            (false, Some(section)) if number > 0 => section.extend(["\n", line]),
            (false, Some(section)) => section.push_str(line),
            _ => sections.push(line.trim_start().to_owned()),
        }
    }
    let sections = sections.iter().map(|section| section.trim()).filter(|section| !section.is_empty());
    sections.map(|section| (section.split(' ').next().unwrap_or(section).to_owned(), section.to_owned())).collect()
}
