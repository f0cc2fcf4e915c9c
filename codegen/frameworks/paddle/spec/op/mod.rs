//! The model of one operator, as its YAML entry describes it. Its serialised form is the normal form.

mod kernel;
mod mappings;
mod signature;

use crate::{PackageOp, PythonApi};
use indexmap::IndexMap;
use profile::Home;
use serde::{Deserialize, Serialize};
use source::{Shift, Spanned};

pub use kernel::{Candidate, Candidates, Dispatch, Kernel, KernelFn, Param};
pub use mappings::Mappings;
pub use signature::{Attr, Input, Output, Signature};

type Name = Spanned<String>;

/// A forward or backward operator. `H` is the name of its kind of file while the normal form is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Op<H = Home> {
    /// The name, with the trailing underscore of an operator that is only inplace.
    pub name: Name,
    /// The kind of file that defines the operator. Forward and backward operators are in different kinds of file.
    pub home: H,
    /// Inputs, attributes and outputs.
    pub signature: Signature,
    /// The function that infers shapes and types.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub infer_meta: Option<InferMeta>,
    /// The kernels, unless another function does the work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<Kernel>,
    /// The call that replaces a kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invoke: Option<Call>,
    /// The decomposition into primitive operators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub composite: Option<Call>,
    /// The outputs that overwrite an input in the inplace variant.
    #[serde(default, skip_serializing_if = "Mappings::is_empty")]
    pub inplace: Mappings,
    /// The outputs that are views of an input.
    #[serde(default, skip_serializing_if = "Mappings::is_empty")]
    pub view: Mappings,
    /// Backward operators only: the forward operator and its signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forward: Option<ForwardCall>,
    /// The name of the gradient.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backward: Option<Name>,
    /// Fused operators only: dynamic-graph functions are also generated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub support_dygraph_mode: bool,
    /// C++ traits, for the static graph.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Name>,
    /// C++ interfaces, for the static graph.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interfaces: Vec<Name>,
    /// How Python calls the operator, unless a file of its own says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub python_api: Option<PythonApi>,
    /// What only operators of packages have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<PackageOp>,
    /// The values of the keys that the profile declares.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub extra: IndexMap<String, ExtraValue>,
    /// True if part of the entry could not be read. Anything that is missing here must then not cause further errors.
    #[serde(skip)]
    pub poisoned: bool,
    /// The names in lists such as `optional`. In this model, the arguments and outputs are marked instead; only the
    /// spans are new.
    #[serde(skip)]
    pub listed: ListedNames,
}

/// Names in lists, with their spans. Comparisons of operators ignore them.
#[derive(Debug, Clone, Default)]
pub struct ListedNames(pub Vec<Name>);

impl Shift for ListedNames {
    fn shift(&mut self, bytes: i64) {
        self.0.shift(bytes);
    }
}

impl PartialEq for ListedNames {
    fn eq(&self, _: &ListedNames) -> bool {
        true
    }
}

/// The value of a key that the profile declares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ExtraValue {
    /// A boolean.
    Flag(bool),
    /// A list of names.
    Names(Vec<String>),
    /// Any text, on one line.
    Text(String),
}

/// The function that infers the shapes and types of the outputs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InferMeta {
    /// The C++ function.
    pub func: Name,
    /// The arguments of the call. `None` stands for all arguments of the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<Vec<Param>>,
    /// Distributed tensors: the C++ function that infers how results are spread over devices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spmd_rule: Option<Name>,
    /// Distributed tensors: the output for which each device gets the shape of its own part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local_shape: Option<Name>,
    /// Distributed tensors: the output that keeps the shape of the whole tensor if it is written in place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub global_shape: Option<Name>,
}

/// A call such as `func(a, b + 1)`, whose arguments are C++ expressions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The C++ function.
    pub func: Name,
    /// The arguments as they are written.
    pub args: Vec<Name>,
}

