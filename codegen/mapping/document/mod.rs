//! A document that maps one API: its parts, and how they are read.

mod heading;
mod machine;
mod names;
mod signature;
mod table;

use source::{Span, Spanned};

use crate::format::{Kind, UPPER};

pub(crate) use machine::read;

/// What is expected of the documents of a folder.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    /// What the mapped API begins with.
    pub source_prefix: String,
    /// What the target begins with; may be empty.
    pub target_prefix: &'static str,
    /// The columns of the table of arguments.
    pub columns: [String; 3],
}

/// A document, as far as it could be read.
#[derive(Debug)]
pub struct Document {
    /// The path from the folder of the documents, with `/`.
    pub path: String,
    pub kind: Option<Spanned<Kind>>,
    /// The API in the title.
    pub api: Option<Spanned<String>>,
    pub source: Option<Api>,
    pub target: Option<Api>,
    pub table: Option<Table>,
    /// The lines between the signatures and the table, which sum up how the APIs differ.
    pub summary: Option<Spanned<String>>,
    /// Whether the names in the title, the headings and the signatures are the same.
    pub names_agree: bool,
    /// Whether it has all parts, in the right form. Only then it counts as the document of its API.
    pub is_complete: bool,
}

/// The part of a document about one of the two APIs.
#[derive(Debug)]
pub struct Api {
    pub name: Spanned<String>,
    /// What is between the parentheses behind the name, which may be nothing.
    pub link: Option<Spanned<String>>,
    pub signatures: Vec<Signature>,
    /// Whether the signatures could be read.
    pub is_sound: bool,
}

impl Api {
    /// The address of its page; empty if there is none.
    pub fn address(&self) -> &str {
        self.link.as_ref().map_or("", Spanned::as_str)
    }

    /// The arguments of all signatures. `None` if one of them is a property, which has none to be listed, or cannot be read.
    pub fn arguments(&self) -> Option<Vec<&Argument>> {
        if !self.is_sound {
            return None;
        }
        let lists: Option<Vec<&Vec<Argument>>> = self.signatures.iter().map(|one| one.arguments.as_ref()).collect();
        lists.map(|lists| lists.into_iter().flatten().collect())
    }
}

impl Document {
    /// The API in the title; empty if there is none.
    pub(crate) fn title(&self) -> &str {
        self.api.as_ref().map_or("", |api| api.as_str())
    }

    /// The name of the file, without its ending and without what distinguishes it where case does not count.
    pub(crate) fn file_stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        let stem = name.strip_suffix(".md").unwrap_or(name);
        stem.strip_suffix(UPPER).unwrap_or(stem)
    }
}

/// One signature; a function may have several.
#[derive(Debug)]
pub struct Signature {
    pub name: Spanned<String>,
    /// `None` for a property.
    pub arguments: Option<Vec<Argument>>,
}

/// An argument as a signature has it.
#[derive(Debug)]
pub struct Argument {
    /// With the `*` or `**` before it.
    pub name: Spanned<String>,
    pub kind: Option<String>,
    pub default: Option<String>,
}

impl Argument {
    /// The name without stars; empty for the `*` that separates arguments.
    pub fn plain_name(&self) -> &str {
        self.name.value.trim_start_matches('*').trim()
    }

    /// Whether it stands for any number of arguments.
    pub fn is_variadic(&self) -> bool {
        self.name.value.starts_with('*') && !self.plain_name().is_empty()
    }
}

/// The table of arguments.
#[derive(Debug)]
pub struct Table {
    pub header: Span,
    pub rows: Vec<Row>,
    /// Whether every row could be read.
    pub is_sound: bool,
}

/// A row of the table of arguments.
#[derive(Debug, Clone)]
pub struct Row {
    pub source: Spanned<String>,
    pub target: Spanned<String>,
    pub remark: Spanned<String>,
}
