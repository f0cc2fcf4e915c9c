//! Arguments of a schema.

use std::fmt;

use source::{Span, Spanned};

use crate::annotation::Annotation;
use crate::types::{BaseType, Type};

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The name.
    pub name: Spanned<String>,
    /// The type.
    pub ty: Spanned<Type>,
    /// The default as it is written.
    pub default: Option<Spanned<String>>,
    /// The alias annotation inside the type.
    pub annotation: Option<Annotation>,
}

impl Argument {
    /// True if the operator writes to the argument.
    pub fn is_write(&self) -> bool {
        self.annotation.as_ref().is_some_and(|annotation| annotation.is_write)
    }

    /// The type with its annotation: `Tensor(a!)`.
    pub fn annotated_type(&self) -> String {
        annotated(&self.ty.value, self.annotation.as_ref())
    }

    /// The whole argument in the file.
    pub fn span(&self) -> Span {
        let end = self.default.as_ref().map_or(self.name.span, |default| default.span);
        self.ty.span.to(end)
    }

    /// The argument without its annotation.
    pub fn without_annotation(&self) -> Argument {
        Argument { annotation: None, ..self.clone() }
    }
}

/// A type and its alias annotation, which is written inside it.
pub(crate) fn annotated(ty: &Type, annotation: Option<&Annotation>) -> String {
    match annotation {
        None => ty.to_string(),
        Some(annotation) => ty.to_string().replacen("Tensor", &format!("Tensor({annotation})"), 1),
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.annotated_type(), self.name.value)?;
        match &self.default {
            Some(default) => write!(f, "={}", default.value),
            None => Ok(()),
        }
    }
}

/// All arguments, in the order of the schema: positional ones, keyword-only ones, out arguments.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arguments {
    /// The arguments before the `*`.
    pub positional: Vec<Argument>,
    /// The arguments behind the `*` that are no out arguments.
    pub keyword_only: Vec<Argument>,
    /// The keyword-only arguments to which the operator writes its results.
    pub out: Vec<Argument>,
    /// The position of `self` among the positional arguments.
    self_at: Option<usize>,
    /// The position of the first of the four tensor options among the keyword-only arguments.
    options_at: Option<usize>,
}

/// The four arguments that describe a new tensor.
#[derive(Debug, Clone, Copy)]
pub struct TensorOptions<'a> {
    /// `dtype`.
    pub dtype: &'a Argument,
    /// `layout`.
    pub layout: &'a Argument,
    /// `device`.
    pub device: &'a Argument,
    /// `pin_memory`.
    pub pin_memory: &'a Argument,
}

impl<'a> TensorOptions<'a> {
    /// The four arguments in order.
    pub fn all(self) -> [&'a Argument; 4] {
        [self.dtype, self.layout, self.device, self.pin_memory]
    }
}

/// The names and types of tensor options, in order.
const OPTIONS: [(&str, BaseType); 4] = [
    ("dtype", BaseType::ScalarType),
    ("layout", BaseType::Layout),
    ("device", BaseType::Device),
    ("pin_memory", BaseType::Bool),
];

/// The positions at which four consecutive arguments are tensor options.
pub(crate) fn tensor_options(keyword_only: &[Argument]) -> impl Iterator<Item = usize> {
    let is_option = |(argument, (name, base)): (&Argument, (&str, BaseType))| {
        let ty = match &argument.ty.value {
            Type::Optional(element) => element,
            ty => ty,
        };
        argument.name.value == name && *ty == Type::Base(base)
    };
    let windows = keyword_only.windows(OPTIONS.len()).enumerate();
    windows.filter(move |(_, four)| four.iter().zip(OPTIONS).all(is_option)).map(|(at, _)| at)
}

impl Arguments {
    /// Finds `self` and the tensor options among arguments.
    pub fn new(positional: Vec<Argument>, keyword_only: Vec<Argument>, out: Vec<Argument>) -> Self {
        let self_at = positional.iter().position(|argument| argument.name.value == "self");
        let options_at = tensor_options(&keyword_only).next();
        Arguments { positional, keyword_only, out, self_at, options_at }
    }

    /// The argument `self`, if it is positional.
    pub fn self_argument(&self) -> Option<&Argument> {
        self.self_at.map(|at| &self.positional[at])
    }

    /// The positional arguments before `self`. None without `self`.
    pub fn before_self(&self) -> &[Argument] {
        &self.positional[..self.self_at.unwrap_or(0)]
    }

    /// The positional arguments behind `self`; all of them without `self`.
    pub fn after_self(&self) -> &[Argument] {
        &self.positional[self.self_at.map_or(0, |at| at + 1)..]
    }

    /// The keyword-only arguments before the tensor options; all of them without tensor options.
    pub fn before_options(&self) -> &[Argument] {
        &self.keyword_only[..self.options_at.unwrap_or(self.keyword_only.len())]
    }

    /// The tensor options.
    pub fn tensor_options(&self) -> Option<TensorOptions<'_>> {
        match self.keyword_only.get(self.options_at?..)? {
            [dtype, layout, device, pin_memory, ..] => Some(TensorOptions { dtype, layout, device, pin_memory }),
            _ => None,
        }
    }

    /// The keyword-only arguments behind the tensor options. None without tensor options.
    pub fn after_options(&self) -> &[Argument] {
        &self.keyword_only[self.options_at.map_or(self.keyword_only.len(), |at| at + OPTIONS.len())..]
    }

    /// All arguments but the out arguments.
    pub fn without_out(&self) -> impl Iterator<Item = &Argument> + Clone {
        self.positional.iter().chain(&self.keyword_only)
    }

    /// All arguments in the order of the schema.
    pub fn all(&self) -> impl Iterator<Item = &Argument> + Clone {
        self.without_out().chain(&self.out)
    }

    /// The argument with a name.
    pub fn of_name(&self, name: &str) -> Option<&Argument> {
        self.all().find(|argument| argument.name.value == name)
    }

    /// True if an argument other than an out argument is made of tensors.
    pub fn has_tensor(&self) -> bool {
        self.without_out().any(|argument| argument.ty.value.is_tensor_like())
    }

    /// True if an argument other than an out argument is made of `SymInt`s.
    pub fn has_symint(&self) -> bool {
        self.without_out().any(|argument| argument.ty.value.is_symint_like())
    }

    /// True if an argument other than an out argument is a generator.
    pub fn has_generator(&self) -> bool {
        self.without_out().any(|argument| argument.ty.value.is_generator_like())
    }

    /// The arguments with others in place of the out arguments.
    pub fn with_out(&self, out: Vec<Argument>) -> Arguments {
        Arguments { out, ..self.clone() }
    }

    /// The arguments with a `self` that has no annotation.
    pub fn without_self_annotation(&self) -> Arguments {
        let mut arguments = self.clone();
        if let Some(at) = self.self_at {
            arguments.positional[at].annotation = None;
        }
        arguments
    }
}

impl fmt::Display for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        let mut item = |f: &mut fmt::Formatter<'_>, item: &dyn fmt::Display| {
            write!(f, "{separator}{item}")?;
            separator = ", ";
            Ok(())
        };
        self.positional.iter().try_for_each(|argument| item(f, argument))?;
        if !self.keyword_only.is_empty() || !self.out.is_empty() {
            item(f, &"*")?;
        }
        self.keyword_only.iter().chain(&self.out).try_for_each(|argument| item(f, argument))
    }
}
