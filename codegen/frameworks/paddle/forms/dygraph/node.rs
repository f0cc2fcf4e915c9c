//! Names of the classes of grad nodes.

use profile::Profile;
use registry::{OpId, Registry};

use super::chain::has_generated_nodes;

/// The first part of a class name: `matmul_grad` -> `Matmul`, for the class `MatmulGradNode`.
pub fn node_name(backward: &str) -> String {
    let words = backward.split('_').filter(|word| !word.is_empty());
    let camel: String = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
    camel.strip_suffix("Grad").map_or(camel.clone(), str::to_owned)
}

/// The class of the grad node that calls a gradient.
pub fn node_class(backward: &str) -> String {
    format!("{}GradNode", node_name(backward))
}

/// Whether the gradients of a forward operator have nodes.
pub fn has_nodes(registry: &Registry, id: OpId, profile: &Profile) -> bool {
    profile.dygraph.as_ref().is_some_and(|section| has_generated_nodes(registry, section, id))
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
