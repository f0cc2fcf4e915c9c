//! `[cpp_sources]`.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Where the framework's C++ is, and the forms of its declarations.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CppSources {
    /// The folders and files that are read, below a tree or an installed framework's headers.
    pub folders: Vec<String>,
    /// Folders below these that are not read.
    pub without: Vec<String>,
    /// The extensions of the files that are read.
    pub extensions: Vec<String>,
    /// The folders of kernels.
    pub kernels: Vec<String>,
    /// The folder of infer meta functions.
    pub infer_meta: String,
    /// The folder of spmd rules.
    pub spmd_rules: String,
    /// How the names of the functions of kernels end: first the usual one, and longer ones later.
    pub kernel_suffixes: Vec<String>,
    /// How the type of a kernel's first parameter, the device context, ends.
    pub context_suffix: String,
    /// Kernels whose functions have other names, although the name is nearly that of another kernel's function.
    pub named_otherwise: Vec<String>,
    /// The type of the tensors of infer meta functions.
    pub meta_tensor: String,
    /// The type of a last parameter that callers of infer meta may leave out.
    pub meta_config: String,
    /// The backends that an operator has if its gradient has them.
    pub main_backends: Vec<String>,
    /// The kernels that the reference asks for.
    pub coverage: Coverage,
    /// Functions that are written by hand for some operators.
    pub hand_written: HandWritten,
    /// Macros that declare a function, with its name. The argument of the macro stands for `*`.
    pub declaring_macros: BTreeMap<String, String>,
    /// The macros that register kernels.
    pub registrations: IndexMap<String, RegistrationMacro>,
    /// The words in the names of other macros that register kernels, so that calls that cannot be read are counted.
    pub registration_words: Vec<String>,
    /// Macros with these words in their names that register no kernels.
    pub no_registrations: Vec<String>,
    /// The names of types in registrations that have another name in Python.
    pub data_types: BTreeMap<String, String>,
    /// Constants of `DataType` that are no data type.
    pub no_data_types: Vec<String>,
    /// The complex types, by the types of their parts, in Python's names.
    pub complex_types: BTreeMap<String, String>,
    /// The names of backends in registrations that have another name in Python.
    pub backends: BTreeMap<String, String>,
    /// The headers of the classes of tensors.
    pub tensor_headers: BTreeMap<String, String>,
    /// The headers of C++ classes in the types of attributes.
    pub attribute_headers: BTreeMap<String, String>,
    /// The skeletons of new kernels. The first one that is for a kernel is used.
    pub skeletons: IndexMap<String, KernelSkeleton>,
}

impl CppSources {
    /// Whether a file, whose path begins at the tree, is one that is read.
    pub fn reads(&self, path: &str) -> bool {
        let is_in = |folder: &String| is_in(path, folder);
        self.folders.iter().any(is_in) && !self.without.iter().any(is_in) && self.has_extension(path)
    }

    /// Whether a name ends like those of the files that are read.
    pub fn has_extension(&self, name: &str) -> bool {
        let ends_with =
            |extension: &String| name.strip_suffix(extension.as_str()).is_some_and(|stem| stem.ends_with('.'));
        self.extensions.iter().any(ends_with)
    }
}

/// Whether a path is in a folder, or that of the file with this name.
fn is_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Backends and data types: the reference lists the operators that have no kernel for them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// The backends.
    pub backends: Vec<String>,
    /// The data types.
    pub data_types: Vec<String>,
}

/// Where functions that are written by hand are declared: files, or folders with them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandWritten {
    /// The functions that `composite` names.
    pub composite: Vec<String>,
    /// The functions that `invoke` names.
    pub invoked: Vec<String>,
    /// The functions that select kernels.
    pub kernel_type: Vec<String>,
    /// The functions with the keys of an operation's kernels.
    pub kernel_key: HandWrittenInterface,
    /// The functions with the symbolic shapes of an operation's results.
    pub symbolic_shape: HandWrittenInterface,
    /// Functions and classes for the operators in a list of the profile.
    pub lists: IndexMap<String, HandWrittenList>,
}