/// An output that reuses an input: `(input -> output)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// The name of the input.
    pub input: Name,
    /// The name of the output.
    pub output: Name,
}

/// The forward operator of a gradient: `forward: op (args) -> outputs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForwardCall {
    /// The name of the operator.
    pub name: Name,
    /// Its signature, as the gradient's entry repeats it.
    pub signature: Signature,
}

impl<H> Op<H> {
    /// Sets the kind of file, which the caller has looked up by the name in `home`.
    pub fn with_home(self, home: Home) -> Op {
        let Op {
            name,
            home: _,
            signature,
            infer_meta,
            kernel,
            invoke,
            composite,
            inplace,
            view,
            forward,
            backward,
            support_dygraph_mode,
            traits,
            interfaces,
            python_api,
            package,
            extra,
            poisoned,
            listed,
        } = self;
        Op {
            name,
            home,
            signature,
            infer_meta,
            kernel,
            invoke,
            composite,
            inplace,
            view,
            forward,
            backward,
            support_dygraph_mode,
            traits,
            interfaces,
            python_api,
            package,
            extra,
            poisoned,
            listed,
        }
    }
}

impl Op {
    /// True for an operator in a kind of file for gradients.
    pub fn is_backward(&self) -> bool {
        self.home.is_backward()
    }

    /// The name without the trailing underscore of inplace operators.
    pub fn stem(&self) -> &str {
        stem(&self.name.value)
    }

    /// The arguments of the call of the kernel, spelled out.
    pub fn kernel_params(&self) -> Vec<Param> {
        let written = self.kernel.as_ref().and_then(|kernel| kernel.param.clone());
        written.unwrap_or_else(|| self.signature.all_args())
    }

    /// The arguments of the call of the infer meta function, spelled out.
    pub fn infer_meta_params(&self) -> Vec<Param> {
        let written = self.infer_meta.as_ref().and_then(|infer_meta| infer_meta.param.clone());
        written.unwrap_or_else(|| self.signature.all_args())
    }

    /// The input that an output overwrites in the inplace variant.
    pub fn inplace_input(&self, output: &str) -> Option<&str> {
        self.inplace.input_of(output)
    }

    /// True if an output overwrites this input in the inplace variant.
    pub fn writes_into(&self, input: &str) -> bool {
        self.inplace.has_input(input)
    }

    /// The input that an output is a view of.
    pub fn view_input(&self, output: &str) -> Option<&str> {
        self.view.input_of(output)
    }

    /// True if the dynamic graph has functions for the operator. A fused operator has them only if its entry asks for
    /// them.
    pub fn is_in_dygraph(&self) -> bool {
        !self.home.family().is_on_request() || self.support_dygraph_mode
    }

    /// The functions that are generated for the operator: `false` for the plain one, `true` for the inplace variant.
    pub fn variants(&self) -> impl Iterator<Item = bool> + use<> {
        let plain = (!self.is_inplace_only()).then_some(false);
        let inplace = (!self.inplace.is_empty()).then_some(true);
        plain.into_iter().chain(inplace)
    }

    /// The name of the plain or the inplace function.
    pub fn function_name(&self, inplace: bool) -> String {
        let name = &self.name.value;
        if inplace && !self.is_inplace_only() { format!("{name}_") } else { name.clone() }
    }

    /// The name of the plain or the inplace function that also returns intermediate outputs.
    pub fn intermediate_name(&self, inplace: bool) -> String {
        format!("{}_intermediate{}", self.name.value, if inplace { "_" } else { "" })
    }

    /// True if at least one output is intermediate.
    pub fn has_intermediate(&self) -> bool {
        self.signature.outputs.iter().any(|output| output.intermediate)
    }

    /// True if the operator has no plain function. Its name then ends with an underscore.
    pub fn is_inplace_only(&self) -> bool {
        self.name.value.ends_with('_')
    }
}

/// Removes the trailing underscore of an inplace operator's name.
pub fn stem(name: &str) -> &str {
    name.strip_suffix('_').unwrap_or(name)
}
