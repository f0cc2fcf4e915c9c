//! `[package]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use source::{Spanned, keywords};

/// The extensions of the files in the folders of kernels that the build compiles.
pub const COMPILED: &[&str] = &["cc", "cpp", "cu"];

/// A package of operators outside the framework's tree, and the outputs of the targets for it.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// The name in Python, in C++ and among PyTorch's namespaces of operators.
    pub name: PackageName,
    /// Written before the name of each operator that is registered with Paddle.
    pub prefix: NamePrefix,
    /// The frameworks that the package is for.
    pub frameworks: Vec<Framework>,
    /// The data types of a kernel that lists none.
    pub kernel_data_types: Vec<Spanned<String>>,
    /// The keys of `PyTorch`'s dispatcher.
    pub dispatch_keys: Vec<String>,
    /// The folder with the kernels, relative to the folder of `opgen.toml`.
    pub kernels: String,
    /// The outputs.
    pub files: PackageFiles,
    /// The data types of tensors, by name.
    pub data_types: IndexMap<String, TensorDataType>,
    /// The types of attributes, by their names in the YAML.
    pub attributes: IndexMap<String, AttributeSpelling>,
    /// The devices, by name.
    pub backends: IndexMap<String, Backend>,
    /// Rules for well-known infer meta functions.
    pub infer_meta: IndexMap<String, InferMetaRules>,
}

impl Package {
    /// The kind of number of a data type. `None` if there is no such type.
    pub fn number(&self, data_type: &str) -> Option<NumberKind> {
        self.data_types.get(data_type).map(|of| of.number)
    }

    /// The macro that compiles a kernel for its data types.
    pub fn kernel_macro(&self) -> String {
        format!("{}_KERNEL", self.name.as_str().to_uppercase())
    }
}

/// A framework that a package can be built for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Framework {
    /// `PaddlePaddle`.
    Paddle,
    /// `PyTorch`.
    Torch,
    /// `JAX`.
    Jax,
}

impl Framework {
    /// Every framework.
    pub const ALL: [Framework; 3] = [Framework::Paddle, Framework::Torch, Framework::Jax];

    /// The name in settings and in YAML.
    pub fn name(self) -> &'static str {
        match self {
            Framework::Paddle => "paddle",
            Framework::Torch => "torch",
            Framework::Jax => "jax",
        }
    }
}

/// The paths of a package's outputs.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PackageFiles {
    /// The header with the types that kernels work on.
    pub view: String,
    /// The header that declares the kernels.
    pub kernels: String,
    /// The header with the shape rules.
    pub shapes: String,
    /// The header that prepares outputs and calls kernels, for any framework.
    pub calls: String,
    /// The folder of sources that include a source of the author's and register its operators.
    pub included: String,
    /// The Python module that joins those of the frameworks.
    pub python: String,
    /// The types of its functions.
    pub stub: String,
    /// The tests.
    pub tests: String,
    /// The outputs for Paddle.
    pub paddle: FrameworkFiles,
    /// The outputs for `PyTorch`.
    pub torch: FrameworkFiles,
    /// The outputs for `JAX`.
    pub jax: FrameworkFiles,
    /// The outputs for operators whose kernels are Triton's.
    pub triton: TritonFiles,
}

impl PackageFiles {
    /// The outputs for a framework.
    pub fn of(&self, framework: Framework) -> &FrameworkFiles {
        match framework {
            Framework::Paddle => &self.paddle,
            Framework::Torch => &self.torch,
            Framework::Jax => &self.jax,
        }
    }

    /// The Python module with shape rules, if something of a framework evaluates them in Python.
    pub fn rules(&self, framework: Framework) -> Option<&str> {
        let own = self.of(framework).rules.as_deref();
        own.or((framework == Framework::Torch).then_some(self.triton.rules.as_str()))
    }
}

/// The paths of the Python modules for operators whose kernels are Triton's.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TritonFiles {
    /// The registrations.
    pub registrations: String,
    /// What they have in common.
    pub support: String,
    /// The shape rules.
    pub rules: String,
}

