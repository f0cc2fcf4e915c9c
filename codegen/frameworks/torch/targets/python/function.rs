//! A function or method of Python with all its signatures.

use serde::Serialize;
use torch_profile::Profile;
use torch_python::SignatureGroup;
use torch_registry::{Function, Registry};
use torch_schema::BaseType;

use super::callee::Callee;
use crate::reframed::FrameKind;

/// Where functions are in Python.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// In `torch` itself.
    Torch,
    /// In a module below `torch`.
    Module(String),
    /// In the class of tensors.
    Method,
}

impl Scope {
    /// The module below `torch`. Empty for `torch` itself, `None` for methods.
    pub fn module(&self) -> Option<&str> {
        match self {
            Scope::Torch => Some(""),
            Scope::Module(name) => Some(name),
            Scope::Method => None,
        }
    }

    /// The name of the source without its extension.
    pub fn file(&self) -> String {
        match self {
            Scope::Torch => "python_torch_functions".to_owned(),
            Scope::Module(name) => format!("python_{name}_functions"),
            Scope::Method => "python_variable_methods".to_owned(),
        }
    }

    /// How the frame is taken. The frames of methods and of `nn` have functions of their own, which need their headers.
    pub fn frame(&self) -> FrameKind {
        match self {
            Scope::Method => FrameKind::AfterHeaders,
            Scope::Module(name) if name == "nn" => FrameKind::AfterHeaders,
            Scope::Torch | Scope::Module(_) => FrameKind::WithoutIncludes,
        }
    }

    /// The C++ variable of the module.
    fn variable(&self) -> Option<String> {
        match self {
            Scope::Torch => Some("THPVariableFunctionsModule".to_owned()),
            Scope::Module(name) => Some(format!("THP{}VariableFunctionsModule", prefix(name))),
            Scope::Method => None,
        }
    }

    /// The name of the module in Python.
    fn name(&self) -> String {
        match self {
            Scope::Torch => "torch".to_owned(),
            Scope::Module(name) => format!("torch.{name}"),
            Scope::Method => "torch.Tensor".to_owned(),
        }
    }
}

/// A module's name in names of C++: abbreviations are upper case.
fn prefix(module: &str) -> String {
    match module {
        "fft" | "nn" => module.to_uppercase(),
        _ => {
            let mut letters = module.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        }
    }
}

/// A function or method in Python.
#[derive(Debug, Serialize)]
pub struct Binding {
    /// The name.
    pub name: String,
    is_method: bool,
    /// True if there is one signature, without parameters.
    is_without_arguments: bool,
    is_only_signature: bool,
    /// True for a method that is an operator of Python.
    is_dunder: bool,
    is_static: bool,
    is_traceable: bool,
    module: Option<String>,
    module_name: String,
    signatures: Vec<BoundSignature>,
}

/// A signature with the functions that a call of it calls.
#[derive(Debug, Serialize)]
struct BoundSignature {
    /// The text for the parser.
    text: String,
    /// The function that is called without an out argument.
    base: Callee,
    /// The function that is called with one.
    out: Option<Callee>,
    /// The position of the out argument.
    out_index: Option<usize>,
    /// The position of the first of the arguments that describe a new tensor.
    options_index: Option<usize>,
    /// True if the device of a new tensor is the current one unless it is given.
    has_default_device: bool,
    /// The type of elements of a new tensor unless it is given.
    default_dtype: Option<String>,
}

impl Binding {
    /// A function with its signatures.
    pub fn new(
        registry: &Registry,
        profile: &Profile,
        scope: &Scope,
        name: &str,
        groups: &[SignatureGroup],
    ) -> Binding {
        let is_without_arguments = match groups {
            [only] => only.out.is_none() && only.signature.arguments(true).next().is_none(),
            _ => false,
        };
        let mut functions = groups.iter().flat_map(super::called).map(|id| &registry[id]);
        Binding {
            name: name.to_owned(),
            is_method: *scope == Scope::Method,
            is_without_arguments,
            is_only_signature: groups.len() == 1,
            is_dunder: groups.iter().any(|group| registry[group.base].name().name.is_dunder),
            is_static: *scope == Scope::Torch,
            is_traceable: functions.all(|function| is_traced(function, profile)),
            module: scope.variable(),
            module_name: scope.name(),
            signatures: groups.iter().map(|group| signature(registry, group)).collect(),
        }
    }
}

fn signature(registry: &Registry, group: &SignatureGroup) -> BoundSignature {
    let base = &registry[group.base];
    let signature = &group.signature;
    let count = signature.arguments(true).count();
    let out_index = group.out.and(signature.out.as_ref()).map(|_| count - signature.options.len() - 1);
    let category = base.entry.category_override.as_ref().map(|category| category.as_str());
    let name = base.entry.func.cpp_name();
    let is_like = matches!(category, Some("new" | "like")) || name.starts_with("new_") || name.ends_with("_like");
    let options = base.entry.func.arguments.tensor_options().filter(|_| !is_like);
    let default_dtype = options.and_then(|options| {
        let [dtype, ..] = options.all();
        let default = dtype.default.as_ref().filter(|default| default.value != "None")?;
        Some(torch_cpp::default_expression(&default.value, &dtype.ty.value, false))
    });
    BoundSignature {
        text: signature.parser_text(true),
        base: Callee::new(base, group, group.passed[0].as_deref()),
        out: group.out.map(|out| Callee::new(&registry[out], group, group.passed[1].as_deref())),
        out_index,
        options_index: (!signature.options.is_empty()).then(|| count - signature.options.len()),
        has_default_device: !is_like,
        default_dtype,
    }
}

/// True if the tracer records calls of a function.
fn is_traced(function: &Function, profile: &Profile) -> bool {
    let func = &function.entry.func;
    let is_opaque = func.arguments.all().any(|argument| argument.ty.value.is_made_of(BaseType::Storage));
    let has_tensor = func.returns.iter().any(|returned| returned.ty.value.is_tensor_like());
    let is_recorded = !profile.names.dont_record_trace.iter().any(|name| name == function.root_name());
    !is_opaque && has_tensor && is_recorded
}
