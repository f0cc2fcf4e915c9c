//! Functions that the dispatcher calls, and that call a kernel of a backend.

use serde::Serialize;
use torch_cpp::{Parameter, backend_kernel, converted, dispatcher};
use torch_registry::{Function, FunctionGroup, Grouped, Registry};
use torch_schema::{Argument, SchemaKind};

use super::{Kernels, structured};
use crate::operator::Operator;
use crate::register::structured::Structured;

/// The only value of `device_check` that says that arguments may be on different devices.
const NO_CHECK: &str = "NoCheck";

/// A function that the dispatcher calls.
#[derive(Debug, Serialize)]
pub struct Wrapper {
    #[serde(flatten)]
    operator: Operator,
    /// The name with its overload.
    full_name: String,
    wrapper: String,
    /// Arguments that must be on one device.
    checked: Vec<String>,
    /// The argument on whose device the kernel runs.
    guard: Option<String>,
    /// True if the kernel runs on the device that an argument names.
    guards_option: bool,
    /// The kernel.
    kernel: Option<KernelCall>,
    /// The functional form, if it has the kernel, and its results are copied.
    functional: Option<FunctionalCall>,
    /// The structured kernel.
    structured: Option<Structured>,
}

/// A call of a kernel.
#[derive(Debug, Serialize)]
struct KernelCall {
    name: String,
    arguments: String,
}

/// A call of the wrapper of the functional form.
#[derive(Debug, Serialize)]
struct FunctionalCall {
    wrapper: String,
    arguments: String,
    /// True if results are given the shape of the new ones.
    resizes: bool,
    /// The arguments that take the results.
    results: Vec<String>,
    /// True if the only out argument, which is a list, takes the results.
    is_list: bool,
}

/// The wrappers of a backend's kernels. A selective build registers them all, because the backend's library may serve other builds.
pub fn wrappers(registry: &Registry, kernels: &Kernels<'_>) -> Vec<Wrapper> {
    let mut wrappers = Vec::new();
    for grouped in registry.grouped() {
        let structured = structured::forms(registry, kernels.backend, *grouped).filter(|_| kernels.has_structured);
        for id in grouped.functions() {
            let function = &registry[id];
            if let Some(forms) = structured {
                wrappers.push(of_structured(registry, function, forms, kernels));
                continue;
            }
            if function.entry.manual_kernel_registration {
                continue;
            }
            if kernels.has(function) {
                wrappers.push(of_kernel(registry, function, kernels));
            } else if let Some(functional) = functional(registry, *grouped, function, kernels) {
                wrappers.push(of_functional(function, functional, kernels));
            }
        }
    }
    wrappers
}

fn wrapper_name(function: &Function, kernels: &Kernels<'_>) -> String {
    format!("wrapper_{}_{}_{}", kernels.dispatch_key, function.name().overload, function.entry.func.cpp_name())
}

/// The functional form whose results a function without a kernel copies.
fn functional<'a>(
    registry: &'a Registry,
    grouped: Grouped,
    function: &Function,
    kernels: &Kernels<'_>,
) -> Option<&'a Function> {
    let Grouped::Group(group) = grouped else { return None };
    let functional = &registry[group.functional];
    let is_copied = matches!(function.kind, SchemaKind::Inplace | SchemaKind::Out);
    (is_copied && !kernels.backend.use_out_as_primary && kernels.has(functional)).then_some(functional)
}

fn plain(function: &Function, kernels: &Kernels<'_>) -> Wrapper {
    Wrapper {
        operator: Operator::new(function),
        full_name: function.name().to_string(),
        wrapper: wrapper_name(function, kernels),
        checked: Vec::new(),
        guard: None,
        guards_option: false,
        kernel: None,
        functional: None,
        structured: None,
    }
}

fn of_structured(registry: &Registry, function: &Function, forms: FunctionGroup, kernels: &Kernels<'_>) -> Wrapper {
    let forms = [forms.functional, forms.out].map(|id| &registry[id]);
    let class = format!("{}::{}", kernels.backend.cpp_namespace.value, structured::class_name(forms[1]));
    let checked = checked(registry, function, kernels);
    let structured = Structured::outside(function, forms, &wrapper_name(function, kernels), class, checked);
    Wrapper { structured: Some(structured), ..plain(function, kernels) }
}

/// The arguments that must be on one device.
fn checked(registry: &Registry, function: &Function, kernels: &Kernels<'_>) -> Vec<String> {
    let is_across_devices = registry.profile().names.across_devices.contains(&function.name().name.to_string());
    let is_checked = kernels.backend.device_guard
        && !is_across_devices
        && function.entry.device_check.as_ref().is_none_or(|check| check.value != NO_CHECK);
    let arguments = &function.entry.func.arguments;
    let tensors =
        arguments.out.iter().chain(&arguments.positional).filter(|argument| argument.ty.value.is_tensor_like());
    tensors.filter(|_| is_checked).map(|argument| argument.name.value.clone()).collect()
}

fn of_kernel(registry: &Registry, function: &Function, kernels: &Kernels<'_>) -> Wrapper {
    let (kernel, symint) = kernels.kernel(function);
    let given = dispatcher(function).parameters;
    let wanted = backend_kernel(function, symint).parameters;
    let arguments = &function.entry.func.arguments;
    let guards = kernels.backend.device_guard && function.entry.device_guard;
    let has_options = arguments.tensor_options().is_some();
    let tensors = |argument: &&Argument| argument.ty.value.is_tensor_like();
    let name = |argument: &Argument| argument.name.value.clone();
    let of_device = arguments.self_argument().into_iter().chain(&arguments.out).chain(&arguments.positional);
    Wrapper {
        checked: checked(registry, function, kernels),
        guard: of_device.filter(tensors).map(name).next().filter(|_| guards && !has_options),
        guards_option: guards && has_options,
        kernel: Some(KernelCall {
            name: format!("{}::{}::{kernel}", kernels.backend.cpp_namespace.value, kernels.class()),
            arguments: converted(&given, &wanted, false),
        }),
        ..plain(function, kernels)
    }
}

fn of_functional(function: &Function, functional: &Function, kernels: &Kernels<'_>) -> Wrapper {
    let func = &function.entry.func;
    let given: Vec<Parameter> = dispatcher(function).parameters;
    let wanted = dispatcher(functional).parameters;
    let mut results: Vec<String> = func.aliased_return_names().into_iter().flatten().map(str::to_owned).collect();
    let mut is_list = false;
    if func.returns.is_empty()
        && let [out] = func.arguments.out.as_slice()
    {
        is_list = out.ty.value.as_list().is_some();
        results = vec![out.name.value.clone()];
    }
    Wrapper {
        functional: Some(FunctionalCall {
            wrapper: wrapper_name(functional, kernels),
            arguments: converted(&given, &wanted, false),
            resizes: function.kind == SchemaKind::Out,
            results,
            is_list,
        }),
        ..plain(function, kernels)
    }
}
