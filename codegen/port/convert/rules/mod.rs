//! The rules for functions, methods and attributes. They are data, read from a folder of TOML files.

mod availability;
mod built_in;
pub mod check;
mod condition;
mod helpers;
mod in_place;
mod lost;
mod mapping;
pub mod names;
mod read;
mod release;
mod rule;
mod style;
mod template;

pub use condition::{Condition, Ordering};
pub use helpers::Helpers;
pub use in_place::InPlaceRules;
pub use mapping::{CommonArguments, Ignored, Mapping, Placeholder, Receivers};
pub use release::Releases;
pub use rule::{Case, Change, Out, Outcome, Rule, RuleKind, Signature};
pub use style::{Styles, Wanted};
pub use template::{Piece, Template};
