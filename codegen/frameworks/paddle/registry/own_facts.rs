//! What a framework knows of its operators beyond the model that it shares with Paddle.

use std::fmt::Debug;

use render::Value;
use serde::ser::{Serialize, SerializeMap, Serializer};
use source::Spanned;
use spec::Op;

use crate::{OpId, Registry};

/// What a framework knows of its operators beyond the model that it shares with Paddle. Readers, such as `opgen show`, ask for it; by
/// default there is nothing.
pub trait OwnFacts: Debug + Sync {
    /// Everything that is shown of an operator. If there is something, it takes the place of Paddle's Python functions, kernels and
    /// kernel key.
    fn of(&self, _: &Registry, _: OpId) -> Option<Facts> {
        None
    }

    /// The function that users call, if it is not one of Paddle's.
    fn function(&self, _: &Registry, _: OpId) -> Option<Declaration> {
        None
    }

    /// The names of arguments and outputs in what only such an entry states.
    fn parts(&self, _: &Op) -> Vec<Spanned<String>> {
        Vec::new()
    }

    /// The names of functions in C++ for shapes and data types in what only such an entry states.
    fn functions<'o>(&self, _: &'o Op) -> Vec<&'o Spanned<String>> {
        Vec::new()
    }
}

/// Nothing: Paddle itself.
#[derive(Debug)]
pub struct NoFacts;

impl OwnFacts for NoFacts {}

/// A declaration, as a template expresses it.
#[derive(Debug)]
pub struct Declaration {
    /// The name of the template.
    pub template: &'static str,
    /// Its variables.
    pub context: Value,
}

/// What is shown of an operator beyond the model. As JSON, the values under the key.
#[derive(Debug)]
pub struct Facts {
    /// The key of the values.
    pub key: &'static str,
    /// The values, by their keys.
    pub values: Values,
    /// The same in words: labels, each with lines.
    pub lines: Vec<(&'static str, Vec<String>)>,
    /// The most important of them, a line each.
    pub summary: Vec<String>,
    /// The function that users call. Gradients have none.
    pub function: Option<Declaration>,
    /// The names and declarations of its kernels.
    pub kernels: Vec<(String, Declaration)>,
}

impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.key, &self.values)?;
        map.end()
    }
}

/// Values by their keys, in order.
#[derive(Debug, Default)]
pub struct Values(pub Vec<(&'static str, Fact)>);

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A value that is shown.
#[derive(Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Fact {
    /// A text, or nothing.
    Text(Option<String>),
    /// A list of texts.
    Texts(Vec<String>),
    /// Texts by their names.
    Named(Vec<(String, String)>),
}
