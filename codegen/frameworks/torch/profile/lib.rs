//! Versions of PyTorch as data: where their files are, their dispatch keys, and the names that their own generators know.
//!
//! No code asks which version it is. A version is a file beside this one; it states only its differences from the version that it
//! extends.

#![deny(missing_docs)]

mod hints;
mod load;
mod marks;
mod merge;
mod names;
mod recognise;
mod targets;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use indexmap::IndexMap;
use project::framework::{Format, Kind, Target, TemplateFolder, Version};
use serde::{Deserialize, Serialize};
use source::Spanned;

pub use hints::{HandHints, Hints, argument_names};
pub use load::{BUILT_IN_NAMES, NEWEST, built_in, extended_by, load, resolved_tables};
pub use marks::{VERSION_FILE, is_version};
pub use names::Names;
pub use recognise::{has_marks, recognised, version_of_tree};
pub use targets::{TARGET_NAMES, TARGETS};

/// The classes of callers that changes of operators can break. `torch_diff` has the same names.
pub const BREAK_CLASSES: &[&str] = &["api", "python", "model", "forward", "shim", "kernel"];

/// The names of the optional outputs.
pub const FEATURES: &[&str] = &["mps", "xpu", "mtia", ROCM, WHOLE_HEADERS, STATIC[0].0, STATIC[1].0];

/// Kernels for CUDA that are built for `ROCm`.
const ROCM: &str = "rocm";

/// Headers with all operators, in place of headers for each of them.
const WHOLE_HEADERS: &str = "whole_headers";

/// Calls of operators that do not look for a kernel, because only one backend has any, with the dispatch key of that.
const STATIC: [(&str, &str); 2] = [("static_dispatch_cpu", "CPU"), ("static_dispatch_cuda", "CUDA")];

/// The macro that exports a function.
pub const EXPORT: &str = "TORCH_API";

/// A version of PyTorch.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name, as `--profile` knows it.
    pub name: String,
    /// The version: `2.11`.
    pub version: String,
    /// The kinds of file.
    #[serde(default)]
    pub inputs: Vec<Input>,
    /// Folders of the tree's own templates. Each file of them is a kind of file, too.
    #[serde(default)]
    pub frames: Vec<FrameFolder>,
    /// Dispatch keys that are ignored unless the optional output is enabled.
    #[serde(default)]
    pub optional_dispatch_keys: IndexMap<String, Vec<String>>,
    /// Where outputs are written.
    #[serde(default)]
    pub outputs: Outputs,
    /// The backend that records operators.
    #[serde(default)]
    pub lazy: Option<LazyBackend>,
    /// The devices with functions in C for compiled models, by the name that these have for them.
    #[serde(default)]
    pub shims: IndexMap<String, Shims>,
    /// The macros that export functions, where it is not `TORCH_API`.
    #[serde(default)]
    pub export_macros: ExportMacros,
    /// How structured kernels make tensors, by dispatch key.
    #[serde(default)]
    pub allocations: IndexMap<String, Allocation>,
    /// How writes and views are taken out of programs.
    #[serde(default)]
    pub functionalization: FunctionalizationSettings,
    /// Lists of names.
    #[serde(default)]
    pub names: Names,
    /// The numbers of sources that register kernels, by dispatch key. One for all others.
    #[serde(default)]
    pub register_shards: IndexMap<String, NonZeroUsize>,
    /// The numbers of sources with kernels for gradients and traces, by their name.
    #[serde(default)]
    pub autograd_shards: IndexMap<String, NonZeroUsize>,
    /// Views by name, with the argument that they are views of.
    #[serde(default)]
    pub view_functions: IndexMap<String, String>,
    /// Operators that traces know by another name.
    #[serde(default)]
    pub renamed_in_traces: IndexMap<String, String>,
    /// Defaults that the signature of an overload has although its schema does not have them: overload, argument, default.
    #[serde(default)]
    pub signature_defaults: IndexMap<String, IndexMap<String, String>>,
    /// Overloads that break a rule for a reason, by the code of the rule.
    #[serde(default)]
    pub judged: IndexMap<String, Vec<String>>,
    /// Forms of operators that lack tags of the other forms for a reason, or have tags that these lack: overload, tags.
    #[serde(default)]
    pub uneven_tags: IndexMap<String, Vec<String>>,
    /// Forms of operators that lack kernels for dispatch keys for a reason: overload, dispatch keys.
    #[serde(default)]
    pub uneven_keys: IndexMap<String, Vec<String>>,
    /// Functions that formulas of gradients may call, besides operators.
    #[serde(default)]
    pub formula_functions: Vec<String>,
    /// Methods of C++ classes that formulas of gradients may call, besides those of operators.
    #[serde(default)]
    pub formula_methods: Vec<String>,
    /// Further words of formulas: constants, and types.
    #[serde(default)]
    pub formula_words: Vec<String>,
    /// True if dimensions of tensors may have names.
    #[serde(default)]
    pub has_named_dimensions: bool,
    /// Tags that only the functional form of an operator has.
    #[serde(default)]
    pub functional_tags: Vec<String>,
    /// Beginnings of dispatch keys of tensors to which few kernels write: inplace and out forms need none.
    #[serde(default)]
    pub read_only_keys: Vec<String>,
    /// The parts of the stubs that are written by hand.
    #[serde(default)]
    pub hints: Hints,
    /// Codes of rules that are only warnings.
    #[serde(default)]
    pub tolerated: Vec<Spanned<String>>,
    /// The optional outputs that are enabled.
    #[serde(skip)]
    pub enabled: BTreeSet<String>,
    /// True if nobody chose this version, and the tree may be of one nearby.
    #[serde(skip)]
    pub is_nearest: bool,
    #[serde(skip)]
    marks: Vec<String>,
    #[serde(skip)]
    template_folders: Vec<TemplateFolder>,
}

