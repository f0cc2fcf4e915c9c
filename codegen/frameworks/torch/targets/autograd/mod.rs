//! Gradients: factories of tensors that may require gradients, views that can be replayed, and kernels that count the versions of
//! tensors.

mod derived;
mod differentiable;
mod factories;
mod foreach;
mod functions;
mod inplace_or_view;
mod kernel;
mod kernel_check;
mod node_class;
mod saving;
mod variable_type;
mod view_functions;

use render::FilePlan;
use torch_autograd::Gradients;
use torch_profile::Profile;
use torch_registry::Registry;

use crate::frame::File;
use derived::derived;

/// The header of kernels for gradients, which needs nothing but its comment.
const KERNELS: &str = "VariableType.h";

/// The outputs of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let gradients = Gradients::new(registry, profile);
    let functions = derived(registry, profile, &gradients);
    let mut plans = vec![factories::plan(registry, profile), File::in_autograd(profile, KERNELS, KERNELS).plan()];
    plans.extend(view_functions::plan(registry, profile, &functions));
    plans.extend(inplace_or_view::plan(registry, profile, &gradients, &functions));
    plans.extend(variable_type::plan(registry, profile, &gradients, &functions));
    plans.extend(functions::plan(registry, profile, &gradients));
    plans
}
