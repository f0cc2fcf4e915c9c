//! The entries of PyTorch's operator YAML, each read by itself: operators, tags, formulas of gradients, old signatures.
//!
//! This room sees only one entry at a time. A rule that needs a second one belongs to the check.

#![deny(missing_docs)]

pub mod backend;
pub mod deprecated;
pub mod derivative;
pub mod dispatch;
pub mod fallback;
mod key;
mod lists;
pub mod native;
pub mod precomputed;
pub mod rules;
pub mod selection;
pub mod tag;
pub mod ufunc;

use std::collections::BTreeSet;
use std::sync::Arc;

use source::yaml::Node;
use source::{Diagnostics, FileId, Span, Spanned, fields};
use torch_profile::{Holds, Profile};

pub use backend::{Backend, NonNative, NonNativeProperty};
pub use deprecated::Deprecated;
pub use derivative::{Derivative, Formula};
pub use dispatch::{DispatchEntry, Kernel};
pub use fallback::{FallbackList, FallbackOperator, FallbackVersion};
pub use key::Key;
pub use native::{NativeFunction, Variants};
pub use precomputed::Precomputed;
pub use selection::{SelectedOperator, Selection};
pub use tag::Tag;
pub use ufunc::UfuncLoop;

/// A template of the tree.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The name: its kind of file.
    pub name: String,
    /// The file.
    pub file: FileId,
    /// Its text.
    pub text: Arc<str>,
}

/// The entries of all files.
#[derive(Debug, Clone, Default)]
pub struct Specs {
    /// The operators, in the order of the file.
    pub functions: Vec<NativeFunction>,
    /// The tags. `None` if no file defines them.
    pub tags: Option<Vec<Tag>>,
    /// The formulas of gradients. `None` without such a file.
    pub derivatives: Option<Vec<Derivative>>,
    /// The old signatures. `None` without such a file.
    pub deprecated: Option<Vec<Deprecated>>,
    /// The backends outside of PyTorch.
    pub backends: Vec<Backend>,
    /// The operators of selective builds.
    pub selections: Vec<Selection>,
    /// The lists of operators that compiled models call by functions in C.
    pub fallbacks: Vec<FallbackList>,
    /// The version that the tree states. `None` without such a file.
    pub version: Option<Spanned<String>>,
    /// The tree's own templates by name.
    pub frames: Vec<Frame>,
    /// The texts of Python files with docstrings, in the order in which they are read.
    pub docstrings: Vec<Arc<str>>,
    /// The names of functions for formulas that the tree's C++ declares.
    pub formula_functions: BTreeSet<String>,
}

/// The keys that a mapping in a kind of file can have, by the keys around the mapping. Empty if it is none with certain keys.
pub fn keys(holds: Holds, path: &[&str]) -> &'static [Key] {
    match (holds, path) {
        (Holds::NativeFunctions, []) => &native::DESCRIBED_KEYS,
        (Holds::NativeFunctions, ["ufunc_inner_loop"]) => &ufunc::DESCRIBED_KEYS,
        (Holds::Derivatives, []) => &derivative::DESCRIBED_KEYS,
        (Holds::Deprecated, []) => &deprecated::DESCRIBED_KEYS,
        (Holds::Tags, []) => &tag::DESCRIBED_KEYS,
        (Holds::Backend, []) => &backend::DESCRIBED_KEYS,
        (Holds::Backend, ["non_native"]) => &backend::NON_NATIVE_KEYS,
        (Holds::Selection, []) => &selection::DESCRIBED_KEYS,
        (Holds::Selection, ["operators", _]) => &selection::OPERATOR_KEYS,
        _ => &[],
    }
}

/// The keys with which the entries of a file begin. Empty if the file has no entries.
pub fn leading_keys(holds: Holds) -> &'static [&'static str] {
    match holds {
        Holds::NativeFunctions => &["func"],
        Holds::Derivatives | Holds::Deprecated => &["name"],
        Holds::Tags => &["tag"],
        _ => &[],
    }
}

