//! Kernels that record operators as nodes.

use serde::Serialize;
use torch_cpp::{backend_kernel, converted, dispatcher};
use torch_registry::Function;
use torch_registry::tags::VIEW_COPY;
use torch_schema::BaseType;

use super::argument::LazyArgument;
use super::node::{arguments, class};
use crate::operator::Operator;

/// A kernel in a template.
#[derive(Debug, Serialize)]
pub struct LazyFunction {
    #[serde(flatten)]
    operator: Operator,
    /// The class with the kernel.
    kernels: String,
    kernel: String,
    kernel_returns: String,
    kernel_parameters: String,
    /// The arguments, as the dispatcher takes them.
    dispatched_arguments: String,
    /// The name of the operator without overload.
    aten_name: String,
    node: String,
    node_arguments: Vec<LazyArgument>,
    /// The arguments that have a device.
    devices: Vec<String>,
    results: usize,
    /// The argument that takes the result.
    written: Option<String>,
    /// The namespace of the kernel that computes shapes from tensors without memory. `None` if a function by hand computes them.
    shapes: Option<&'static str>,
    /// Ends the name of that kernel.
    symint: &'static str,
    /// The arguments that are tensors.
    tensors: Vec<String>,
}

impl LazyFunction {
    /// The kernel of a function.
    pub fn new(function: &Function, symint: bool, kernels: &str, kernel: &str) -> LazyFunction {
        let func = &function.entry.func;
        let signature = backend_kernel(function, symint);
        let node_arguments = arguments(func, symint, false);
        let values = node_arguments.iter().filter(|argument| argument.is_value && !argument.is_number);
        let values: Vec<String> = values.map(|argument| argument.name.clone()).collect();
        let is_device = |argument: &&torch_schema::Argument| argument.ty.value.is_made_of(BaseType::Device);
        let devices = func.arguments.all().filter(is_device).map(|argument| argument.name.value.clone());
        let is_written = func.name.value.name.is_inplace || func.is_out();
        let tensors = func.arguments.all().filter(|argument| argument.ty.value.is_tensor_like());
        LazyFunction {
            operator: Operator::new(function),
            kernels: kernels.to_owned(),
            kernel: kernel.to_owned(),
            kernel_parameters: signature.defined(),
            dispatched_arguments: converted(&signature.parameters, &dispatcher(function).parameters, false),
            kernel_returns: signature.returns,
            aten_name: func.name.value.name.to_string(),
            node: class(func),
            written: values.first().filter(|_| is_written).cloned(),
            devices: values.into_iter().chain(devices).collect(),
            node_arguments,
            results: func.returns.len(),
            shapes: match () {
                () if function.has_tag(VIEW_COPY) => Some("compositeexplicitautogradnonfunctional"),
                () if function.entry.is_structured_or_delegates() => Some("meta"),
                () => None,
            },
            symint: if symint && func.has_symint() { "_symint" } else { "" },
            tensors: tensors.map(|argument| argument.name.value.clone()).collect(),
        }
    }
}
