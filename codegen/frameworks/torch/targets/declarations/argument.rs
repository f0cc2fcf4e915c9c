//! Arguments and results of an overload.

use serde::Serialize;
use source::Spanned;
use torch_cpp::{Parameter, Style, argument_type, result_names, return_type};
use torch_registry::Function;
use torch_schema::{Argument, BaseType, Return, Type};

use super::scalar;

/// An argument. All texts are spelled as YAML.
#[derive(Debug, Serialize)]
pub struct DeclaredArgument {
    annotation: String,
    default: Option<String>,
    dynamic_type: String,
    /// The name of the result that the argument becomes.
    field_name: Option<String>,
    is_nullable: bool,
    is_keyword_only: bool,
    name: String,
    is_out: bool,
    /// The number of elements of a list.
    size: Option<u32>,
    #[serde(rename = "type")]
    ty: String,
}

/// A result. All texts are spelled as YAML.
#[derive(Debug, Serialize)]
pub struct DeclaredReturn {
    dynamic_type: String,
    field_name: Option<String>,
    name: String,
    #[serde(rename = "type")]
    ty: String,
}

/// An absent value.
const NULL: &str = "null";

/// Describes the arguments of a function.
#[derive(Clone, Copy)]
pub struct Describer<'a> {
    /// The function.
    pub function: &'a Function,
    /// How its C++ types are spelled: without symbolic integers.
    pub style: Style,
}

impl<'a> Describer<'a> {
    pub fn new(function: &'a Function) -> Self {
        Describer { function, style: Style::of(function, false) }
    }

    /// An argument of the schema.
    pub fn argument(self, argument: &Argument) -> DeclaredArgument {
        let (name, ty) = (argument.name.as_str(), &argument.ty.value);
        let arguments = &self.function.entry.func.arguments;
        let is_keyword_only = arguments.keyword_only.iter().any(|known| known.name.value == name);
        let out_at = arguments.out.iter().position(|known| known.name.value == name);
        DeclaredArgument {
            annotation: argument.annotation.as_ref().map_or(NULL.to_owned(), |one| scalar::text(&one.to_string())),
            default: argument.default.as_ref().map(|default| scalar::default(default.as_str(), ty)),
            dynamic_type: scalar::text(&self.dynamic_type(&argument.ty)),
            field_name: out_at.and_then(|at| field_name(self.function.entry.func.returns.get(at)?)),
            is_nullable: ty.is_nullable(),
            is_keyword_only,
            name: scalar::text(name),
            is_out: out_at.is_some(),
            size: ty.as_list().and_then(|(element, size)| size.filter(|_| *element != Type::Base(BaseType::Bool))),
            ty: scalar::text(&argument_type(argument, self.style)),
        }
    }

    /// A parameter of the C++ API: an argument of the schema, or all tensor options.
    pub fn parameter(self, parameter: &Parameter) -> DeclaredArgument {
        if let Some(argument) = self.function.entry.func.arguments.of_name(&parameter.name) {
            return self.argument(argument);
        }
        let ty = scalar::text(&parameter.ty);
        DeclaredArgument {
            annotation: NULL.to_owned(),
            default: parameter.default.as_ref().map(|default| scalar::text(default)),
            dynamic_type: ty.clone(),
            field_name: None,
            is_nullable: false,
            is_keyword_only: true,
            name: scalar::text(&parameter.name),
            is_out: false,
            size: None,
            ty,
        }
    }

    /// The results.
    pub fn returns(self) -> Vec<DeclaredReturn> {
        let func = &self.function.entry.func;
        let describe = |(name, returned): (String, &Return)| DeclaredReturn {
            dynamic_type: scalar::text(&self.dynamic_type(&returned.ty)),
            field_name: field_name(returned),
            name: scalar::text(&name),
            ty: scalar::text(&return_type(returned, self.style)),
        };
        result_names(func).into_iter().zip(&func.returns).map(describe).collect()
    }

    /// The C++ type of a value, whether it may be absent or not.
    fn dynamic_type(self, ty: &Spanned<Type>) -> String {
        let value = match &ty.value {
            Type::Optional(element) => (**element).clone(),
            ty => ty.clone(),
        };
        if value == Type::TENSOR {
            return "at::Tensor".to_owned();
        }
        let (name, ty) = (Spanned::new(String::new(), ty.span), Spanned::new(value, ty.span));
        argument_type(&Argument { name, ty, default: None, annotation: None }, self.style)
    }
}

/// The name of a result in the schema.
fn field_name(returned: &Return) -> Option<String> {
    returned.name.as_ref().map(|name| scalar::text(name.as_str()))
}
