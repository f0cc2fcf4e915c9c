//! The names of a gradient's arguments and results in the gradient of the next order.

use std::collections::BTreeMap;

use forms::dygraph::{Pairing, Slot};
use spec::Op;

/// Maps names of arguments and results to those in the `forward` signature of the next gradient.
pub struct ArgumentNames {
    arguments: BTreeMap<String, String>,
    results: BTreeMap<String, String>,
}

impl ArgumentNames {
    pub fn new(backward: &Op, next: Option<&Pairing>) -> Self {
        let signature = &backward.signature;
        ArgumentNames {
            arguments: renamed(signature.input_names(), next.map_or(&[], |next| &next.inputs)),
            results: renamed(signature.output_names(), next.map_or(&[], |next| &next.outputs)),
        }
    }

    pub fn argument(&self, name: &str) -> String {
        self.arguments.get(name).map_or(name, String::as_str).to_owned()
    }

    pub fn result(&self, name: &str) -> String {
        self.results.get(name).map_or(name, String::as_str).to_owned()
    }
}

fn renamed<'a>(names: impl Iterator<Item = &'a str>, next: &[Slot]) -> BTreeMap<String, String> {
    names.zip(next).map(|(name, next)| (name.to_owned(), next.name.clone())).collect()
}