/// The paths of the outputs for one framework.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FrameworkFiles {
    /// The framework's headers that the source includes.
    pub headers: Vec<String>,
    /// A header that not every release has, with the exception that its programs pass on.
    #[serde(default)]
    pub exception_header: Option<String>,
    /// The source with the registrations.
    pub source: String,
    /// The Python functions.
    pub python: String,
    /// The Python module beside it with what these functions have in common.
    pub support: String,
    /// The Python module with shape rules, if the framework evaluates them in Python.
    #[serde(default)]
    pub rules: Option<String>,
    /// The Python module with derivatives, batches and shardings, if the framework defines them in Python.
    #[serde(default)]
    pub transforms: Option<String>,
    /// Their types.
    pub stub: String,
}

/// A data type of tensors.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TensorDataType {
    /// The type of an element in kernels.
    pub cpp: String,
    /// The enumerator in kernels.
    pub enumerator: String,
    /// The enumerator of Paddle.
    pub paddle: String,
    /// The enumerator of `PyTorch`.
    pub torch: String,
    /// The enumerator of XLA, for `JAX`.
    pub xla: String,
    /// The kind of number.
    pub number: NumberKind,
}

/// The kind of number that a tensor holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberKind {
    /// True or false.
    Bool,
    /// Whole numbers.
    Integer,
    /// Fractions: the only kind that has gradients.
    Real,
    /// Complex numbers.
    Complex,
}

/// How the type of an attribute is spelled.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeSpelling {
    /// The type of the parameter of a kernel.
    pub cpp: String,
    /// The type in Paddle's registrations.
    pub paddle: String,
    /// The type in `PyTorch`'s schemas.
    pub schema: String,
    /// The type of the parameter of a function that is registered with `PyTorch`.
    pub torch: String,
    /// The type of a number in kernels, if a function that is registered with `PyTorch` takes one with more bits.
    #[serde(default)]
    pub narrowed: Option<String>,
    /// For a list: the type that is kept for the gradient.
    #[serde(default)]
    pub saved: String,
    /// How a value that was kept for the gradient is read.
    pub load: String,
    /// The type of a value: that in a `std::optional`, or that which a function returns. By default, the type of the parameter.
    #[serde(default)]
    pub value: Option<String>,
    /// The type in Python.
    pub python: String,
    /// The only frameworks that have such attributes; empty for all.
    #[serde(default)]
    pub only: Vec<Framework>,
    /// Whether the type is one of that framework, so that the kernel must be written for it.
    #[serde(default)]
    pub of_framework: bool,
    /// Whether Paddle does not pass it to functions for shapes.
    #[serde(default)]
    pub hidden_from_shapes: bool,
}

/// A kind of device.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Backend {
    /// The namespace of its kernels.
    pub namespace: String,
    /// The enumerator in kernels.
    pub enumerator: String,
    /// The macro that is defined if its kernels are compiled; empty if they always are.
    #[serde(rename = "macro")]
    pub macro_name: String,
    /// The extension of sources with kernels for it.
    pub extension: String,
}

/// The rules that a well-known infer meta function stands for. `$0` is its first argument.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct InferMetaRules {
    /// The shape of every output.
    pub shape: String,
    /// The data type of every output.
    pub data_type: String,
}

macro_rules! checked_name {
    ($(#[$about:meta])* $name:ident, $empty:expr, $reserved:expr) => {
        $(#[$about])*
        #[derive(Debug, Clone, Deserialize, Serialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                let mut letters = text.bytes();
                let is_name = letters.next().map_or($empty, |first| first.is_ascii_alphabetic() || first == b'_')
                    && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == b'_');
                if !is_name {
                    return Err(format!("`{text}` is not a name: use letters, digits and `_`, and begin with a letter"));
                }
                match $reserved(text.as_str()) {
                    Some(reason) => Err(format!("a package cannot be called `{text}`, {reason}")),
                    None => Ok($name(text)),
                }
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0
            }
        }
    };
}

checked_name! {
    /// A name that C++ and Python accept.
    PackageName, false, reserved
}

checked_name! {
    /// The beginning of a name that C++ and Python accept; it may be empty.
    NamePrefix, true, |_| None::<&str>
}

/// The modules of Python and namespaces of C++ that the code of packages uses.
const USED: &[&str] = &["jax", "jaxlib", "numpy", "paddle", "phi", "std", "torch", "triton"];

/// Why no package may have a name that is otherwise valid. `None` if one may.
fn reserved(name: &str) -> Option<&'static str> {
    if keywords::is_python(name) {
        return Some("which is a keyword of Python");
    }
    if keywords::is_cpp(name) {
        return Some("which is a keyword of C++");
    }
    USED.contains(&name).then_some("whose own code uses something else of that name")
}
