//! Signatures of C++ API functions.

use serde::Serialize;

use super::variant::Variant;
use spec::{Attr, AttrType, Input, Output};

/// The signature of an API function.
#[derive(Debug, Clone, Serialize)]
pub struct ApiSignature {
    /// The name of the function.
    pub name: String,
    /// In the order of the arguments.
    pub parameters: Vec<Parameter>,
    /// Several are returned as a tuple. Empty for a backward function, which fills the outputs that its caller passes.
    pub returns: Vec<Returned>,
}

/// A parameter of an API function.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Parameter {
    /// A tensor or a list of tensors.
    Input {
        /// Its name in the YAML.
        name: String,
        /// Whether it is a list.
        list: bool,
        /// Whether it may be absent.
        optional: bool,
        /// Whether the function writes its result into the tensor.
        written: bool,
    },
    /// A value.
    Attribute {
        /// Its name in the YAML.
        name: String,
        /// Its type in the YAML.
        #[serde(rename = "type")]
        ty: AttrType,
        /// Always false for lists, which can be empty instead.
        optional: bool,
        /// The default as spelled in the YAML.
        default: Option<String>,
    },
    /// An output of a backward function. The caller passes a pointer.
    Output {
        /// Its name in the YAML.
        name: String,
        /// Whether it is a list of tensors.
        list: bool,
    },
}

/// A result of an API function.
#[derive(Debug, Clone, Serialize)]
pub struct Returned {
    /// The name of the output.
    pub name: String,
    /// Whether it is a list of tensors.
    pub list: bool,
    /// Whether the output may be absent, because it is written into an optional input.
    pub optional: bool,
    /// Whether the output is written into an input, and a reference to that is returned.
    pub written: bool,
}

impl Variant<'_> {
    /// The signature of this variant.
    pub fn signature(self) -> ApiSignature {
        let signature = &self.op.signature;
        let is_backward = self.op.is_backward();
        let inputs = signature.inputs.iter().map(|input| self.input(input));
        let attrs = signature.attrs.iter().map(|attr| attribute(attr, !is_backward));
        let outputs = signature.outputs.iter().filter(|_| is_backward).map(output);
        let returned = self.returned().filter(|_| !is_backward);
        ApiSignature {
            name: self.name(),
            parameters: inputs.chain(attrs).chain(outputs).collect(),
            returns: returned.map(|output| self.returned_output(output)).collect(),
        }
    }

    fn input(self, input: &Input) -> Parameter {
        Parameter::Input {
            name: input.name.value.clone(),
            list: input.ty.is_list(),
            optional: input.optional,
            written: self.writes(input),
        }
    }

    fn returned_output(self, output: &Output) -> Returned {
        let target = self.target(output);
        Returned {
            name: output.name.value.clone(),
            list: output.ty.is_list(),
            optional: target.is_some_and(|input| input.optional),
            written: target.is_some(),
        }
    }
}

/// A parameter for an attribute.
pub fn attribute(attr: &Attr, has_default: bool) -> Parameter {
    Parameter::Attribute {
        name: attr.name.value.clone(),
        ty: attr.ty,
        optional: attr.optional && !attr.ty.list,
        default: attr.default.as_ref().filter(|_| has_default).map(|default| default.value.clone()),
    }
}

/// A parameter for an output that the caller passes.
pub fn output(output: &Output) -> Parameter {
    Parameter::Output { name: output.name.value.clone(), list: output.ty.is_list() }
}
