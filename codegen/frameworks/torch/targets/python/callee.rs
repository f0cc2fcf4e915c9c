//! A function of the dispatcher, and where a call from Python takes its arguments from.

use serde::Serialize;
use torch_python::defaults::NONE;
use torch_python::named_tuple::field_names;
use torch_python::{PythonSignature, SignatureGroup};
use torch_registry::Function;
use torch_schema::{Argument, BaseType, SchemaKind, Type};

/// A constant that old signatures pass on.
const ONE: &str = "1";
/// Begins the names of operators on lists of tensors.
const FOREACH: &str = "_foreach_";

/// A function of the dispatcher.
#[derive(Debug, Serialize)]
pub struct Callee {
    /// The name that no other overload has.
    operator: String,
    /// True if a function that is written by hand is called in its place.
    is_by_hand: bool,
    schema: String,
    /// The namespace of operators.
    namespace: String,
    /// The argument of Python for each of its arguments.
    arguments: Vec<Source>,
    /// The function whose named tuple it returns.
    named_tuple: Option<String>,
    /// True if the result is a new tensor of the C++ API for callers, which knows that it may require gradients.
    is_factory: bool,
    /// True if Python's arguments describe the result, and are passed on.
    takes_options: bool,
    /// True if `requires_grad` of Python's arguments is set on the result.
    sets_requires_grad: bool,
    /// True if the first argument is returned in place of nothing.
    returns_first: bool,
}

/// What is passed for an argument.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Source {
    /// An argument of Python. If it is absent, it has a default other than `None`.
    Parsed { index: usize, has_default: bool },
    /// The object of a method.
    Self_,
    /// The number 1.
    One,
    /// One of several out arguments.
    Out { at: usize },
    /// What the arguments that describe a new tensor say.
    Option { name: String },
}

impl Callee {
    /// What a call of a signature calls. `passed` are the arguments that an old signature passes on.
    pub fn new(function: &Function, group: &SignatureGroup, passed: Option<&[String]>) -> Callee {
        let func = &function.entry.func;
        let signature = &group.signature;
        let takes_options = func.arguments.tensor_options().is_some();
        let is_like = function.root_name().ends_with("_like");
        let has_options = !signature.options.is_empty();
        let is_foreach = function.name().to_string().starts_with(FOREACH);
        Callee {
            operator: function.name().unambiguous(),
            is_by_hand: function.entry.manual_cpp_binding,
            schema: func.to_string(),
            namespace: function.entry.namespace().to_owned(),
            arguments: sources(function, signature, passed),
            named_tuple: (!field_names(&func.returns).is_empty()).then(|| func.cpp_name()),
            is_factory: !function.entry.variants.method && !func.is_out() && (takes_options || is_like),
            takes_options,
            sets_requires_grad: has_options && (!takes_options || signature.is_method),
            returns_first: is_foreach && function.kind == SchemaKind::Inplace && func.returns.is_empty(),
        }
    }
}

fn sources(function: &Function, signature: &PythonSignature, passed: Option<&[String]>) -> Vec<Source> {
    let arguments = &function.entry.func.arguments;
    let Some(passed) = passed else {
        return arguments.all().map(|argument| source(function, signature, argument, &argument.name.value)).collect();
    };
    // The call of an old signature has the out arguments first.
    let in_order: Vec<&Argument> = arguments.out.iter().chain(arguments.without_out()).collect();
    let mut sources: Vec<Source> = in_order
        .iter()
        .zip(passed)
        .map(|(argument, given)| match given.as_str() {
            ONE => Source::One,
            given => source(function, signature, argument, given),
        })
        .collect();
    let count = sources.len();
    sources.rotate_left(arguments.out.len().min(count));
    sources
}

fn source(function: &Function, signature: &PythonSignature, argument: &Argument, given: &str) -> Source {
    let arguments = &function.entry.func.arguments;
    let is_self = arguments.self_argument().is_some_and(|this| std::ptr::eq(this, argument));
    if signature.is_method && is_self {
        return Source::Self_;
    }
    if arguments.out.len() > 1
        && let Some(at) = arguments.out.iter().position(|out| std::ptr::eq(out, argument))
    {
        return Source::Out { at };
    }
    let options = arguments.tensor_options().map(|options| options.all());
    if options.is_some_and(|options| options.iter().any(|option| std::ptr::eq(*option, argument))) {
        return Source::Option { name: argument.name.value.clone() };
    }
    let found = signature.arguments(true).enumerate().find(|(_, known)| known.name == given);
    let (index, known) = match found {
        Some((index, known)) => (index, Some(known)),
        None => (0, None),
    };
    let has_default = matches!(&argument.ty.value, Type::Optional(element) if !is_read_as_optional(element))
        && known.and_then(|known| known.default.as_deref()).is_some_and(|default| default != NONE);
    Source::Parsed { index, has_default }
}

/// True for types whose absence is always an absent value.
fn is_read_as_optional(element: &Type) -> bool {
    matches!(element, Type::Base(BaseType::Tensor | BaseType::Generator))
        || element.as_list().is_some_and(|(element, _)| *element == Type::Base(BaseType::Dimname))
}