impl Specs {
    /// Reads a file.
    pub fn read(root: &Node, holds: Holds, profile: &Profile, diagnostics: &mut Diagnostics) -> Specs {
        let mut specs = Specs::default();
        match holds {
            Holds::NativeFunctions => {
                let read = |node: &Node, diagnostics: &mut Diagnostics| native::read(node, profile, diagnostics);
                specs.functions = entries(root, "operators", diagnostics, read);
            }
            Holds::Tags => specs.tags = Some(entries(root, "tags", diagnostics, tag::read)),
            Holds::Derivatives => specs.derivatives = Some(entries(root, "formulas", diagnostics, derivative::read)),
            Holds::Deprecated => {
                specs.deprecated = Some(entries(root, "old signatures", diagnostics, deprecated::read));
            }
            Holds::Backend => specs.backends.extend(backend::read(root, diagnostics)),
            Holds::Selection => specs.selections.extend(selection::read(root, diagnostics)),
            Holds::Version | Holds::Frame | Holds::Docstrings | Holds::FallbackOperators | Holds::FormulaFunctions => {}
        }
        specs
    }

    /// Reads a file that is not YAML.
    pub fn read_text(file: FileId, text: &str, holds: Holds, diagnostics: &mut Diagnostics) -> Specs {
        let mut specs = Specs::default();
        match holds {
            Holds::Version => specs.version = version(file, text),
            Holds::Docstrings => specs.docstrings.push(text.into()),
            Holds::FallbackOperators => specs.fallbacks = fallback::read(file, text, diagnostics),
            Holds::FormulaFunctions => specs.formula_functions = called(text),
            _ => {}
        }
        specs
    }

    /// Adds the entries of another file.
    pub fn append(&mut self, other: Specs) {
        let Specs {
            functions,
            tags,
            derivatives,
            deprecated,
            backends,
            selections,
            fallbacks,
            version,
            frames,
            docstrings,
            formula_functions,
        } = other;
        self.backends.extend(backends);
        self.selections.extend(selections);
        self.fallbacks.extend(fallbacks);
        self.functions.extend(functions);
        append(&mut self.tags, tags);
        append(&mut self.derivatives, derivatives);
        append(&mut self.deprecated, deprecated);
        self.version = self.version.take().or(version);
        self.frames.extend(frames);
        self.docstrings.extend(docstrings);
        self.formula_functions.extend(formula_functions);
    }
}

/// The first number in a text that states a version, such as `2.11.0a0`.
fn version(file: FileId, text: &str) -> Option<Spanned<String>> {
    // A text without a number is no version, which is reported.
    let start = text.find(|c: char| c.is_ascii_digit()).or_else(|| text.find(|c: char| !c.is_whitespace()))?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '+');
    let length = text[start..].find(|c| !is_part(c)).unwrap_or(text.len() - start);
    Some(Spanned::new(text[start..start + length].to_owned(), Span::new(file, start, start + length)))
}

fn append<T>(list: &mut Option<Vec<T>>, further: Option<Vec<T>>) {
    match (list.as_mut(), further) {
        (Some(list), Some(further)) => list.extend(further),
        (None, further) => *list = further,
        (Some(_), None) => {}
    }
}

/// Reads each item of a file.
fn entries<T>(
    root: &Node,
    what: &str,
    diagnostics: &mut Diagnostics,
    read: impl Fn(&Node, &mut Diagnostics) -> Option<T>,
) -> Vec<T> {
    let items = fields::items(root, format_args!("a file of {what}"), diagnostics).unwrap_or_default();
    items.iter().filter_map(|item| read(item, diagnostics)).collect()
}

/// The names in C++ that are followed by an opening parenthesis: those of declared functions, and perhaps a few others.
fn called(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let before = text.match_indices('(').map(|(at, _)| text[..at].trim_end());
    let names = before.map(|before| &before[before.trim_end_matches(is_part).len()..]);
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
