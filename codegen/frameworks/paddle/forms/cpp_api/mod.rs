//! Operators in the C++ API: their functions, and the kernels that these call.

mod argument;
pub mod distributed;
mod kernel_call;
pub mod kernel_key;
mod kernel_trait;
pub mod signature;
pub mod tensor_class;
mod variant;

use profile::{ApiFile, ApiForm, CppApi, Distributed, Group, Profile};
use spec::Op;

pub use argument::{Argument, AttributeForm, LocalShape, described_attrs};
pub use distributed::{LayoutRule, Ring};
pub use kernel_call::{Classes, InferMetaCall, KernelCall, KernelParameter, kernel_calls};
pub use kernel_key::{KernelKey, KeyField, Rule};
pub use kernel_trait::Trait;
pub use signature::{ApiSignature, PREDEFINED, Parameter, Returned};
pub use tensor_class::TensorClass;
pub use variant::{Variant, functions, functions_in};

/// The functions of an operator that users call.
pub fn declared(op: &Op, profile: &Profile) -> Vec<ApiSignature> {
    let Some(settings) = &profile.cpp_api else { return Vec::new() };
    let files = files_of(op, settings).filter(|_| op.is_in_dygraph()).map(|(file, _)| file);
    let forms =
        files.flat_map(|file| file.functions(op.is_backward())).filter(|form| **form != ApiForm::ReturningIntermediate);
    let functions = forms.flat_map(|form| functions(op, *form, settings));
    functions.map(|variant| variant.api_signature(settings)).collect()
}

/// The namespace of an operator's functions, inside that of the whole API.
pub fn namespace<'p>(op: &Op, profile: &'p Profile) -> Option<&'p str> {
    let (_, group) = files_of(op, profile.cpp_api.as_ref()?).next()?;
    group.namespace.as_deref()
}

/// The files that have functions of an operator, with the group that it is in.
fn files_of<'p>(op: &Op, settings: &'p CppApi) -> impl Iterator<Item = (&'p ApiFile, &'p Group)> {
    let has_op = |group: &&Group| group.homes.iter().any(|home| home == op.home.key());
    settings.files.values().filter_map(move |file| Some((file, file.groups.values().find(has_op)?)))
}

/// The calls of an operator's kernels, in the order of the YAML.
pub fn kernels(op: &Op, profile: &Profile) -> Vec<KernelCall> {
    let (Some(kernel), Some(settings)) = (&op.kernel, &profile.cpp_api) else { return Vec::new() };
    kernel_calls(Variant::named(op), kernel, settings)
}

/// The call of the operator's layout rule in a build with distributed tensors. `None` if it names none.
pub fn layout_rule(op: &Op, profile: &Profile) -> Option<LayoutRule> {
    let settings = &profile.cpp_api.as_ref()?.distributed;
    distributed::rule(op, &Distributed { enabled: true, ..settings.clone() })
}

/// How a call selects the registration of its kernel. `None` if the operator calls no kernel.
pub fn kernel_key(op: &Op, profile: &Profile) -> Option<KernelKey> {
    Some(KernelKey::new(op, op.kernel.as_ref()?, profile.cpp_api.as_ref()?))
}
