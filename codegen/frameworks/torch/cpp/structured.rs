//! Parameters of structured kernels: of the function that computes what the results look like, and of the one that computes them.

use torch_registry::Function;
use torch_schema::{Argument, BaseType, Type};

use crate::Parameter;
use crate::types::{is_integer, optional, value};

/// The class of a structured kernel, or of a meta function, by its name.
pub fn structured_class(name: &str) -> String {
    format!("structured_{name}")
}

/// The parameters of the meta function of a functional form.
pub fn meta_arguments(functional: &Function) -> Vec<Parameter> {
    functional.entry.func.arguments.without_out().map(parameter).collect()
}

/// The parameters of the kernel of an out form: those that are computed for it replace others.
pub fn impl_arguments(out: &Function) -> Vec<Parameter> {
    let arguments = &out.entry.func.arguments;
    let mut parameters = Vec::new();
    for argument in arguments.without_out() {
        let lines = out.entry.precomputed.iter().flat_map(|precomputed| &precomputed.replaced);
        match lines.into_iter().find(|(replaced, _)| replaced.value == argument.name.value) {
            Some((_, with)) => parameters.extend(with.iter().map(parameter)),
            None => parameters.push(parameter(argument)),
        }
    }
    let added = out.entry.precomputed.iter().flat_map(|precomputed| &precomputed.added);
    parameters.extend(added.chain(&arguments.out).map(parameter));
    parameters
}

fn parameter(argument: &Argument) -> Parameter {
    Parameter::of(argument, of_type(&argument.ty.value))
}

/// The type of a member that holds such an argument.
pub fn value_type(argument: &Argument) -> String {
    match of_type(&argument.ty.value).strip_prefix("const ") {
        Some(reference) => reference.trim_end_matches(" &").to_owned(),
        None => of_type(&argument.ty.value),
    }
}

fn of_type(ty: &Type) -> String {
    if let Some(value) = value(ty, false) {
        return value;
    }
    match ty {
        Type::Base(BaseType::Scalar) => "const at::Scalar &".to_owned(),
        Type::Base(_) | Type::CustomClass(_) => "const at::Tensor &".to_owned(),
        Type::Optional(element) => match element.as_ref() {
            Type::Base(BaseType::Tensor) => "at::OptionalTensorRef".to_owned(),
            Type::Base(BaseType::Scalar) => "at::OptionalScalarRef".to_owned(),
            Type::List { element, .. } if **element == Type::Base(BaseType::Int) => {
                "at::OptionalIntArrayRef".to_owned()
            }
            element => optional(&of_type(element)),
        },
        Type::List { element, .. } => match element.as_ref() {
            Type::Base(BaseType::Tensor) => "const at::ITensorListRef &".to_owned(),
            Type::Optional(optional) if **optional == Type::TENSOR => "at::IOptTensorListRef".to_owned(),
            Type::Base(BaseType::Int) => "at::IntArrayRef".to_owned(),
            Type::Base(BaseType::Dimname) => "at::DimnameList".to_owned(),
            element if is_integer(element) => "at::ArrayRef<int64_t>".to_owned(),
            element => format!("at::ArrayRef<{}>", of_type(element)),
        },
    }
}
