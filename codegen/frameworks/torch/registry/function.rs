//! An overload of an operator with everything that follows from its entry.

use crate::dispatch_keys::{
    COMPOSITE_EXPLICIT, COMPOSITE_EXPLICIT_NON_FUNCTIONAL, COMPOSITE_IMPLICIT, COMPOSITE_IMPLICIT_NESTED,
};
use crate::tags::{COMPLIANT, INPLACE, INPLACE_VIEW, OUT, RESIZING};
use std::collections::BTreeSet;

use torch_profile::Profile;
use torch_schema::{FunctionSchema, OperatorName, SchemaKind};
use torch_spec::{Kernel, NativeFunction};

/// A function of a [`Registry`](crate::Registry).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(u32);

impl FunctionId {
    pub(crate) fn from_index(index: usize) -> Self {
        FunctionId(index as u32)
    }

    /// The position among all functions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An overload of an operator.
#[derive(Debug, Clone)]
pub struct Function {
    /// The entry in the YAML, or an entry that was made for a generated function.
    pub entry: NativeFunction,
    /// How it passes its results on.
    pub kind: SchemaKind,
    /// The text of the signature, which all forms of an operator have in common.
    pub signature: String,
    /// The tags, including those that every operator has.
    pub tags: BTreeSet<String>,
    /// True if no entry defines it.
    pub is_generated: bool,
    /// The kernels in the order of the entry. Dispatch keys that are ignored have none.
    pub kernels: Vec<(String, Implementation)>,
    /// True if the operator has no kernel of its own for all backends that decomposes it.
    pub is_abstract: bool,
}

/// A kernel for a dispatch key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Implementation {
    /// The kernel.
    pub kernel: Kernel,
    /// True if it is a structured kernel.
    pub is_structured: bool,
}

/// The dispatch keys for which kernels of universal functions are generated.
const UFUNC_KEYS: [&str; 2] = ["CPU", "CUDA"];

impl Function {
    /// Derives what follows from an entry.
    pub(crate) fn new(entry: NativeFunction, defined_tags: &BTreeSet<String>, profile: &Profile) -> Self {
        let listed = entry.tags.iter().map(|tag| tag.value.clone());
        let compliant = entry.namespace.is_none() && defined_tags.contains(COMPLIANT);
        let mut tags: BTreeSet<String> = listed.chain(compliant.then(|| COMPLIANT.to_owned())).collect();
        tags.extend(tags_of_kind(&entry.func, defined_tags));
        let kernels = kernels(&entry, profile);
        let has_only = |allowed: &[&str]| kernels.iter().all(|(key, _)| allowed.contains(&key.as_str()));
        let decomposes = !kernels.is_empty() && has_only(&[COMPOSITE_IMPLICIT, COMPOSITE_IMPLICIT_NESTED]);
        let is_abstract = entry.structured_delegate.is_some() || !decomposes;
        let (kind, signature) = (entry.func.kind(), signature(&entry, profile));
        Function { kind, signature, tags, is_generated: false, kernels, is_abstract, entry }
    }

    /// The name with its overload.
    pub fn name(&self) -> &OperatorName {
        &self.entry.func.name.value
    }

    /// The name with namespace and overload, as Python writes it: `aten.add.Tensor`, `aten.abs.default`.
    pub fn full_name(&self) -> String {
        let name = self.name();
        let overload = if name.overload.is_empty() { "default" } else { &name.overload };
        format!("{}.{}.{overload}", self.entry.namespace(), name.name)
    }

    /// The name without overload and suffix, by which files are named.
    pub fn root_name(&self) -> &str {
        &self.name().name.base
    }

    /// The kernel for a dispatch key.
    pub fn kernel(&self, key: &str) -> Option<&Implementation> {
        self.kernels.iter().find(|(known, _)| known == key).map(|(_, kernel)| kernel)
    }

    /// True if a kernel decomposes the operator into others, for which gradients are known.
    pub fn is_composite_implicit(&self) -> bool {
        self.kernel(COMPOSITE_IMPLICIT).is_some()
    }

