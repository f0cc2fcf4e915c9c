//! The signature of an overload for Python.

use torch_registry::{Function, FunctionId};
use torch_schema::{Argument, BaseType, FunctionSchema, Return, Type};

use crate::defaults::{EMPTY, NONE, parser_default};
use crate::types::parser_type;

/// An argument.
#[derive(Debug, Clone, PartialEq)]
pub struct PythonArgument {
    /// The name.
    pub name: String,
    /// The type. Several out arguments are one list.
    pub ty: Type,
    /// The default as the argument parser has it.
    pub default: Option<String>,
}

/// The arguments and results of an overload.
#[derive(Debug, Clone, PartialEq)]
pub struct PythonSignature {
    /// The name, with the underscore of an inplace form.
    pub name: String,
    /// The positional arguments. A method has no `self` here.
    pub positional: Vec<PythonArgument>,
    /// The keyword-only arguments, without those that follow.
    pub keyword_only: Vec<PythonArgument>,
    /// The out argument.
    pub out: Option<PythonArgument>,
    /// The arguments that describe a new tensor.
    pub options: Vec<PythonArgument>,
    /// The results.
    pub returns: Vec<Return>,
    /// True for a method of tensors.
    pub is_method: bool,
    /// True for an old signature.
    pub is_deprecated: bool,
}

/// A signature and the function that a call of it calls.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    /// The signature.
    pub signature: PythonSignature,
    /// The function.
    pub function: FunctionId,
    /// True if the function has out arguments.
    pub is_out: bool,
    /// For an old signature, the arguments that a call of it passes on: its own names, or constants. Out arguments come first.
    pub passed: Option<Vec<String>>,
}

impl Bound {
    /// A function, or a method.
    pub fn new(id: FunctionId, function: &Function, is_method: bool) -> Self {
        let category = function.entry.category_override.as_ref().map(|category| category.as_str());
        let signature = PythonSignature::of_schema(&function.entry.func, category, is_method);
        Bound { signature, function: id, is_out: function.entry.func.is_out(), passed: None }
    }
}

impl PythonSignature {
    /// The signature of a schema. The category is the entry's `category_override`.
    pub fn of_schema(func: &FunctionSchema, category: Option<&str>, is_method: bool) -> Self {
        let arguments = &func.arguments;
        let this = arguments.self_argument().filter(|_| !is_method);
        let positional = arguments.before_self().iter().chain(this).chain(arguments.after_self());
        PythonSignature {
            name: func.name.value.name.to_string(),
            positional: positional.map(argument).collect(),
            keyword_only: arguments.before_options().iter().chain(arguments.after_options()).map(argument).collect(),
            out: out(&arguments.out),
            options: if makes_tensor(func, category) { options() } else { Vec::new() },
            returns: func.returns.clone(),
            is_method,
            is_deprecated: false,
        }
    }

    /// All arguments in order.
    pub fn arguments(&self, with_out: bool) -> impl Iterator<Item = &PythonArgument> {
        let out = self.out.as_ref().filter(|_| with_out);
        self.positional.iter().chain(&self.keyword_only).chain(out).chain(&self.options)
    }

    /// The text for the argument parser, by which signatures are compared and ordered.
    pub fn parser_text(&self, with_out: bool) -> String {
        let mut texts: Vec<String> = self.arguments(with_out).map(|argument| self.parser_argument(argument)).collect();
        if texts.len() > self.positional.len() {
            texts.insert(self.positional.len(), "*".to_owned());
        }
        let end = if self.is_deprecated { "|deprecated" } else { "" };
        format!("{}({}){end}", self.name, texts.join(", "))
    }

    fn parser_argument(&self, argument: &PythonArgument) -> String {
        let PythonArgument { name, ty, default } = argument;
        let ty = parser_type(ty);
        let is_input = !self.is_method && name == "self" && matches!(ty.as_str(), "Tensor" | "Number");
        let name = if is_input { "input" } else { name };
        match default.as_deref() {
            Some(EMPTY) => format!("{ty} {name}={NONE}"),
            Some(default) => format!("{ty} {name}={default}"),
            None => format!("{ty} {name}"),
        }
    }
}

fn argument(of: &Argument) -> PythonArgument {
    let ty = of.ty.value.clone();
    let default = of.default.as_ref().map(|default| parser_default(&default.value, &ty));
    PythonArgument { name: of.name.value.clone(), ty, default }
}

/// The out argument of Python for those of a schema.
fn out(arguments: &[Argument]) -> Option<PythonArgument> {
    let default = Some(NONE.to_owned());
    match arguments {
        [] => None,
        [only] => Some(PythonArgument { name: only.name.value.clone(), ty: only.ty.value.clone(), default }),
        several => {
            let ty = Type::List { element: Box::new(Type::TENSOR), size: Some(several.len() as u32) };
            Some(PythonArgument { name: "out".to_owned(), ty, default })
        }
    }
}

/// True if an operator makes a tensor that Python describes.
fn makes_tensor(func: &FunctionSchema, category: Option<&str>) -> bool {
    let name = func.cpp_name();
    let returns_tensor = func.returns.iter().any(|returned| returned.ty.value.is_tensor_like());
    let is_factory = category == Some("factory") || (returns_tensor && !func.arguments.has_tensor());
    let is_like = matches!(category, Some("new" | "like")) || name.starts_with("new_") || name.ends_with("_like");
    category != Some("dummy") && (is_factory || is_like)
}

/// The arguments that describe a new tensor.
fn options() -> Vec<PythonArgument> {
    let option = |(name, base, default): (&str, BaseType, &str)| PythonArgument {
        name: name.to_owned(),
        ty: Type::optional(Type::Base(base)),
        default: Some(default.to_owned()),
    };
    let all = [
        ("dtype", BaseType::ScalarType, NONE),
        ("layout", BaseType::Layout, NONE),
        ("device", BaseType::Device, NONE),
        ("pin_memory", BaseType::Bool, "False"),
        ("requires_grad", BaseType::Bool, "False"),
    ];
    all.into_iter().map(option).collect()
}
