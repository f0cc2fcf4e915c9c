//! The names of a grad node: of its class, and of the arguments and results of its gradient.

use std::collections::BTreeMap;

use super::slots::{Pairing, Slot};
use spec::Op;

/// `matmul_grad` -> `Matmul`, which is the class `MatmulGradNode`.
pub fn node_name(backward: &str) -> String {
    let words = backward.split('_').filter(|word| !word.is_empty());
    let camel: String = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
    camel.strip_suffix("Grad").map_or(camel.clone(), str::to_owned)
}

/// From the names of arguments and results to those that they have in the `forward` signature of the next gradient.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_named_after_their_gradients() {
        assert_eq!(node_name("matmul_grad"), "Matmul");
        assert_eq!(node_name("matmul_double_grad"), "MatmulDouble");
        assert_eq!(node_name("sync_batch_norm_"), "SyncBatchNorm");
    }
}
