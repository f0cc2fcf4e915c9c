//! Kernels that are classes: a meta function says what the results look like.

use serde::Serialize;
use torch_cpp::{
    Parameter, Signature, converted, dispatcher, impl_arguments, kernel, meta_arguments, structured_class,
};
use torch_registry::dispatch_keys::COMPOSITE_EXPLICIT_NON_FUNCTIONAL;
use torch_registry::{Function, FunctionGroup};
use torch_schema::SchemaKind;

use super::direct::Called;
use super::{Key, META, Registered};

/// A form of an operator with a structured kernel.
#[derive(Debug, Serialize)]
pub struct Structured {
    wrapper: String,
    returns: String,
    parameters: String,
    /// The arguments that must be on the same device.
    checked: Vec<String>,
    /// The class with the meta function.
    class: String,
    /// `new`, `inplace` or `out`.
    kind: &'static str,
    /// The tensors of the caller that are written to.
    written: Vec<String>,
    /// The number of results.
    count: usize,
    meta_arguments: String,
    /// True if the meta function computes arguments of the kernel.
    is_precomputed: bool,
    /// The arguments of the kernel. `None` if it does not compute anything.
    arguments: Option<String>,
    /// The operator that is called in place of a kernel.
    operator: Option<String>,
    #[serde(skip)]
    signature: Signature,
}

/// What computes the results.
enum Computation {
    /// Nothing: the meta function has said all.
    Nothing,
    /// The operator of the out form.
    Operator,
    /// The kernel of the class.
    Kernel,
}

impl Structured {
    /// A form of an operator with kernels in PyTorch.
    pub(super) fn new(key: Key, function: &Function, forms: FunctionGroup) -> Structured {
        let (functional, out) = (&key.registry[forms.functional], &key.registry[forms.out]);
        let takes_symint = function.kernel(key.key).is_some_and(|found| found.kernel.takes_symint());
        let class = match out.kernel(key.key).map(|found| &found.kernel) {
            Some(found) => format!("{}::{}", found.cpp_namespace(), structured_class(&found.name)),
            None => meta_class(functional),
        };
        let computation = match key.key {
            META => Computation::Nothing,
            COMPOSITE_EXPLICIT_NON_FUNCTIONAL => Computation::Operator,
            _ => Computation::Kernel,
        };
        let signature = kernel(function, &key.wrapper(function, true), takes_symint);
        let structured = Structured::of(function, [functional, out], signature, class, &computation);
        Structured { checked: key.checked(function), ..structured }
    }

    /// A form of an operator with a kernel in another library.
    pub fn outside(
        function: &Function,
        forms: [&Function; 2],
        wrapper: &str,
        class: String,
        checked: Vec<String>,
    ) -> Structured {
        let signature = kernel(function, wrapper, false);
        Structured { checked, ..Structured::of(function, forms, signature, class, &Computation::Kernel) }
    }

    fn of(
        function: &Function,
        [functional, out]: [&Function; 2],
        signature: Signature,
        class: String,
        computation: &Computation,
    ) -> Structured {
        let (operator, arguments) = match computation {
            Computation::Nothing => (None, None),
            Computation::Operator => {
                let arguments = arguments(&signature, out, &dispatcher(out).parameters, false);
                (Some(out.name().unambiguous()), Some(arguments))
            }
            Computation::Kernel => (None, Some(arguments(&signature, out, &impl_arguments(out), true))),
        };
        Structured {
            returns: signature.returns.clone(),
            parameters: signature.defined(),
            checked: Vec::new(),
            class,
            kind: match function.kind {
                SchemaKind::Inplace => "inplace",
                SchemaKind::Out => "out",
                _ => "new",
            },
            written: written(function),
            count: function.entry.func.returns.len(),
            meta_arguments: converted(&signature.parameters, &meta_arguments(functional), false),
            is_precomputed: out.entry.precomputed.is_some(),
            arguments,
            operator,
            wrapper: signature.name.clone(),
            signature,
        }
    }

    /// True if the kernel takes a list by value that refers to one of another type.
    pub fn takes_list(&self) -> bool {
        self.meta_arguments.contains("IOptTensorListRef")
    }

    /// What the dispatcher gets.
    pub(super) fn registered(&self, function: &Function) -> Registered {
        Registered {
            name: function.name().to_string(),
            signature: String::new(),
            is_concrete: false,
            function: self.wrapper.clone(),
        }
    }

    /// What callers call without the dispatcher.
    pub fn called(&self) -> Called {
        Called { function: Some(self.wrapper.clone()), parameters: self.signature.parameters.clone() }
    }
}

/// The class with the meta function of a functional form.
pub fn meta_class(functional: &Function) -> String {
    format!("at::meta::{}", structured_class(&functional.name().unambiguous()))
}

/// The tensors of the caller that are written to.
fn written(function: &Function) -> Vec<String> {
    match function.kind {
        SchemaKind::Inplace => vec!["self".to_owned()],
        _ => function.entry.func.arguments.out.iter().map(|argument| argument.name.value.clone()).collect(),
    }
}

/// The arguments of a kernel, or of an operator that is called in place of one.
fn arguments(signature: &Signature, out: &Function, wanted: &[Parameter], is_kernel: bool) -> String {
    let outs: Vec<&str> = out.entry.func.arguments.out.iter().map(|argument| argument.name.as_str()).collect();
    let lines = out.entry.precomputed.iter().filter(|_| is_kernel);
    let precomputed: Vec<&str> = lines
        .flat_map(|lines| lines.replaced.iter().flat_map(|(_, with)| with).chain(&lines.added))
        .map(|argument| argument.name.as_str())
        .collect();
    let argument = |wanted: &Parameter| match outs.iter().position(|name| *name == wanted.name) {
        Some(at) if is_kernel => format!("outputs.get({at})"),
        Some(at) => format!("outputs[{at}]"),
        None if precomputed.contains(&wanted.name.as_str()) => format!("precomputed.{}", wanted.name),
        None => converted(&signature.parameters, std::slice::from_ref(wanted), false),
    };
    wanted.iter().map(argument).collect::<Vec<_>>().join(", ")
}
