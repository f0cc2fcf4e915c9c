//! Kernels that are functions.

use serde::Serialize;
use torch_cpp::{Parameter, Signature, converted, dispatcher, kernel};
use torch_registry::Function;

use super::direct::Called;
use super::{Key, Registered};

/// A kernel.
#[derive(Debug, Serialize)]
pub struct Unstructured {
    /// The function that stands before the kernel, if there is one.
    wrapper: String,
    returns: String,
    parameters: String,
    /// The arguments that must be on the same device.
    checked: Vec<String>,
    guard: Option<Guard>,
    /// The kernel with its namespace.
    kernel: String,
    arguments: String,
    #[serde(skip)]
    form: Form,
    #[serde(skip)]
    dispatched: Signature,
    #[serde(skip)]
    native: Signature,
}

/// How the device is chosen on which a kernel runs.
#[derive(Debug, Serialize)]
struct Guard {
    /// The argument whose device it is. `None` for the device of tensor options.
    argument: Option<String>,
    /// True if the device may not have been used before.
    initialises: bool,
}

/// What the dispatcher calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The kernel.
    Kernel,
    /// The kernel, with integers in place of symbolic ones.
    Concrete,
    /// A function that calls the kernel.
    Wrapped,
    /// A function that only checks its argument.
    Check,
}

impl Unstructured {
    /// The kernel of a function. Functions that call kernels are in the namespace.
    pub fn new(key: Key, function: &Function, namespace: &str) -> Unstructured {
        let dispatched = dispatcher(function);
        let found = function.kernel(key.key).map(|found| &found.kernel);
        let native = match found {
            Some(found) => kernel(function, &found.name, found.takes_symint()),
            None => kernel(function, &function.entry.func.cpp_name(), true),
        };
        let form = match found {
            None => Form::Check,
            Some(_) if key.is_guarded() => Form::Wrapped,
            Some(_) if dispatched.types() == native.types() => Form::Kernel,
            Some(_) if concrete(&dispatched) == native.types() => Form::Concrete,
            Some(_) => Form::Wrapped,
        };
        let symint = if function.entry.func.has_symint() { "_symint" } else { "" };
        Unstructured {
            wrapper: key.wrapper(function, false),
            returns: dispatched.returns.clone(),
            parameters: dispatched.defined(),
            checked: key.checked(function),
            guard: guard(key, function),
            kernel: match found {
                Some(found) => format!("{}::{}", found.cpp_namespace(), found.name),
                None => format!("{namespace}::{}{symint}", native.name),
            },
            arguments: converted(&dispatched.parameters, &native.parameters, false),
            form,
            dispatched,
            native,
        }
    }

    /// True if a function calls the kernel.
    pub fn is_wrapped(&self) -> bool {
        self.form == Form::Wrapped
    }

    /// What the dispatcher gets.
    pub fn registered(&self, function: &Function) -> Registered {
        let is_wrapped = self.is_wrapped();
        let Signature { returns, .. } = &self.dispatched;
        Registered {
            name: function.name().to_string(),
            signature: if is_wrapped { String::new() } else { format!("{returns} ({})", self.dispatched.types()) },
            is_concrete: self.form == Form::Concrete,
            function: if is_wrapped { self.wrapper.clone() } else { self.kernel.clone() },
        }
    }

    /// What callers call without the dispatcher.
    pub fn called(&self) -> Called {
        match self.form {
            Form::Check => Called { function: None, parameters: self_alone(&self.native) },
            Form::Wrapped => {
                Called { function: Some(self.wrapper.clone()), parameters: self.dispatched.parameters.clone() }
            }
            Form::Kernel | Form::Concrete => {
                Called { function: Some(self.kernel.clone()), parameters: self.native.parameters.clone() }
            }
        }
    }
}

fn self_alone(signature: &Signature) -> Vec<Parameter> {
    signature.parameters.iter().filter(|parameter| parameter.name == "self").cloned().collect()
}

/// The types of parameters with integers in place of symbolic ones.
fn concrete(signature: &Signature) -> String {
    let types = signature.parameters.iter().map(|parameter| match parameter.ty.as_str() {
        "c10::SymInt" => "int64_t",
        "c10::SymIntArrayRef" => "at::IntArrayRef",
        "::std::optional<c10::SymInt>" => "::std::optional<int64_t>",
        "at::OptionalSymIntArrayRef" => "at::OptionalIntArrayRef",
        other => other,
    });
    types.collect::<Vec<_>>().join(", ")
}

/// The device on which a kernel runs. `None` if it runs on any.
fn guard(key: Key, function: &Function) -> Option<Guard> {
    if !key.is_guarded() || !function.entry.device_guard {
        return None;
    }
    let arguments = &function.entry.func.arguments;
    let initialises = key.profile.names.initialised_dispatch_keys.iter().any(|known| known == key.key);
    if arguments.tensor_options().is_some() {
        return Some(Guard { argument: None, initialises });
    }
    let mut candidates = arguments.self_argument().into_iter().chain(&arguments.out).chain(&arguments.positional);
    let tensor = candidates.find(|argument| argument.ty.value.is_tensor_like())?;
    Some(Guard { argument: Some(tensor.name.value.clone()), initialises: false })
}
