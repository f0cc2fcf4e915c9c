//! C++ types and names of the dynamic graph.

use crate::cpp;
use spec::{Attr, AttrType, Element, TensorType};

/// The type of an attribute, held by value.
pub fn attr(ty: AttrType) -> String {
    let element = match ty.element {
        Element::Scalar(_) if ty.list => "phi::Scalar".to_owned(),
        Element::Scalar(_) | Element::IntArray => format!("paddle::experimental::{}", cpp::element(ty.element)),
        Element::Place => "paddle::Place".to_owned(),
        Element::DataLayout | Element::DataType => format!("phi::{}", cpp::element(ty.element)),
        plain => cpp::element(plain).to_owned(),
    };
    if ty.list { format!("std::vector<{element}>") } else { element }
}

/// The default of an attribute, qualified for code outside the framework's own namespace.
pub fn default(attr: &Attr) -> Option<String> {
    let default = &attr.default.as_ref()?.value;
    Some(match attr.ty.element {
        Element::DataLayout => format!("paddle::experimental::{default}"),
        Element::DataType => format!("phi::{default}"),
        _ => default.clone(),
    })
}

pub fn tensor(ty: TensorType) -> &'static str {
    if ty.is_list() { "std::vector<paddle::Tensor>" } else { "paddle::Tensor" }
}

/// A tensor, list or optional one as a reference.
pub fn reference(ty: TensorType, optional: bool, mutable: bool) -> String {
    cpp::reference(tensor(ty), optional, mutable)
}

/// `matmul_grad` -> `MatmulGradNode`.
pub fn grad_node(backward: &str) -> String {
    let words = backward.split('_').filter(|word| !word.is_empty());
    let camel: String = words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect();
    format!("{}GradNode", camel.strip_suffix("Grad").unwrap_or(&camel))
}

/// The function that differentiable callers use.
pub fn ad_function(name: &str) -> String {
    format!("{name}_ad_func")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_named_after_their_gradients() {
        assert_eq!(grad_node("matmul_grad"), "MatmulGradNode");
        assert_eq!(grad_node("matmul_double_grad"), "MatmulDoubleGradNode");
        assert_eq!(grad_node("sync_batch_norm_"), "SyncBatchNormGradNode");
    }
}
