//! Which arguments and results of an operator are differentiable.

use torch_autograd::Node;
use torch_cpp::result_names;
use torch_registry::Function;
use torch_schema::Argument;

/// The inputs that may require gradients.
pub fn differentiable_inputs(function: &Function, node: Option<&Node>) -> Vec<String> {
    let is_differentiable = |argument: &&Argument| {
        let name = &argument.name.value;
        argument.ty.value.is_tensor_like() && !node.is_some_and(|node| node.without_gradient.contains(name))
    };
    let arguments = function.entry.func.arguments.without_out().filter(is_differentiable);
    arguments.map(|argument| argument.name.value.clone()).collect()
}

/// The results that may require gradients.
pub fn differentiable_results(function: &Function, node: Option<&Node>) -> Vec<String> {
    let func = &function.entry.func;
    let named = || result_names(func).into_iter().zip(&func.returns);
    if let Some(flags) = node.and_then(|node| node.differentiable.as_ref()) {
        let flagged = named().zip(flags).filter(|(_, flag)| **flag);
        return flagged.map(|((name, _), _)| name).collect();
    }
    let is_listed = |name: &String| node.is_some_and(|node| node.without_gradient.contains(name));
    let tensors = named().filter(|(name, returned)| returned.ty.value.is_tensor_like() && !is_listed(name));
    let count = if node.is_some_and(|node| node.mentions("grad")) { 1 } else { usize::MAX };
    tensors.map(|(name, _)| name).take(count).collect()
}