/// A kind of file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The name of the kind.
    pub key: String,
    /// The contents of such a file.
    pub holds: Holds,
    /// The possible paths below the root.
    pub paths: Vec<String>,
}

/// The backend that records operators as nodes of a graph.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LazyBackend {
    /// The folder of its files.
    pub folder: String,
    /// The name in functions that register kernels.
    pub name: String,
    /// The class of its nodes.
    pub node: String,
    /// The header with that class.
    pub node_header: String,
    /// Operators without an interned symbol.
    pub without_symbol: Vec<String>,
}

/// Where outputs are written.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Outputs {
    /// The folder of `ATen`.
    pub aten: String,
    /// The file with the tags.
    pub tags: String,
    /// The folder of functions in C.
    pub shims: String,
    /// The folder of gradients and bindings.
    pub autograd: String,
}

/// How structured kernels of a dispatch key make tensors.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Allocation {
    /// The function for tensors without strides.
    pub empty: String,
    /// The function for tensors with strides.
    pub empty_strided: String,
    /// The headers with these functions.
    #[serde(skip_serializing)]
    headers: Vec<String>,
    /// The headers in a build for `ROCm`, if they are others.
    #[serde(default, skip_serializing)]
    rocm_headers: Vec<String>,
    /// True if kernels run on the device of the results.
    #[serde(default)]
    pub guards_device: bool,
}

impl Allocation {
    /// Functions that need no header of their own.
    pub fn new(empty: &str, empty_strided: &str, guards_device: bool) -> Allocation {
        let [empty, empty_strided] = [empty, empty_strided].map(str::to_owned);
        Allocation { empty, empty_strided, headers: Vec::new(), rocm_headers: Vec::new(), guards_device }
    }

    /// The headers with the functions.
    pub fn headers(&self, is_rocm: bool) -> &[String] {
        if is_rocm && !self.rocm_headers.is_empty() { &self.rocm_headers } else { &self.headers }
    }
}

/// How writes and views are taken out of programs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FunctionalizationSettings {
    /// True if a view is recorded as an object of a class of its own.
    pub has_view_classes: bool,
    /// True if the kernels that decompose views are registered, too.
    pub registers_decompositions: bool,
    /// The parameter with the number of a result.
    pub output_index: String,
    /// The view that depends on nothing but its arguments.
    pub as_strided: String,
    /// The copy of a view that changes the memory of its argument where the view is impossible.
    pub reshaping_copy: String,
    /// Out overloads that compute in the type of the out argument if the caller gives none.
    pub keeps_out_type: Vec<String>,
}

/// The macros that export functions, by dispatch key, where it is not `TORCH_API`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExportMacros {
    /// Those of structured kernels.
    pub structured: IndexMap<String, String>,
    /// Those of kernels of every kind, and of the functions that call them.
    pub all: IndexMap<String, String>,
}

/// Functions in C for a device, which compiled models call.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shims {
    /// The dispatch key of the kernels that they call. Without one, they call the dispatcher.
    pub dispatch_key: Option<String>,
    /// The list of their operators.
    pub operators: String,
}

/// Templates of the tree, in which generated text stands.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrameFolder {
    /// Begins the names of these templates, as in `aten/Functions.h`.
    pub name: String,
    /// The possible folders below the root.
    pub folders: Vec<String>,
    /// The files.
    pub files: Vec<String>,
}

/// The contents of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holds {
    /// Tags of operators.
    Tags,
    /// Operators.
    NativeFunctions,
    /// Formulas of gradients.
    Derivatives,
    /// Old signatures for Python.
    Deprecated,
    /// The number of the version.
    Version,
    /// Operators that a backend implements.
    Backend,
    /// The operators of a selective build.
    Selection,
    /// A template of the tree.
    Frame,
    /// Docstrings of functions of C++, in Python.
    Docstrings,
    /// Lists of operators that compiled models call, in Python.
    FallbackOperators,
    /// Functions that formulas of gradients call, in C++.
    FormulaFunctions,
}

impl Default for Profile {
    /// The newest version.
    fn default() -> Self {
        built_in(NEWEST).cloned().expect("the newest profile is built in")
    }
}

impl Profile {
    /// The contents of the files of a kind.
    pub fn holds(&self, key: &str) -> Option<Holds> {
        self.inputs.iter().find(|input| input.key == key).map(|input| input.holds)
    }

