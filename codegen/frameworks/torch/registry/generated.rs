//! Functions that no entry defines: out forms and functional forms that complete a group.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use torch_profile::Profile;
use torch_schema::{FunctionSchema, SchemaKind};
use torch_spec::native::Variants;
use torch_spec::{Kernel, NativeFunction};

use crate::dispatch_keys::COMPOSITE_EXPLICIT;
use crate::function::{Function, FunctionId, Implementation, tags_of_kind};
use crate::group::Signature;
use crate::tags::{COMPLIANT, CORE, GENERATED, SEEDED, VIEW_COPY};

/// Tags that a generated function takes over from the function it is made of.
const INHERITED_TAGS: [&str; 3] = [SEEDED, VIEW_COPY, COMPLIANT];
/// The operator that shares memory, and gets an out form nevertheless.
const SET: &str = "set_";

/// The kinds of function that others are generated from: the first that a signature has.
pub const BY_RANK: [SchemaKind; 4] =
    [SchemaKind::Mutable, SchemaKind::Inplace, SchemaKind::Out, SchemaKind::Functional];

/// The functions that complete a signature's group, each with the position of the signature.
pub fn functions(
    functions: &[Function],
    signatures: &IndexMap<String, Signature>,
    defined_tags: &BTreeSet<String>,
    profile: &Profile,
) -> Vec<(usize, Function)> {
    let mut generated = Vec::new();
    for (at, signature) in signatures.values().enumerate() {
        let Some((base, needs_out)) = completes(signature, functions, profile) else { continue };
        let base = &functions[base.index()];
        let has = |kind| signature.of_kind(kind).is_some();
        if needs_out && let Some(schema) = base.entry.func.to_out() {
            generated.push((at, made_of(base, schema, defined_tags)));
        }
        if !has(SchemaKind::Functional) && (has(SchemaKind::Out) || needs_out) {
            generated.push((at, made_of(base, base.entry.func.to_functional(), defined_tags)));
        }
    }
    generated
}

/// The function that others of the signature are generated from, and whether an out form is among them.
fn completes(signature: &Signature, functions: &[Function], profile: &Profile) -> Option<(FunctionId, bool)> {
    let members = || signature.functions().map(|id| &functions[id.index()]);
    let is_core = members().any(|function| function.has_tag(CORE));
    let is_unfit = members().all(|function| function.entry.manual_cpp_binding)
        || members().any(|function| function.is_view() && function.name().name.to_string() != SET)
        || (members().all(Function::is_composite_implicit) && !is_core);
    let out = signature.of_kind(SchemaKind::Out);
    let inplace = signature.of_kind(SchemaKind::Inplace);
    let is_listed = |list: &[String], id: FunctionId| list.contains(&functions[id.index()].name().to_string());
    if is_unfit
        || (out.is_some() && signature.members.len() == 1)
        || inplace.is_some_and(|id| is_listed(&profile.names.ungrouped_inplace, id))
    {
        return None;
    }
    let id = BY_RANK.into_iter().find_map(|kind| signature.of_kind(kind))?;
    let base = &functions[id.index()];
    let names_out = base.entry.autogen.iter().any(|name| name.value.to_string().contains("out"));
    Some((id, out.is_none() && names_out && can_have_out(base)))
}

/// True if results of a function can be written to out arguments.
pub fn can_have_out(function: &Function) -> bool {
    let returns_tensor = || function.entry.func.returns.iter().any(|returned| returned.ty.value.is_tensor_like());
    function.kind == SchemaKind::Inplace || returns_tensor()
}

/// A function with another schema that is implemented by calling `base`.
fn made_of(base: &Function, func: FunctionSchema, defined_tags: &BTreeSet<String>) -> Function {
    let kind = func.kind();
    let mut kernel = if kind == SchemaKind::Out { func.name.value.unambiguous() } else { func.cpp_name() };
    if base.entry.func.has_symint() {
        kernel.push_str("_symint");
    }
    let kernel = Implementation { kernel: Kernel::plain(kernel), is_structured: false };
    let inherited = INHERITED_TAGS.into_iter().filter(|tag| base.has_tag(tag)).map(str::to_owned);
    let tags = inherited.chain([GENERATED.to_owned()]).chain(tags_of_kind(&func, defined_tags)).collect();
    let entry = NativeFunction {
        namespace: base.entry.namespace.clone(),
        func,
        func_span: base.entry.func_span,
        variants: Variants { function: true, method: false },
        dispatch: None,
        structured: false,
        structured_delegate: None,
        structured_inherits: None,
        precomputed: None,
        ufunc_loops: Vec::new(),
        device_check: Some(base.entry.func.name.clone().map(|_| "NoCheck".to_owned())),
        device_guard: false,
        python_module: None,
        category_override: None,
        manual_kernel_registration: false,
        manual_cpp_binding: false,
        use_const_ref_for_mutable_tensors: base.entry.use_const_ref_for_mutable_tensors,
        cpp_no_default_args: Vec::new(),
        tags: Vec::new(),
        autogen: Vec::new(),
        last: base.entry.last,
        keys: Vec::new(),
        poisoned: base.entry.poisoned,
    };
    Function {
        entry,
        kind,
        signature: base.signature.clone(),
        tags,
        is_generated: true,
        kernels: vec![(COMPOSITE_EXPLICIT.to_owned(), kernel)],
        is_abstract: base.is_abstract,
    }
}
