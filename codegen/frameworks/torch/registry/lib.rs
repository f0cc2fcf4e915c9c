//! All operators of a tree, linked: in the order of the file, in groups by signature, with the functions that are generated for a group,
//! views with their copies, kernels by dispatch key, and formulas of gradients.
//!
//! [`Registry`] never knows where operators come from, nor what is generated from them.

#![deny(missing_docs)]

pub mod dispatch_keys;
mod framework;
mod function;
mod generated;
mod group;
mod kernels;
mod other_version;
pub mod rules;
pub mod tags;
mod view;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use indexmap::IndexMap;
use source::{Span, Spanned};
use torch_profile::Profile;
use torch_spec::{Backend, Deprecated, Derivative, FallbackList, Frame, NativeFunction, Selection, Specs, Tag};

pub use framework::{FileSpecs, Inputs, Linked, ParsedFiles, Program, Project, Torch};
pub use function::{Function, FunctionId, Implementation};
pub use group::{FunctionGroup, Grouped, Signature};
pub use view::{ViewGroup, ViewGrouped};

/// All operators of a tree.
#[derive(Debug)]
pub struct Registry {
    profile: Arc<Profile>,
    /// In the order of the file, then those that are generated.
    functions: Vec<Function>,
    by_name: BTreeMap<String, FunctionId>,
    /// Each later definition of a name, with the first.
    duplicates: Vec<(FunctionId, FunctionId)>,
    signatures: IndexMap<String, Signature>,
    grouped: Vec<Grouped>,
    view_grouped: Vec<ViewGrouped>,
    /// The dispatch keys in the order of their first kernels, with the functions that have a kernel.
    kernels: IndexMap<String, Vec<FunctionId>>,
    tags: Option<Vec<Tag>>,
    derivatives: Option<Vec<Derivative>>,
    /// The function of each derivative, by the exact text of its schema.
    derived: Vec<Option<FunctionId>>,
    deprecated: Option<Vec<Deprecated>>,
    backends: Vec<Backend>,
    selections: Vec<Selection>,
    fallbacks: Vec<FallbackList>,
    formula_functions: BTreeSet<String>,
    version: Option<Spanned<String>>,
    frames: Vec<Frame>,
    docstrings: Vec<Arc<str>>,
}

impl Registry {
    /// Links the entries of all files.
    pub fn new(specs: Specs, profile: &Arc<Profile>) -> Self {
        let Specs {
            functions,
            tags,
            derivatives,
            deprecated,
            backends,
            selections,
            fallbacks,
            formula_functions,
            version,
            frames,
            docstrings,
        } = specs;
        let defined_tags: BTreeSet<String> = tags.iter().flatten().map(|tag| tag.name.value.clone()).collect();
        let link = |entry: NativeFunction| Function::new(entry, &defined_tags, profile);
        let mut registry = Registry {
            profile: Arc::clone(profile),
            functions: functions.into_iter().map(link).collect(),
            by_name: BTreeMap::new(),
            duplicates: Vec::new(),
            signatures: IndexMap::new(),
            grouped: Vec::new(),
            view_grouped: Vec::new(),
            kernels: IndexMap::new(),
            tags,
            derivatives,
            derived: Vec::new(),
            deprecated,
            backends,
            selections,
            fallbacks,
            formula_functions,
            version,
            frames,
            docstrings,
        };
        registry.index_names();
        registry.signatures = group::signatures(&registry.functions);
        registry.add_generated(&defined_tags);
        registry.grouped = group::grouped(&registry.signatures);
        registry.view_grouped = view::grouped(&registry.functions);
        registry.kernels = kernels::by_key(&registry.functions);
        registry.derived = registry.link_derivatives();
        registry
    }

    /// A registry for the same version, without operators.
    pub fn without_operators(&self) -> Self {
        Registry::new(Specs::default(), &self.profile)
    }

    fn index_names(&mut self) {
        for (at, function) in self.functions.iter().enumerate() {
            let id = FunctionId::from_index(at);
            match self.by_name.entry(function.name().to_string()) {
                std::collections::btree_map::Entry::Vacant(free) => drop(free.insert(id)),
                std::collections::btree_map::Entry::Occupied(first) => self.duplicates.push((id, *first.get())),
            }
        }
    }

    fn add_generated(&mut self, defined_tags: &BTreeSet<String>) {
        for (signature, function) in
            generated::functions(&self.functions, &self.signatures, defined_tags, &self.profile)
        {
            let id = FunctionId::from_index(self.functions.len());
            self.by_name.entry(function.name().to_string()).or_insert(id);
            self.signatures[signature].members.push((function.kind, id));
            self.functions.push(function);
        }
    }

    fn link_derivatives(&self) -> Vec<Option<FunctionId>> {
        let find = |derivative: &Derivative| {
            let schema = derivative.schema.as_ref()?;
            let id = self.of_name(&schema.name.value.to_string())?;
            (self[id].entry.func == *schema).then_some(id)
        };
        self.derivatives.iter().flatten().map(find).collect()
    }

