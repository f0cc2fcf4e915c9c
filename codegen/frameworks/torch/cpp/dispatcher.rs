//! The signature of the dispatcher: all arguments one by one, out arguments last, with symbolic integers.

use torch_registry::Function;

use crate::types::{Style, argument_type, returns_type};
use crate::{Parameter, Signature};

/// The signature that the dispatcher knows.
pub fn dispatcher(function: &Function) -> Signature {
    backend_kernel(function, true)
}

/// The signature of a kernel outside of PyTorch: that of the dispatcher, but integers may be known to be none that are symbolic.
pub fn backend_kernel(function: &Function, symint: bool) -> Signature {
    let style = Style::of(function, symint);
    let func = &function.entry.func;
    let parameters = func.arguments.all().map(|argument| Parameter::of(argument, argument_type(argument, style)));
    Signature { name: func.cpp_name(), returns: returns_type(&func.returns, style), parameters: parameters.collect() }
}
