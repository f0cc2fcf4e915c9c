//! The model of one operator, as described by its YAML entry. It is also the normal form.

mod kernel;
mod signature;

use indexmap::IndexMap;
use profile::Home;
use serde::{Deserialize, Serialize};
use source::Spanned;

pub use kernel::{Candidate, Candidates, Dispatch, Kernel, KernelFn, Param};
pub use signature::{Attr, Input, Output, Signature};

type Name = Spanned<String>;

fn is_false(flag: &bool) -> bool {
    !flag
}

/// A forward or backward operator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Op<H = Home> {
    pub name: Name,
    /// The kind of file that defines it. Forward and backward operators are in different kinds of file.
    pub home: H,
    pub signature: Signature,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub infer_meta: Option<InferMeta>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<Kernel>,
    /// The function that is called instead of a kernel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invoke: Option<Call>,
    /// The decomposition into primitive operators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub composite: Option<Call>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inplace: Vec<Mapping>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub view: Vec<Mapping>,
    /// Backward operators only: the forward operator and its signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forward: Option<ForwardCall>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backward: Option<Name>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub support_dygraph_mode: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traits: Vec<Name>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub interfaces: Vec<Name>,
    /// What is under the keys that only the profile knows.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub extra: IndexMap<String, ExtraValue>,
    /// Part of the entry could not be read, so what is missing here must not cause further errors.
    #[serde(skip)]
    pub poisoned: bool,
    /// The names in lists such as `optional`, which are marks on arguments and outputs here.
    #[serde(skip)]
    pub listed: Listed,
}

/// Where names are listed. It is ignored when operators are compared.
#[derive(Debug, Clone, Default)]
pub struct Listed(pub Vec<Name>);

impl PartialEq for Listed {
    fn eq(&self, _: &Listed) -> bool {
        true
    }
}

/// What is under a key that only the profile knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ExtraValue {
    Flag(bool),
    Names(Vec<String>),
    Text(String),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InferMeta {
    pub func: Name,
    /// The arguments that the function is called with; all of them if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<Vec<Param>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spmd_rule: Option<Name>,
    /// Distributed tensors: the output of which each device is given the shape of its own part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local_shape: Option<Name>,
    /// Distributed tensors: the output that keeps the shape of the whole tensor if it is written in place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub global_shape: Option<Name>,
}

/// `func(a, b + 1)`: arguments are C++ expressions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub func: Name,
    pub args: Vec<Name>,
}

/// `(input -> output)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    pub input: Name,
    pub output: Name,
}

/// `forward: op (args) -> outputs`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForwardCall {
    pub name: Name,
    pub signature: Signature,
}

impl<H> Op<H> {
    /// The same operator, once the kind of file is known that its `home` names.
    pub fn at(self, home: Home) -> Op {
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
            extra,
            poisoned,
            listed,
        }
    }
}

impl Op {
    pub fn is_backward(&self) -> bool {
        self.home.is_backward()
    }

    /// The name without the trailing underscore of inplace operators.
    pub fn stem(&self) -> &str {
        stem(&self.name.value)
    }

    /// The full list of arguments that the kernel is called with.
    pub fn kernel_params(&self) -> Vec<Param> {
        let written = self.kernel.as_ref().and_then(|kernel| kernel.param.clone());
        written.unwrap_or_else(|| self.signature.all_args())
    }

    /// The full list of arguments that infer meta is called with.
    pub fn infer_meta_params(&self) -> Vec<Param> {
        let written = self.infer_meta.as_ref().and_then(|infer_meta| infer_meta.param.clone());
        written.unwrap_or_else(|| self.signature.all_args())
    }

    /// The input whose storage an output reuses in the inplace variant.
    pub fn inplace_input(&self, output: &str) -> Option<&str> {
        mapped_input(&self.inplace, output)
    }

    /// Whether an output reuses the storage of an input in the inplace variant.
    pub fn writes_into(&self, input: &str) -> bool {
        self.inplace.iter().any(|mapping| mapping.input.value == input)
    }

    /// The input that an output is a view of.
    pub fn view_input(&self, output: &str) -> Option<&str> {
        mapped_input(&self.view, output)
    }

    /// Whether the dynamic graph has functions for it. A fused operator has them only if its entry asks for them.
    pub fn is_in_dygraph(&self) -> bool {
        !self.home.family().is_on_request() || self.support_dygraph_mode
    }

    /// The functions that are generated for it: for each, whether it is the inplace variant.
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

    /// The name of the function that also returns intermediate outputs.
    pub fn intermediate_name(&self, inplace: bool) -> String {
        format!("{}_intermediate{}", self.name.value, if inplace { "_" } else { "" })
    }

    pub fn has_intermediate(&self) -> bool {
        self.signature.outputs.iter().any(|output| output.intermediate)
    }

    /// Whether an operator has only an inplace variant. Such a name ends with an underscore.
    pub fn is_inplace_only(&self) -> bool {
        self.name.value.ends_with('_')
    }
}

/// A name without the trailing underscore of inplace operators.
pub fn stem(name: &str) -> &str {
    name.strip_suffix('_').unwrap_or(name)
}

fn mapped_input<'a>(mappings: &'a [Mapping], output: &str) -> Option<&'a str> {
    let found = mappings.iter().find(|mapping| mapping.output.value == output);
    found.map(|mapping| mapping.input.as_str())
}
