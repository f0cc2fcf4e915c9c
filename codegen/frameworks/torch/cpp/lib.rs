//! The C++ signatures of operators: of the API that callers see, of the dispatcher, of kernels and of structured kernels. And
//! expressions that turn the arguments of one into those of another.

#![deny(missing_docs)]

mod api;
mod convert;
mod defaults;
mod dispatcher;
mod function;
mod native;
mod structured;
mod types;

pub use api::{Api, Signatures};
pub use convert::converted;
pub use defaults::expression as default_expression;
pub use dispatcher::{backend_kernel, dispatcher};
pub use function::CppFunction;
pub use native::{kernel, native_name};
pub use structured::{impl_arguments, meta_arguments, structured_class, value_type};
pub use types::{Style, argument_type, read_argument_type, result_names, return_type, returns_type, without_reference};

use torch_schema::Argument;

/// A parameter of a C++ function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The type.
    pub ty: String,
    /// The name.
    pub name: String,
    /// The default.
    pub default: Option<String>,
    /// What it stands for.
    pub role: Role,
}

/// What a parameter stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// One argument of the schema.
    Argument,
    /// The four tensor options.
    Options,
    /// A memory format that tensor options may contain, too.
    RedundantMemoryFormat,
}

/// A C++ function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The name.
    pub name: String,
    /// The type of the result.
    pub returns: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
}

impl Parameter {
    fn of(argument: &Argument, ty: String) -> Self {
        Parameter { ty, name: argument.name.value.clone(), default: None, role: Role::Argument }
    }

    /// As a declaration has it, with the default.
    pub fn declared(&self) -> String {
        match &self.default {
            Some(default) => format!("{} {}={default}", self.ty, self.name),
            None => self.defined(),
        }
    }

    /// As a definition has it, without a default.
    pub fn defined(&self) -> String {
        format!("{} {}", self.ty, self.name)
    }
}

impl Signature {
    /// The parameters of a declaration.
    pub fn declared(&self) -> String {
        joined(self.parameters.iter().map(Parameter::declared))
    }

    /// The parameters of a definition.
    pub fn defined(&self) -> String {
        joined(self.parameters.iter().map(Parameter::defined))
    }

    /// The types of the parameters.
    pub fn types(&self) -> String {
        joined(self.parameters.iter().map(|parameter| parameter.ty.clone()))
    }

    /// The names of the parameters.
    pub fn names(&self) -> String {
        joined(self.parameters.iter().map(|parameter| parameter.name.clone()))
    }
}

/// Texts with commas between them.
pub fn joined(texts: impl IntoIterator<Item = String>) -> String {
    texts.into_iter().collect::<Vec<_>>().join(", ")
}
