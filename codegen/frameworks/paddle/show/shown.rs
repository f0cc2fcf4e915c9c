//! The facts that are shown of an operator. `opgen show --format json` prints them as they are.

use std::collections::BTreeSet;

use describe::Location;
use forms::pir::form::OperationForm;
use forms::static_graph::program_form::ProgramForm;
use indexmap::IndexMap;
use registry::own_facts::Facts;
use serde::Serialize;
use spec::ExtraValue;

/// An operator with everything that is derived from it.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// The name in the YAML.
    pub name: String,
    /// The name of its family, such as `dense`.
    pub family: &'static str,
    /// The position of its name.
    pub defined: Location,
    /// Its signature in the YAML, on one line.
    pub schema: String,
    /// In the order of the signature.
    pub inputs: Vec<Tensor>,
    /// In the order of the signature.
    pub attrs: Vec<Attribute>,
    /// In the order of the signature.
    pub outputs: Vec<Tensor>,
    /// The declarations of the C++ functions that users call.
    pub cpp_api: Vec<String>,
    /// The C++ functions of the dynamic graph.
    pub dygraph: Vec<String>,
    /// The functions that Python code calls.
    pub python: Vec<String>,
    /// The names under which Python finds these functions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub python_names: Vec<String>,
    /// The further names of arguments in Python.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub keywords: IndexMap<String, Vec<String>>,
    /// The kernels that it calls.
    pub kernels: Vec<Kernel>,
    /// Maps parts of the kernel key to the arguments that decide them.
    pub kernel_key: IndexMap<&'static str, String>,
    /// The call of the function that infers shapes and data types.
    pub infer_meta: Option<String>,
    /// The function that infers how results are spread over devices.
    pub spmd_rule: Option<String>,
    /// The output for which each device infers the shape of its own part.
    pub local_shape: Option<String>,
    /// The output that keeps the shape of the whole tensor when it is written in place.
    pub global_shape: Option<String>,
    /// The call that replaces the kernel.
    pub invoke: Option<String>,
    /// The call that composes it from primitive operators.
    pub composite: Option<String>,
    /// Pairs such as `x -> out`.
    pub inplace: Vec<String>,
    /// Pairs such as `x -> out`.
    pub view: Vec<String>,
    /// The forward operator, if it is a gradient.
    pub forward: Option<Related>,
    /// The class of the grad node that calls it, if it is a gradient in the dynamic graph.
    pub node: Option<String>,
    /// Its gradient, the gradient of that, and so on; at most 16.
    pub gradients: Vec<Gradient>,
    /// Its form in saved programs, if they can contain it.
    pub program: Option<ProgramForm>,
    /// The PIR operations that it defines.
    pub operations: Vec<OperationForm>,
    /// The position of its entry in `op_compat`.
    pub compat: Option<Location>,
    /// Its checkpoints, in the order of `op_version`.
    pub versions: Vec<Version>,
    /// Its C++ traits.
    pub traits: Vec<String>,
    /// Its C++ interfaces.
    pub interfaces: Vec<String>,
    /// The additions of devices such as oneDNN.
    pub additions: Vec<Added>,
    /// What its framework knows of it beyond Paddle's model.
    #[serde(flatten)]
    pub own: Option<Facts>,
    /// The values of keys that the profile declares for templates.
    pub extra: IndexMap<String, ExtraValue>,
}

impl Shown {
    /// The names of the functions, kernels and classes that are shown.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let calls = [&self.cpp_api, &self.dygraph, &self.python].into_iter().flatten();
        let calls = calls.chain(&self.infer_meta).chain(&self.invoke).chain(&self.composite);
        let kernels = self.kernels.iter().map(|kernel| &kernel.name);
        let nodes = self.node.iter().chain(self.gradients.iter().filter_map(|gradient| gradient.node.as_ref()));
        let classes = self.operations.iter().flat_map(|form| std::iter::once(&form.class).chain(&form.vjp));
        let others = kernels.chain(nodes).chain(classes).chain(&self.spmd_rule).chain(&self.python_names);
        let declared = self.kernels.iter().flat_map(|kernel| &kernel.declared).map(|function| &function.declaration);
        others.map(String::as_str).chain(calls.chain(declared).flat_map(|call| called(call)))
    }

    /// Whether a function, kernel or class of this name is shown.
    pub fn mentions(&self, name: &str) -> bool {
        self.names().any(|other| other == name)
    }
}

