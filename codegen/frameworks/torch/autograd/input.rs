//! What nodes compute gradients of.

use torch_registry::Function;

/// Begins the names of operators on lists of tensors.
pub const FOREACH: &str = "_foreach_";

/// An argument with a gradient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeInput {
    /// The name.
    pub name: String,
    /// The type in C++.
    pub ty: String,
}

impl NodeInput {
    /// True for tensors that are never absent.
    pub(crate) fn is_plain_list(&self) -> bool {
        matches!(self.ty.as_str(), "at::TensorList" | "const at::ITensorListRef &")
    }

    /// True for any list of tensors.
    pub fn is_list(&self) -> bool {
        self.is_plain_list() || self.ty == "const c10::List<::std::optional<at::Tensor>> &"
    }
}

/// True for an operator on lists of tensors.
pub fn is_on_lists(function: &Function) -> bool {
    function.root_name().starts_with(FOREACH)
}