    /// True if there are headers for each operator.
    pub fn has_header_per_operator(&self) -> bool {
        !self.enabled.contains(WHOLE_HEADERS)
    }

    /// True if kernels for CUDA are built for `ROCm`.
    pub fn is_rocm(&self) -> bool {
        self.enabled.contains(ROCM)
    }

    /// The headers that sources for CUDA include.
    pub fn cuda_headers(&self) -> &[String] {
        if self.is_rocm() { &self.names.rocm_headers } else { &self.names.cuda_headers }
    }

    /// The dispatch key whose kernels operators call without looking for another, if there is one.
    pub fn static_dispatch_key(&self) -> Option<&'static str> {
        STATIC.iter().find(|(feature, _)| self.enabled.contains(*feature)).map(|(_, key)| *key)
    }

    /// The dispatch keys whose kernels callers can call directly, in order.
    pub fn callable_dispatch_keys(&self) -> impl Iterator<Item = &str> {
        self.generated_dispatch_keys().filter(|key| self.names.callable_dispatch_keys.iter().any(|known| known == key))
    }

    /// True for a dispatch key that is ignored, because its optional output is not enabled.
    pub fn ignores(&self, dispatch_key: &str) -> bool {
        let is_disabled = |feature: &String| !self.enabled.contains(feature);
        let mut of_key =
            self.optional_dispatch_keys.iter().filter(|(_, keys)| keys.iter().any(|key| key == dispatch_key));
        of_key.any(|(feature, _)| is_disabled(feature))
    }

    /// The macro that exports the functions for a dispatch key.
    pub fn export_macro(&self, dispatch_key: &str) -> &str {
        self.export_macros.all.get(dispatch_key).map_or(EXPORT, String::as_str)
    }

    /// The macro that exports a kernel, which is written by hand.
    pub fn export_macro_of_kernel(&self, dispatch_key: &str, kernel: &str, is_structured: bool) -> &str {
        let of_structured = || self.export_macros.structured.get(dispatch_key).filter(|_| is_structured);
        match self.export_macros.all.get(dispatch_key).or_else(of_structured) {
            Some(found) if !self.names.kernels_in_cpu_library.iter().any(|known| known == kernel) => found,
            _ => EXPORT,
        }
    }

    /// The number of sources with kernels for gradients or traces.
    pub fn autograd_shards(&self, source: &str) -> usize {
        self.autograd_shards.get(source).map_or(1, |count| count.get())
    }

    /// The number of sources that register kernels for a dispatch key.
    pub fn register_shards(&self, dispatch_key: &str) -> usize {
        self.register_shards.get(dispatch_key).map_or(1, |count| count.get())
    }

    /// The dispatch keys for which code is generated, in order.
    pub fn generated_dispatch_keys(&self) -> impl Iterator<Item = &str> {
        self.names.dispatch_keys.iter().map(String::as_str).filter(|key| !self.ignores(key))
    }

    /// True if inplace and out forms need no kernels for a dispatch key.
    pub fn is_read_only(&self, key: &str) -> bool {
        self.read_only_keys.iter().any(|beginning| key.starts_with(beginning))
    }

    /// True if an overload breaks a rule for a reason that was judged.
    pub fn is_judged(&self, code: &str, overload: &str) -> bool {
        self.judged.get(code).is_some_and(|names| names.iter().any(|name| name == overload))
    }

    /// True if code is generated for a dispatch key in some configuration.
    pub fn generates_for(&self, dispatch_key: &str) -> bool {
        self.names.dispatch_keys.iter().any(|key| key == dispatch_key)
    }

    /// True for a dispatch key with structured kernels.
    pub fn is_structured_key(&self, dispatch_key: &str) -> bool {
        self.names.structured_dispatch_keys.iter().any(|key| key == dispatch_key)
    }
}

impl Version for Profile {
    fn name(&self) -> &str {
        &self.name
    }

    fn marks(&self) -> &[String] {
        &self.marks
    }

    fn set_nearest(&mut self) {
        self.is_nearest = true;
    }

    fn is_of_tree(&self) -> bool {
        true
    }

    fn kinds(&self) -> Vec<Kind<'_>> {
        let inputs = self.inputs.iter();
        let kind = inputs.map(|Input { key, holds, paths }| Kind {
            key,
            paths,
            has_operators: *holds == Holds::NativeFunctions,
            format: match holds {
                Holds::Frame
                | Holds::Docstrings
                | Holds::FallbackOperators
                | Holds::FormulaFunctions
                | Holds::Version => Format::Text,
                _ => Format::Yaml,
            },
        });
        kind.collect()
    }

    fn templates(&self) -> &[TemplateFolder] {
        &self.template_folders
    }

    fn tolerated(&self) -> &[Spanned<String>] {
        &self.tolerated
    }

    fn targets(&self) -> Vec<Target> {
        TARGETS.to_vec()
    }

    fn paths_follow_operators(&self) -> bool {
        // There are files for each operator.
        true
    }

    fn enable(&mut self, feature: &str) {
        self.enabled.insert(feature.to_owned());
    }
}
