//! The signature of a C++ API function, as facts.

use serde::Serialize;

use super::variant::Variant;
use profile::CppApi;
use spec::{Attr, AttrType, Input, Output};

/// The parameter for tensors that the results are written to.
pub const PREDEFINED: &str = "predefined_out";

/// What callers see of an API function.
#[derive(Debug, Clone, Serialize)]
pub struct ApiSignature {
    pub name: String,
    /// In the order of the arguments.
    pub parameters: Vec<Parameter>,
    /// Several are returned as a tuple. None for a backward function, which fills the outputs that its caller gives it.
    pub returns: Vec<Returned>,
}

/// A parameter of an API function.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Parameter {
    Input {
        name: String,
        list: bool,
        optional: bool,
        /// The function writes its result into the tensor.
        written: bool,
    },
    Attribute {
        name: String,
        #[serde(rename = "type")]
        ty: AttrType,
        /// Lists are never optional: they can be empty.
        optional: bool,
        default: Option<String>,
    },
    /// An output of a backward function. The caller gives a pointer.
    Output { name: String, list: bool },
    /// The tensors that the results are also written to, if the caller gives some.
    Predefined { name: &'static str, count: usize },
}

/// What an API function returns for one output.
#[derive(Debug, Clone, Serialize)]
pub struct Returned {
    /// The output.
    pub name: String,
    pub list: bool,
    /// The output may be absent, because it is written into an optional input.
    pub optional: bool,
    /// The output is written into an input, and returned as a reference to it.
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

/// A parameter for an output that the caller gives.
pub fn output(output: &Output) -> Parameter {
    Parameter::Output { name: output.name.value.clone(), list: output.ty.is_list() }
}
