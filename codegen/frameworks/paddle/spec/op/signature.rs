//! The inputs, attributes and outputs of an operator.

use serde::{Deserialize, Serialize};
use source::Span;

use super::{Name, Param};
use crate::named::{HasName, Named};
use crate::types::{AttrType, TensorType};

/// Inputs, attributes and outputs, each in the order of the YAML.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The tensors that the operator takes.
    #[serde(default)]
    pub inputs: Named<Input>,
    /// The other arguments.
    #[serde(default)]
    pub attrs: Named<Attr>,
    /// The tensors that the operator returns.
    #[serde(default)]
    pub outputs: Named<Output>,
}

/// A tensor, or a list of tensors, that an operator takes.
#[allow(clippy::struct_excessive_bools, reason = "each is an independent list in the YAML")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The name of the argument.
    pub name: Name,
    /// One tensor, or a list.
    #[serde(rename = "type")]
    pub ty: TensorType,
    /// True if callers may omit it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Backward operators: only the shape and type of the tensor are needed, not its data.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_need_buffer: bool,
    /// The tensor is passed to the kernel unchanged, whatever its place, layout and type.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skip_transform: bool,
    /// The tensor may be cast to the kernel's data type.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub support_trans_dtype: bool,
}

/// An argument that is not a tensor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attr {
    /// The name of the argument.
    pub name: Name,
    /// Its type in the YAML.
    #[serde(rename = "type")]
    pub ty: AttrType,
    /// The value if callers omit it: a C++ expression, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Name>,
    /// True if `optional` lists it. That is reported, because only tensors can be optional.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Static graph: the value may be passed as a tensor.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub support_tensor: bool,
}

/// A tensor, or a list of tensors, that an operator returns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// The name, which is `out` by default.
    pub name: Name,
    /// One tensor, or a list.
    #[serde(rename = "type")]
    pub ty: TensorType,
    /// The class of the tensor, if it is not the usual one: `StringTensor` in `Tensor(out@StringTensor)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Name>,
    /// Lists: a C++ expression for the number of tensors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<Name>,
    /// True if the operator may leave it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// The output is computed for the backward operator, and not returned to callers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub intermediate: bool,
}

impl Signature {
    /// The input with a name.
    pub fn input(&self, name: &str) -> Option<&Input> {
        self.inputs.by_name(name)
    }

    /// The attribute with a name.
    pub fn attr(&self, name: &str) -> Option<&Attr> {
        self.attrs.by_name(name)
    }

    /// The output with a name.
    pub fn output(&self, name: &str) -> Option<&Output> {
        self.outputs.by_name(name)
    }

    /// The names of the inputs, in order.
    pub fn input_names(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|input| input.name.as_str())
    }

    /// The names of the attributes, in order.
    pub fn attr_names(&self) -> impl Iterator<Item = &str> {
        self.attrs.iter().map(|attr| attr.name.as_str())
    }

    /// The names of the outputs, in order.
    pub fn output_names(&self) -> impl Iterator<Item = &str> {
        self.outputs.iter().map(|output| output.name.as_str())
    }

    /// The span from the name of the first argument to that of the last. `None` if there are no arguments.
    pub fn args_span(&self) -> Option<Span> {
        let inputs = first_and_last(&self.inputs).map(|input| input.name.span);
        covering(inputs.chain(first_and_last(&self.attrs).map(|attr| attr.name.span)))
    }

    /// The span from the name of the first output to that of the last. `None` if there are no outputs.
    pub fn outputs_span(&self) -> Option<Span> {
        covering(first_and_last(&self.outputs).map(|output| output.name.span))
    }

    /// The names of the inputs, then those of the attributes.
    pub fn arg_names(&self) -> impl Iterator<Item = &str> {
        self.input_names().chain(self.attrs.iter().map(|attr| attr.name.as_str()))
    }

    /// True if an input or an attribute has this name.
    pub fn has_arg(&self, name: &str) -> bool {
        self.input(name).is_some() || self.attr(name).is_some()
    }

    /// All arguments of the operator, which is what an entry without `param` passes.
    pub(super) fn all_args(&self) -> Vec<Param> {
        let inputs = self.inputs.iter().map(|input| &input.name);
        let attrs = self.attrs.iter().map(|attr| &attr.name);
        inputs.chain(attrs).map(|name| Param::Name(name.clone())).collect()
    }
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

/// The first and the last item of a list.
fn first_and_last<T>(list: &[T]) -> impl Iterator<Item = &T> {
    list.first().into_iter().chain(list.last())
}

/// The span that covers several spans.
fn covering(mut spans: impl Iterator<Item = Span>) -> Option<Span> {
    let first = spans.next()?;
    Some(spans.fold(first, Span::to))
}