impl HandWritten {
    /// All files and folders.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let HandWritten { composite, invoked, kernel_type, kernel_key, symbolic_shape, lists } = self;
        let interfaces = [&kernel_key.paths, &symbolic_shape.paths];
        let listed = lists.values().map(|list| &list.paths);
        [composite, invoked, kernel_type].into_iter().chain(interfaces).chain(listed).flatten().map(String::as_str)
    }
}

/// Functions that are written by hand for operations with an interface.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandWrittenInterface {
    /// The files or folders.
    pub paths: Vec<String>,
    /// The name of the function. The name of the operation's class stands for `*`.
    pub function: String,
}

/// Functions or classes that are written by hand for the operators in a list.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandWrittenList {
    /// What they are, in messages.
    pub what: String,
    /// The operators. Those without YAML are ignored.
    pub operators: Vec<String>,
    /// Operators in the list that have none.
    #[serde(default)]
    pub except: Vec<String>,
    /// Which of the operators have one: "operators" or "gradients". Without it, all of them.
    #[serde(default)]
    pub only: Option<HandWrittenFor>,
    /// What stands for `*` in the names.
    pub named_after: NamedAfter,
    /// The possible names. A name with a class, such as `*::Decomp`, is that of a method.
    pub names: Vec<String>,
    /// The files or folders, all of which have it.
    pub paths: Vec<String>,
}

/// Which operators of a list have a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandWrittenFor {
    /// Those that are not gradients.
    Operators,
    /// Gradients.
    Gradients,
}

/// What a function or class is named after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NamedAfter {
    /// The name in the list.
    Operator,
    /// The class of the operation.
    Class,
    /// The class of the grad node. An operator without a gradient has none.
    GradNode,
}

/// The skeleton of a new kernel, for one backend.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct KernelSkeleton {
    /// It is for kernels with a tensor of one of these classes. Without classes, it is for every kernel.
    #[serde(default)]
    pub tensors: Vec<String>,
    /// The path of the header. The name of the kernel stands for `*`.
    pub header: String,
    /// The path of the source. The name of the kernel stands for `*`.
    pub source: String,
    /// The namespace of the function.
    pub namespace: String,
    /// The headers that the source includes after its own.
    pub source_includes: Vec<String>,
    /// How an output `out` is allocated.
    pub allocation: String,
    /// The macro that registers the kernel.
    pub registration: String,
    /// The backend in the registration.
    pub backend: String,
    /// The layout in the registration.
    pub layout: String,
    /// The data types in the registration.
    #[serde(default)]
    pub types: Vec<String>,
    /// The context for which the registration instantiates the function, if it is for every data type.
    #[serde(default)]
    pub instance: Option<String>,
    /// The layouts that the registration states for inputs, by the classes of their tensors.
    #[serde(default)]
    pub input_layouts: BTreeMap<String, String>,
}

impl CppSources {
    /// How the name of the function of a new kernel ends.
    pub fn kernel_suffix(&self) -> &str {
        self.kernel_suffixes.first().map_or("", String::as_str)
    }

    /// Whether an unknown macro may register kernels.
    pub fn may_register(&self, name: &str) -> bool {
        self.registration_words.iter().all(|word| name.contains(word.as_str()))
            && !self.no_registrations.iter().any(|other| other == name)
    }
}

/// A macro that registers a kernel.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegistrationMacro {
    /// What its arguments are. Further arguments are data types.
    pub arguments: Vec<RegistrationArgument>,
    /// The backends, if they are not an argument.
    #[serde(default)]
    pub backends: Vec<String>,
    /// Whether the kernel is for every data type.
    #[serde(default)]
    pub every_type: bool,
    /// Whether the kernel is a class, so that it has no parameters.
    #[serde(default)]
    pub is_class: bool,
}

/// An argument of a macro that registers a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegistrationArgument {
    /// The name of the kernel.
    Kernel,
    /// The backend.
    Backend,
    /// The layout.
    Layout,
    /// The function or class.
    Function,
    /// Anything else.
    Other,
}