    /// Like [`is_composite_implicit`](Self::is_composite_implicit), for nested tensors.
    pub fn is_composite_implicit_nested(&self) -> bool {
        self.kernel(COMPOSITE_IMPLICIT_NESTED).is_some()
    }

    /// True if a kernel for all backends has a gradient of its own.
    pub fn is_composite_explicit(&self) -> bool {
        self.kernel(COMPOSITE_EXPLICIT).is_some()
    }

    /// True if a kernel for all backends calls the out form.
    pub fn is_composite_explicit_non_functional(&self) -> bool {
        self.kernel(COMPOSITE_EXPLICIT_NON_FUNCTIONAL).is_some()
    }

    /// True if a kernel for all backends exists.
    pub fn is_composite(&self) -> bool {
        self.is_composite_implicit() || self.is_composite_explicit() || self.is_composite_explicit_non_functional()
    }

    /// True if the entry or the profile gives the function a tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.contains(tag)
    }

    /// True if results share memory with arguments without being these arguments, or if the function changes the view that an argument
    /// is.
    pub fn is_view(&self) -> bool {
        let func = &self.entry.func;
        let returns_alias = func.returns.iter().any(|returned| returned.annotation.is_some() && !returned.is_write());
        let changes_view = self.has_tag(INPLACE_VIEW) && !RESIZING.contains(&self.name().to_string().as_str());
        let annotations = func.arguments.all().filter_map(|argument| argument.annotation.as_ref());
        returns_alias
            || changes_view
            || annotations.into_iter().any(|annotation| annotation.alias_set_after.contains(&'*'))
    }

    /// True if it is a view for which functionalization needs a copy.
    pub fn needs_view_copy(&self) -> bool {
        self.is_view()
            && !self.is_composite_implicit()
            && !self.has_tag(INPLACE_VIEW)
            && !self.name().name.base.ends_with("_inverse")
    }
}

/// The tags that operators of a kind have, if the tree defines these tags.
pub(crate) fn tags_of_kind(func: &FunctionSchema, defined_tags: &BTreeSet<String>) -> impl Iterator<Item = String> {
    let tags = [(OUT, func.is_out()), (INPLACE, func.name.value.name.is_inplace)];
    tags.into_iter().filter(|(tag, applies)| *applies && defined_tags.contains(*tag)).map(|(tag, _)| tag.to_owned())
}

/// The text of an entry's signature, with the defaults that the profile adds.
fn signature(entry: &NativeFunction, profile: &Profile) -> String {
    let func = &entry.func;
    match profile.signature_defaults.get(&func.name.value.to_string()) {
        None => func.signature_text(),
        Some(defaults) => {
            let mut func = func.clone();
            for argument in &mut func.arguments.positional {
                if let Some(default) = defaults.get(argument.name.as_str()) {
                    argument.default = Some(argument.name.clone().map(|_| default.clone()));
                }
            }
            func.signature_text()
        }
    }
}

/// The kernels of an entry, including those that it does not mention.
fn kernels(entry: &NativeFunction, profile: &Profile) -> Vec<(String, Implementation)> {
    let mut kernels = Vec::new();
    let mut add = |key: &str, kernel: Kernel, is_structured: bool| {
        kernels.retain(|(known, _): &(String, _)| known != key);
        kernels.push((key.to_owned(), Implementation { kernel, is_structured }));
    };
    match &entry.dispatch {
        Some(table) => {
            for line in table {
                for key in line.keys.iter().map(|key| key.as_str()).filter(|key| !profile.ignores(key)) {
                    add(key, line.kernel.value.clone(), entry.structured && profile.is_structured_key(key));
                }
            }
        }
        None if entry.structured || entry.structured_delegate.is_some() => {}
        None => add(COMPOSITE_IMPLICIT, Kernel::plain(entry.func.cpp_name()), false),
    }
    if !entry.ufunc_loops.is_empty() {
        for key in UFUNC_KEYS {
            add(key, Kernel::plain(format!("ufunc_{}_{key}", entry.func.name.value.name)), true);
        }
    }
    kernels
}