/// The functions in a declaration or call: the words before parentheses, without their namespaces.
fn called(text: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    text.match_indices('(')
        .filter_map(move |(end, _)| text[..end].rsplit(is_separator).next())
        .filter(|word| !word.is_empty())
}

/// An input or output.
#[derive(Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the YAML")]
pub struct Tensor {
    /// The name in the signature.
    pub name: String,
    /// The type as spelled in the YAML.
    #[serde(rename = "type")]
    pub ty: String,
    /// Whether it is a list of tensors.
    pub list: bool,
    /// Whether it may be absent.
    pub optional: bool,
    /// For an input: whether the gradient needs only its shape.
    pub no_need_buffer: bool,
    /// For an output: whether it is kept for the gradient instead of returned.
    pub intermediate: bool,
}

/// An attribute of an operator or of an addition.
#[derive(Debug, Serialize)]
pub struct Attribute {
    /// The name in the signature.
    pub name: String,
    /// The type as spelled in the YAML.
    #[serde(rename = "type")]
    pub ty: String,
    /// The default as spelled in the YAML.
    pub default: Option<String>,
    /// Whether the operator's own entry lets it be passed as a tensor.
    pub support_tensor: bool,
}

/// A kernel that an operator calls.
#[derive(Debug, Serialize)]
pub struct Kernel {
    /// The name under which it is registered.
    pub name: String,
    /// The C++ signature.
    pub signature: String,
    /// The kinds of tensors that select it, such as `dense -> sparse_coo`.
    pub dispatch: Option<String>,
    /// The declarations of its functions in C++, if that was read. Sources may name parameters differently.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<DeclaredKernel>,
    /// Its registrations in C++, if that was read: one for each backend and layout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub registered: Vec<RegisteredKernel>,
}

/// A declaration of a kernel's function in C++.
#[derive(Debug, Serialize)]
pub struct DeclaredKernel {
    /// The declaration, on one line.
    pub declaration: String,
    /// The positions of the name, wherever this is declared or defined.
    pub defined: Vec<Location>,
}

/// The registrations of a kernel for a backend and a layout.
#[derive(Debug, Serialize)]
pub struct RegisteredKernel {
    /// The backend.
    pub backend: String,
    /// The layout.
    pub layout: String,
    /// The data types, sorted; `None` if it is for every type.
    pub data_types: Option<BTreeSet<String>>,
    /// The positions of the registrations.
    pub defined: Vec<Location>,
}

/// Another operator.
#[derive(Debug, Serialize)]
pub struct Related {
    /// The name in the YAML.
    pub name: String,
    /// The position of its name.
    pub defined: Location,
}

/// A gradient of an operator, or of one of its gradients.
#[derive(Debug, Serialize)]
pub struct Gradient {
    /// The name in the YAML.
    pub name: String,
    /// The position of its name.
    pub defined: Location,
    /// The class of the grad node that calls it.
    pub node: Option<String>,
}

/// A checkpoint in `op_version`.
#[derive(Debug, Serialize)]
pub struct Version {
    /// The text of the checkpoint.
    pub note: String,
    /// The position of the text.
    pub defined: Location,
    /// The actions, such as `add_attr axis = 0`.
    pub actions: Vec<String>,
}

/// The addition of a device such as oneDNN to an operator.
#[derive(Debug, Serialize)]
pub struct Added {
    /// The position of the operator's name.
    pub defined: Location,
    /// Attributes that only the device's operation has.
    pub extra_args: Vec<Attribute>,
    /// Inputs whose data format the device changes.
    pub data_format_tensors: Vec<String>,
    /// Whether the device may fall back to another kernel at run time.
    pub dynamic_fallback: bool,
    /// C++ traits of the device's operation.
    pub traits: Vec<String>,
}
