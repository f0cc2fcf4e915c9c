//! Signatures of C++ API functions.

use serde::Serialize;

use super::variant::Variant;
use profile::CppApi;
use spec::{Attr, AttrType, Input, Output};

/// The parameter for tensors that the results are written to.
pub const PREDEFINED: &str = "predefined_out";

/// The signature of an API function, as callers see it.
#[derive(Debug, Clone, Serialize)]
pub struct ApiSignature {
    /// The name of the function.
    pub name: String,
    /// The parameters, in the order of the arguments.
    pub parameters: Vec<Parameter>,
    /// The results; several are returned as a tuple. A backward function has none, because it writes to the outputs
    /// that its caller passes.
    pub returns: Vec<Returned>,
}

/// A parameter of an API function.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Parameter {
    /// A tensor, or a list of tensors.
    Input {
        /// The name of the input.
        name: String,
        /// Whether it is a list.
        list: bool,
        /// Whether it may be absent.
        optional: bool,
        /// Whether the function writes its result to the tensor.
        written: bool,
    },
    /// An attribute.
    Attribute {
        /// The name of the attribute.
        name: String,
        /// The type in the YAML.
        #[serde(rename = "type")]
        ty: AttrType,
        /// Whether it may be absent. Lists are never optional: they can be empty.
        optional: bool,
        /// The default value in C++.
        default: Option<String>,
    },
    /// An output of a backward function, to which the caller passes a pointer.
    Output {
        /// The name of the output.
        name: String,
        /// Whether it is a list.
        list: bool,
    },
    /// The tensors that the caller may pass for the results.
    Predefined {
        /// The name of the parameter.
        name: &'static str,
        /// The number of tensors.
        count: usize,
    },
}

/// The result of an API function for one output.
#[derive(Debug, Clone, Serialize)]
pub struct Returned {
    /// The name of the output.
    pub name: String,
    /// Whether it is a list.
    pub list: bool,
    /// Whether the output may be absent, because it overwrites an optional input.
    pub optional: bool,
    /// Whether the output overwrites an input, and is returned as a reference to it.
    pub written: bool,
}

impl Variant<'_> {
    /// The signature without predefined outputs, which only functions of the C++ API itself take.
    pub fn signature(self) -> ApiSignature {
        let signature = &self.op.signature;
        let inputs = signature.inputs.iter().map(|input| self.input(input));
        let attrs = signature.attrs.iter().map(|attr| attribute(attr, !self.fills()));
        let outputs = signature.outputs.iter().filter(|_| self.fills()).map(output);
        ApiSignature {
            name: self.name(),
            parameters: inputs.chain(attrs).chain(outputs).collect(),
            returns: self.returned().map(|output| self.returned_output(output)).collect(),
        }
    }

    /// The signature of the function in the C++ API.
    pub fn api_signature(self, settings: &CppApi) -> ApiSignature {
        let mut signature = self.signature();
        let predefined = self.predefined_outputs(settings);
        signature.parameters.extend(predefined.map(|count| Parameter::Predefined { name: PREDEFINED, count }));
        signature
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
