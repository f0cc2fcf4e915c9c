//! A document that maps one API to its target, with all its parts.

mod heading;
mod machine;
mod names;
mod signature;
mod table;

use source::{Span, Spanned};

use crate::format::{Kind, UPPER};

pub(crate) use machine::read;

/// The names and columns that the documents of a folder must have.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    /// The prefix of mapped APIs.
    pub source_prefix: String,
    /// The prefix of targets; may be empty.
    pub target_prefix: &'static str,
    /// The columns of the table of arguments.
    pub columns: [String; 3],
}

/// A document, as far as it could be read.
#[derive(Debug)]
pub struct Document {
    /// The path relative to the folder of the documents, with `/`.
    pub path: String,
    /// The kind of mapping in the title.
    pub kind: Option<Spanned<Kind>>,
    /// The API in the title.
    pub api: Option<Spanned<String>>,
    /// The API that is mapped.
    pub source: Option<Api>,
    /// The API that replaces it.
    pub target: Option<Api>,
    /// The table of arguments.
    pub table: Option<Table>,
    /// The text between the signatures and the table, which summarises how the APIs differ.
    pub summary: Option<Spanned<String>>,
    /// Whether the names in the title, the headings and the signatures are the same.
    pub names_agree: bool,
    /// Whether it has all parts in the right form. Only complete documents are part of the index.
    pub is_complete: bool,
}

/// The part of a document about one of the two APIs.
#[derive(Debug)]
pub struct Api {
    /// The name in the heading.
    pub name: Spanned<String>,
    /// The text between the parentheses after the name, which may be empty.
    pub link: Option<Spanned<String>>,
    /// The signatures in the code block.
    pub signatures: Vec<Signature>,
    /// Whether the signatures could be read.
    pub is_sound: bool,
}

impl Api {
    /// The address of its page. Empty if there is none.
    pub fn address(&self) -> &str {
        self.link.as_ref().map_or("", Spanned::as_str)
    }

    /// The arguments of all signatures. `None` if a signature could not be read, or is a property, which has no arguments.
    pub fn arguments(&self) -> Option<Vec<&Argument>> {
        if !self.is_sound {
            return None;
        }
        let lists: Option<Vec<&Vec<Argument>>> = self.signatures.iter().map(|one| one.arguments.as_ref()).collect();
        lists.map(|lists| lists.into_iter().flatten().collect())
    }
}

impl Document {
    /// The API in the title. Empty if there is none.
    pub(crate) fn title(&self) -> &str {
        self.api.as_ref().map_or("", |api| api.as_str())
    }

    /// The name of the file without its extension, and without the suffix that distinguishes names which differ only in case.
    pub(crate) fn file_stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        let stem = name.strip_suffix(".md").unwrap_or(name);
        stem.strip_suffix(UPPER).unwrap_or(stem)
    }
}

/// One signature; a function may have several.
#[derive(Debug)]
pub struct Signature {
    /// The name of the function or property.
    pub name: Spanned<String>,
    /// `None` for a property.
    pub arguments: Option<Vec<Argument>>,
}

/// An argument as a signature has it.
#[derive(Debug)]
pub struct Argument {
    /// The name, with the `*` or `**` before it.
    pub name: Spanned<String>,
    /// The type, as written.
    pub kind: Option<String>,
    /// The default value, as written.
    pub default: Option<String>,
}

impl Argument {
    /// The name without stars. Empty for the `*` that separates arguments.
    pub fn plain_name(&self) -> &str {
        self.name.value.trim_start_matches('*').trim()
    }

    /// Whether it takes any number of arguments: `*args` or `**kwargs`.
    pub fn is_variadic(&self) -> bool {
        self.name.value.starts_with('*') && !self.plain_name().is_empty()
    }
}

/// The table of arguments.
#[derive(Debug)]
pub struct Table {
    /// The span of the header.
    pub header: Span,
    /// The rows that could be read.
    pub rows: Vec<Row>,
    /// Whether every row could be read.
    pub is_sound: bool,
}

/// A row of the table of arguments.
#[derive(Debug, Clone)]
pub struct Row {
    /// The argument of the mapped API.
    pub source: Spanned<String>,
    /// The argument of the target.
    pub target: Spanned<String>,
    /// How they differ.
    pub remark: Spanned<String>,
}
