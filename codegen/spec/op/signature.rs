//! What an operator takes and returns.

use serde::{Deserialize, Serialize};
use source::Span;

use super::{Name, Param, is_false};
use crate::named::{HasName, Named};
use crate::types::{AttrType, TensorType};

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
fn ends<T>(list: &[T]) -> impl Iterator<Item = &T> {
    list.first().into_iter().chain(list.last())
}

/// The span from the first of several spans to the last.
fn reach(mut spans: impl Iterator<Item = Span>) -> Option<Span> {
    let first = spans.next()?;
    Some(spans.fold(first, Span::to))
}