    /// The version of PyTorch.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The backends outside of PyTorch.
    pub fn backends(&self) -> &[Backend] {
        &self.backends
    }

    /// The operators of selective builds.
    pub fn selections(&self) -> &[Selection] {
        &self.selections
    }

    /// Replaces the operators of selective builds.
    pub fn select(&mut self, selection: Selection) {
        self.selections = vec![selection];
    }

    /// True if a function is registered: in a selective build, only if a selection wants it.
    pub fn is_selected(&self, function: &Function) -> bool {
        let namespace = function.entry.namespace();
        self.selections.is_empty()
            || self.selections.iter().any(|selection| selection.selects(namespace, function.name()))
    }

    /// True if the gradient of a function is generated: in a selective build, only if a selection wants it.
    pub fn is_selected_for_training(&self, function: &Function) -> bool {
        let namespace = function.entry.namespace();
        self.selections.is_empty()
            || self.selections.iter().any(|selection| selection.selects_for_training(namespace, function.name()))
    }

    /// The names of functions for formulas that the tree's C++ declares.
    pub fn formula_functions(&self) -> &BTreeSet<String> {
        &self.formula_functions
    }

    /// The lists of operators that compiled models call by functions in C.
    pub fn fallbacks(&self) -> &[FallbackList] {
        &self.fallbacks
    }

    /// The version that the tree states. `None` without such a file.
    pub fn version(&self) -> Option<&Spanned<String>> {
        self.version.as_ref()
    }

    /// True if the profile is that of a version nearby, or may be: what it lists may have changed.
    pub fn is_of_other_version(&self) -> bool {
        match &self.version {
            Some(version) => !torch_profile::is_version(&version.value, &self.profile.version),
            None => self.profile.is_nearest,
        }
    }

    /// All functions: in the order of the file, then those that are generated.
    pub fn functions(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.functions.iter().enumerate().map(|(at, function)| (FunctionId::from_index(at), function))
    }

    /// The function with a name and overload, such as `add.Tensor`. The first one if there are several.
    pub fn of_name(&self, name: &str) -> Option<FunctionId> {
        self.by_name.get(name).copied()
    }

    /// Each later definition of a name, with the first.
    pub fn duplicates(&self) -> &[(FunctionId, FunctionId)] {
        &self.duplicates
    }

    /// The names of all functions with their overloads.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// All signatures with their functions, in the order of the first one.
    pub fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.signatures.values()
    }

    /// The function from which others of a signature would be generated.
    pub fn base_of(&self, signature: &Signature) -> Option<FunctionId> {
        let entry = |kind| signature.of_kind(kind).filter(|id| !self[*id].is_generated);
        generated::BY_RANK.into_iter().find_map(entry)
    }

    /// The signature that a function has, with the other functions of it.
    pub fn signature_of(&self, id: FunctionId) -> &Signature {
        &self.signatures[self[id].signature.as_str()]
    }

    /// All functions, those of a group together.
    pub fn grouped(&self) -> &[Grouped] {
        &self.grouped
    }

    /// All functions, views together with their copies and inplace forms.
    pub fn grouped_by_view(&self) -> &[ViewGrouped] {
        &self.view_grouped
    }

    /// The dispatch keys in the order of their first kernels, each with the functions that have a kernel for it.
    pub fn kernels(&self) -> impl Iterator<Item = (&str, &[FunctionId])> {
        self.kernels.iter().map(|(key, functions)| (key.as_str(), functions.as_slice()))
    }

    /// The tags. `None` if no file defines them.
    pub fn tags(&self) -> Option<&[Tag]> {
        self.tags.as_deref()
    }

    /// The formulas of gradients in the order of the file, each with its function. `None` without such a file.
    pub fn derivatives(&self) -> Option<impl Iterator<Item = (&Derivative, Option<FunctionId>)>> {
        self.derivatives.as_ref().map(|list| list.iter().zip(self.derived.iter().copied()))
    }

    /// The formulas whose schema is exactly that of a function. The last ones, if there are several.
    pub fn derivative_of(&self, id: FunctionId) -> Option<&Derivative> {
        let at = self.derived.iter().rposition(|derived| *derived == Some(id))?;
        self.derivatives.as_ref()?.get(at)
    }

    /// The old signatures. `None` without such a file.
    pub fn deprecated(&self) -> Option<&[Deprecated]> {
        self.deprecated.as_deref()
    }

    /// The tree's own templates by name.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The texts of Python files with docstrings, in the order in which they are read.
    pub fn docstrings(&self) -> impl Iterator<Item = &str> {
        self.docstrings.iter().map(|text| &**text)
    }

    /// The span of a function's schema. A generated function has that of the one it is made of.
    pub fn span(&self, id: FunctionId) -> Span {
        self[id].entry.func_span
    }
}

impl std::ops::Index<FunctionId> for Registry {
    type Output = Function;

    fn index(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }
}
