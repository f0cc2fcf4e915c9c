//! Operators in the C++ API: their functions, and the kernels that these call.

mod argument;
pub mod distributed;
mod kernel_call;
pub mod kernel_key;
mod kernel_trait;
pub mod signature;
pub mod tensor_class;
mod variant;

use profile::{CppApi, Group, Intermediate, Profile};
use spec::Op;

pub use argument::{Argument, AttributeForm, LocalShape, described_attrs};
pub use distributed::LayoutRule;
pub use kernel_call::{Classes, InferMetaCall, KernelCall, KernelParameter, kernel_calls};
pub use kernel_key::{KernelKey, KeyField, Rule};
pub use kernel_trait::Trait;
pub use signature::{ApiSignature, Parameter, Returned};
pub use tensor_class::TensorClass;
pub use variant::{Variant, functions};

/// The functions of an operator that users call.
pub fn declared(op: &Op, profile: &Profile) -> Vec<ApiSignature> {
    let Some(settings) = &profile.cpp_api else { return Vec::new() };
    let is_declared = op.is_in_dygraph() && group_of(op, settings).is_some();
    functions(op, false, settings).filter(|_| is_declared).map(Variant::signature).collect()
}

/// The namespace of an operator's functions, inside that of the whole API.
pub fn namespace<'p>(op: &Op, profile: &'p Profile) -> Option<&'p str> {
    group_of(op, profile.cpp_api.as_ref()?)?.namespace.as_deref()
}

/// The group of user-facing functions to which an operator belongs.
fn group_of<'p>(op: &Op, settings: &'p CppApi) -> Option<&'p Group> {
    let files = settings.files.values().filter(|file| file.intermediate != Intermediate::Only);
    let mut groups = files.flat_map(|file| file.groups.values());
    groups.find(|group| group.homes.iter().any(|home| home == op.home.key()))
}

/// The calls of an operator's kernels, in the order of the YAML.
pub fn kernels(op: &Op, profile: &Profile) -> Vec<KernelCall> {
    let (Some(kernel), Some(settings)) = (&op.kernel, &profile.cpp_api) else { return Vec::new() };
    kernel_calls(Variant::named(op), kernel, settings)
}

/// How a call selects the registration of its kernel. `None` if the operator calls no kernel.
pub fn kernel_key(op: &Op, profile: &Profile) -> Option<KernelKey> {
    Some(KernelKey::new(op, op.kernel.as_ref()?, profile.cpp_api.as_ref()?))
}
