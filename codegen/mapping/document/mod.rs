//! A document that maps one API: its parts, and how they are read.

mod heading;
mod machine;
mod signature;
mod table;

use source::{Span, Spanned};

use crate::format::Kind;

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
    /// Whether it has all parts, in the right form. Only then it counts as the document of its API.
    pub is_complete: bool,
}

/// The part of a document about one of the two APIs.
#[derive(Debug)]
pub struct Api {
    pub name: Spanned<String>,
    /// The link; empty if there is none.
    pub link: Spanned<String>,
    pub signatures: Vec<Signature>,
}

impl Api {
    /// The arguments of all signatures. `None` if one of them is a property, which has none to be listed.
    pub fn arguments(&self) -> Option<Vec<&Argument>> {
        let lists: Option<Vec<&Vec<Argument>>> = self.signatures.iter().map(|one| one.arguments.as_ref()).collect();
        lists.map(|lists| lists.into_iter().flatten().collect())
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
}

/// A row of the table of arguments.
#[derive(Debug, Clone)]
pub struct Row {
    pub source: Spanned<String>,
    pub target: Spanned<String>,
    pub remark: Spanned<String>,
}
