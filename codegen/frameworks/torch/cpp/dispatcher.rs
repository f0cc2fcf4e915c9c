//! The signature of the dispatcher: all arguments one by one, out arguments last, with symbolic integers.

use torch_registry::Function;

use crate::types::{Style, argument_type, returns_type};
use crate::{Parameter, Signature};

/// The signature that the dispatcher knows.
pub fn dispatcher(function: &Function) -> Signature {
    let style = Style::of(function, true);
    let func = &function.entry.func;
    let parameters = func.arguments.all().map(|argument| Parameter::of(argument, argument_type(argument, style)));
    Signature { name: func.cpp_name(), returns: returns_type(&func.returns, style), parameters: parameters.collect() }
}
