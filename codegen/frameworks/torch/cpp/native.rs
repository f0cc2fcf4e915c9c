//! Signatures of kernels.

use torch_registry::Function;
use torch_schema::{Argument, BaseType, FunctionSchema, Type};

use crate::types::{Style, argument_type, returns_type};
use crate::{Parameter, Signature, defaults};

/// The signature of a kernel with that name.
pub fn kernel(function: &Function, name: &str, symint: bool) -> Signature {
    let style = Style::of(function, symint);
    let func = &function.entry.func;
    let options = func.arguments.tensor_options().map(|options| options.all().map(|option| option.name.value.as_str()));
    let is_option = |argument: &Argument| options.is_some_and(|names| names.contains(&argument.name.as_str()));
    let parameter = |argument: &Argument| {
        let default = || match &argument.default {
            _ if is_option(argument) => Some("{}".to_owned()),
            Some(default) => Some(defaults::expression(default.as_str(), &argument.ty.value, symint)),
            None => None,
        };
        let default = if func.is_out() { None } else { default() };
        Parameter { default, ..Parameter::of(argument, kernel_type(argument, style)) }
    };
    Signature {
        name: name.to_owned(),
        returns: returns_type(&func.returns, style),
        parameters: func.arguments.all().map(parameter).collect(),
    }
}

fn kernel_type(argument: &Argument, style: Style) -> String {
    let is_optional_tensor = argument.ty.value == Type::optional(Type::Base(BaseType::Tensor));
    match is_optional_tensor && argument.is_write() && !style.const_mutable {
        true => "::std::optional<at::Tensor> &".to_owned(),
        false => argument_type(argument, style),
    }
}

/// The name of a wrapper that stands beside kernels: with `_out` for out arguments, and with the overload.
pub fn native_name(func: &FunctionSchema) -> String {
    match func.name.value.overload.as_str() {
        "" => func.cpp_name(),
        overload => format!("{}_{overload}", func.cpp_name()),
    }
}
