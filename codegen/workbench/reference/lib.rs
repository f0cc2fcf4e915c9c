//! A browsable reference of operators: what its pages share, and all pages for a framework that says in words what there is to know of
//! an operator.
//!
//! This room plans pages. Templates contain the HTML, and escape every text that comes from YAML.

#![deny(missing_docs)]

pub mod described;
pub mod findings;
pub mod frame;
mod origin;
pub mod pages;
pub mod paths;
pub mod place;
pub mod prose;

use minijinja::context;
use render::{BANNER, FilePlan};
use serde::Serialize;

pub use origin::{Origin, SourceAddress};

/// Files that do not depend on the operators.
const ASSETS: [(&str, &str); 2] =
    [("assets/style.css", "reference/style.css.j2"), ("assets/script.js", "reference/script.js.j2")];

/// The plans of the files that do not depend on the operators.
pub fn assets() -> impl Iterator<Item = FilePlan> {
    ASSETS.into_iter().map(|(path, template)| FilePlan::new(path, template, context! { banner => BANNER }))
}

/// A name, with a link to its page if it has one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Link {
    /// The name.
    pub name: String,
    /// Distinguishes operators of the same name.
    pub family: Option<&'static str>,
    /// The path of the page below the output folder.
    pub href: Option<String>,
}
