//! What the [marked](profile::Syntax::Marked) syntax adds to arguments and results: marks of types, arguments that are given by name,
//! and results that are no tensors.

use serde::{Deserialize, Serialize};
use source::Spanned;
use source::text::Text;

use crate::args;
pub use crate::args::{KEYWORD_ONLY, NONE};
use crate::marked_result::{self, NO_OUTPUTS};
use crate::marked_type::MarkedType;
use crate::types::AttrType;

/// What an argument has beyond its type.
#[allow(clippy::struct_excessive_bools, reason = "each is a mark of its own")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgumentMarks {
    /// The argument.
    pub name: Spanned<String>,
    /// The type as it is written, such as `Tensor(a!)?`.
    pub written: String,
    /// Items of the list may be absent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub absent_items: bool,
    /// The number may be a symbol where `PyTorch` traces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub symbolic: bool,
    /// It is only given by name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keyword_only: bool,
    /// An input whose default is `None`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub none_by_default: bool,
}

/// A result that is not a tensor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReturnedValue {
    /// The name.
    pub name: Spanned<String>,
    /// The type.
    #[serde(rename = "type")]
    pub ty: AttrType,
    /// Its position among the results.
    pub at: usize,
}

/// The marks of the arguments that have any.
pub fn of_arguments(text: Text) -> Vec<ArgumentMarks> {
    let mut found = Vec::new();
    let mut keyword_only = false;
    for piece in args::argument_texts(text) {
        if piece.as_str() == KEYWORD_ONLY {
            keyword_only = true;
            continue;
        }
        let (ty, name, default) = args::argument_parts(piece);
        let read = MarkedType::read(ty.as_str());
        let is_tensor = read.base.starts_with("Tensor");
        let none_by_default = is_tensor && default.is_some_and(|default| default.as_str() == NONE);
        if read.is_marked() || ty.as_str() != read.base || keyword_only {
            found.push(ArgumentMarks {
                name: name.to_spanned(),
                written: ty.as_str().to_owned(),
                absent_items: read.absent_items,
                symbolic: read.symbolic,
                keyword_only,
                none_by_default,
            });
        }
    }
    found
}

/// The results with a name in the schema for `PyTorch`: `Tensor out`.
pub fn named_outputs(text: Text) -> Vec<Spanned<String>> {
    text.split(',').into_iter().filter_map(marked_result::named_result).map(|(_, name)| name.to_spanned()).collect()
}

/// The results that are no tensors.
pub fn of_outputs(text: Text) -> Vec<ReturnedValue> {
    if text.as_str() == NO_OUTPUTS {
        return Vec::new();
    }
    let value = |(at, piece)| marked_result::returned_value(piece).map(|(ty, name)| ReturnedValue { name, ty, at });
    text.split(',').into_iter().enumerate().filter_map(value).collect()
}
