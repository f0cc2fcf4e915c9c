//! What debug builds of PyTorch check around a kernel: that it keeps the tensors that it gets, and returns tensors that nothing else
//! holds.

use serde::Serialize;
use torch_autograd::DEFAULT_KEY;
use torch_cpp::result_names;
use torch_profile::Profile;
use torch_registry::Function;
use torch_schema::{Argument, Type};

use super::kernel::Kernels;
use super::view_functions::{modifies, viewed};

/// The check of a kernel.
#[derive(Debug, Serialize)]
pub struct KernelCheck {
    /// The tensors and lists of tensors that must stay the same, as a list.
    arguments: String,
    /// The argument that the results are views of. Empty if they are none.
    viewed: String,
    /// The results that are tensors.
    results: Vec<String>,
    /// True if nothing else may hold the storage of a result.
    has_new_storage: bool,
    /// True if nothing else may hold a result.
    is_new: bool,
}

impl KernelCheck {
    /// The check of a function. `None` if its kernels may do what they like, or if it has no tensors.
    pub fn new(function: &Function, profile: &Profile) -> Option<KernelCheck> {
        let func = &function.entry.func;
        let names = &profile.names;
        let is_tensor = |argument: &&Argument| match &argument.ty.value {
            Type::List { element, .. } => element.is_tensor_like(),
            ty => *ty == Type::TENSOR,
        };
        let arguments: Vec<&str> =
            func.arguments.all().filter(is_tensor).map(|argument| argument.name.as_str()).collect();
        if arguments.is_empty() || names.dont_enforce_same_impl_or_storage.contains(&func.cpp_name()) {
            return None;
        }
        let named = result_names(func).into_iter().zip(&func.returns);
        let tensors = named.filter(|(_, returned)| returned.ty.value == Type::TENSOR && !modifies(function));
        let results: Vec<String> = tensors.map(|(name, _)| name).collect();
        let is_unsafe_view = names.unsafe_views.iter().any(|known| known == function.root_name());
        let viewed = viewed(function, profile).or(is_unsafe_view.then_some("self")).unwrap_or_default();
        let name = Kernels::function_name(function, DEFAULT_KEY);
        Some(KernelCheck {
            arguments: arguments.join(", "),
            has_new_storage: viewed.is_empty() && !names.dont_enforce_storage_use_count.contains(&name),
            is_new: !names.dont_enforce_impl_use_count.contains(&name),
            viewed: viewed.to_owned(),
            results,
        })
    }
}
