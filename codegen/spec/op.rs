//! The model of one operator, as described by its YAML entry. It is also the normal form.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::named::{HasName, Named};
use super::types::{AttrType, TensorKind, TensorType};
use indexmap::IndexMap;
use profile::Home;
use source::{Span, Spanned};

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

/// Inputs, attributes and outputs, each in the order of the YAML.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    #[serde(default)]
    pub inputs: Named<Input>,
    #[serde(default)]
    pub attrs: Named<Attr>,
    #[serde(default)]
    pub outputs: Named<Output>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    pub name: Name,
    #[serde(rename = "type")]
    pub ty: TensorType,
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// Backward operators: only the shape and type of the tensor are needed, not its data.
    #[serde(default, skip_serializing_if = "is_false")]
    pub no_need_buffer: bool,
    /// Passed to the kernel unchanged, whatever its place, layout and type.
    #[serde(default, skip_serializing_if = "is_false")]
    pub skip_transform: bool,
    /// May be cast to the kernel's data type.
    #[serde(default, skip_serializing_if = "is_false")]
    pub support_trans_dtype: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attr {
    pub name: Name,
    #[serde(rename = "type")]
    pub ty: AttrType,
    /// A C++ expression, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Name>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// Static graph: may be passed as a tensor.
    #[serde(default, skip_serializing_if = "is_false")]
    pub support_tensor: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    pub name: Name,
    #[serde(rename = "type")]
    pub ty: TensorType,
    /// The class of the tensor, if it is not the usual one: `StringTensor` in `Tensor(out@StringTensor)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Name>,
    /// Lists: a C++ expression for the number of tensors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Name>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// Computed only for the backward operator; not returned to callers.
    #[serde(default, skip_serializing_if = "is_false")]
    pub intermediate: bool,
}

/// The kernels that implement an operator, and the arguments that select a registration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kernel {
    pub functions: Vec<KernelFn>,
    /// The arguments that the kernel is called with; all of them if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<Vec<Param>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<Candidates>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Candidates>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_type: Option<Candidates>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_backend: Option<Name>,
}

/// The name of a kernel and, if an operator has several kernels, the kinds of tensor it is for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelFn {
    pub name: Name,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch: Option<Dispatch>,
}

/// `{dense, selected_rows -> dense}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dispatch {
    pub inputs: Vec<Spanned<TensorKind>>,
    pub outputs: Vec<Spanned<TensorKind>>,
}

/// Arguments that can decide one part of the kernel key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidates {
    /// `a > b`: the first that is set decides. Otherwise `a, b`: all of them together decide.
    pub ordered: bool,
    pub names: Vec<Candidate>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// An argument, or an enumerator such as `DataType::FLOAT32`.
    pub name: Name,
    /// `complex(x)`: the complex type over that argument's type.
    #[serde(default, skip_serializing_if = "is_false")]
    pub complex: bool,
}

/// An entry of a `param` list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", content = "value", rename_all = "snake_case")]
pub enum Param {
    /// The name of an argument, or a name that only C++ code defines.
    Name(Name),
    /// A number or a boolean, in C++.
    Literal(Name),
    /// A quoted string that is not the name of an argument.
    Text(Name),
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Candidate { name, complex }) in self.names.iter().enumerate() {
            if i > 0 {
                f.write_str(if self.ordered { " > " } else { ", " })?;
            }
            if *complex { write!(f, "complex({})", name.value)? } else { f.write_str(&name.value)? }
        }
        Ok(())
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Param::Name(text) | Param::Literal(text) => f.write_str(&text.value),
            Param::Text(text) => write!(f, "\"{}\"", text.value),
        }
    }
}

/// A literal or a text has an empty name, which no argument has.
impl HasName for Param {
    fn name(&self) -> &str {
        Param::name(self).unwrap_or_default()
    }
}

impl Param {
    pub fn span(&self) -> Span {
        match self {
            Param::Name(text) | Param::Literal(text) | Param::Text(text) => text.span,
        }
    }

    /// The name, if it is one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Param::Name(name) => Some(&name.value),
            _ => None,
        }
    }
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

impl HasName for Input {
    fn name(&self) -> &str {
        &self.name.value
    }
}

impl HasName for Attr {
    fn name(&self) -> &str {
        &self.name.value
    }
}

impl HasName for Output {
    fn name(&self) -> &str {
        &self.name.value
    }
}

impl Signature {
    pub fn input(&self, name: &str) -> Option<&Input> {
        self.inputs.by_name(name)
    }

    pub fn attr(&self, name: &str) -> Option<&Attr> {
        self.attrs.by_name(name)
    }

    pub fn output(&self, name: &str) -> Option<&Output> {
        self.outputs.by_name(name)
    }

    pub fn input_names(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|input| input.name.as_str())
    }

    pub fn attr_names(&self) -> impl Iterator<Item = &str> {
        self.attrs.iter().map(|attr| attr.name.as_str())
    }

    pub fn output_names(&self) -> impl Iterator<Item = &str> {
        self.outputs.iter().map(|output| output.name.as_str())
    }

    /// The span of the arguments, from the first name to the last.
    pub fn args_span(&self) -> Option<Span> {
        let inputs = ends(&self.inputs).map(|input| input.name.span);
        reach(inputs.chain(ends(&self.attrs).map(|attr| attr.name.span)))
    }

    /// The same for the outputs.
    pub fn outputs_span(&self) -> Option<Span> {
        reach(ends(&self.outputs).map(|output| output.name.span))
    }

    /// Inputs, then attributes.
    pub fn arg_names(&self) -> impl Iterator<Item = &str> {
        self.input_names().chain(self.attrs.iter().map(|attr| attr.name.as_str()))
    }

    pub fn has_arg(&self, name: &str) -> bool {
        self.input(name).is_some() || self.attr(name).is_some()
    }

    /// All arguments as a list of parameters, for an entry without `param`.
    fn all_args(&self) -> Vec<Param> {
        let inputs = self.inputs.iter().map(|input| &input.name);
        let attrs = self.attrs.iter().map(|attr| &attr.name);
        inputs.chain(attrs).map(|name| Param::Name(name.clone())).collect()
    }
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

/// The first and the last item of a list.
fn ends<T>(list: &[T]) -> impl Iterator<Item = &T> {
    list.first().into_iter().chain(list.last())
}

/// The span from the first of several spans to the last.
fn reach(mut spans: impl Iterator<Item = Span>) -> Option<Span> {
    let first = spans.next()?;
    Some(spans.fold(first, Span::to))
}

/// A name without the trailing underscore of inplace operators.
pub fn stem(name: &str) -> &str {
    name.strip_suffix('_').unwrap_or(name)
}

fn mapped_input<'a>(mappings: &'a [Mapping], output: &str) -> Option<&'a str> {
    let found = mappings.iter().find(|mapping| mapping.output.value == output);
    found.map(|mapping| mapping.input.as_str())
}
