//! A whole schema.

use std::fmt;

use source::{Span, Spanned};

use crate::annotation::Annotation;
use crate::arguments::{Arguments, annotated};
use crate::name::OperatorName;
use crate::types::Type;

/// The schema of an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionSchema {
    /// The name with its overload.
    pub name: Spanned<OperatorName>,
    /// The arguments.
    pub arguments: Arguments,
    /// The returns.
    pub returns: Vec<Return>,
}

/// One return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Return {
    /// The name, if it has one.
    pub name: Option<Spanned<String>>,
    /// The type.
    pub ty: Spanned<Type>,
    /// The alias annotation inside the type.
    pub annotation: Option<Annotation>,
}

/// How an operator passes its results on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SchemaKind {
    /// It returns new tensors, or views.
    Functional,
    /// It writes to `self`.
    Inplace,
    /// It writes to out arguments.
    Out,
    /// It writes to an argument behind `self`.
    Mutable,
    /// It writes to out arguments, some of which only lend it memory.
    Scratch,
}

impl SchemaKind {
    /// The word for the kind in messages.
    pub fn name(self) -> &'static str {
        match self {
            SchemaKind::Functional => "functional",
            SchemaKind::Inplace => "inplace",
            SchemaKind::Out => "out",
            SchemaKind::Mutable => "mutable",
            SchemaKind::Scratch => "scratch",
        }
    }
}

/// Begins the names of out arguments that only lend memory.
pub(crate) const SCRATCH: &str = "_scratch_";

impl Return {
    /// True if the return is an argument that the operator writes to.
    pub fn is_write(&self) -> bool {
        self.annotation.as_ref().is_some_and(|annotation| annotation.is_write)
    }

    /// The type with its annotation: `Tensor(a!)`.
    pub fn annotated_type(&self) -> String {
        annotated(&self.ty.value, self.annotation.as_ref())
    }

    /// The whole return in the file.
    pub fn span(&self) -> Span {
        self.name.as_ref().map_or(self.ty.span, |name| self.ty.span.to(name.span))
    }
}

impl FunctionSchema {
    /// How the operator passes its results on.
    pub fn kind(&self) -> SchemaKind {
        let Arguments { out, .. } = &self.arguments;
        match () {
            () if self.name.value.name.is_inplace => SchemaKind::Inplace,
            () if out.iter().any(|argument| argument.name.value.starts_with(SCRATCH)) => SchemaKind::Scratch,
            () if !out.is_empty() => SchemaKind::Out,
            () if self.arguments.after_self().iter().any(|argument| argument.is_write()) => SchemaKind::Mutable,
            () => SchemaKind::Functional,
        }
    }

    /// True for an operator with out arguments.
    pub fn is_out(&self) -> bool {
        !self.arguments.out.is_empty()
    }

    /// True if the operator writes to an argument.
    pub fn is_mutable(&self) -> bool {
        self.arguments.all().any(|argument| argument.is_write())
    }

    /// True if the overload says that this is the functional form of a mutable operator.
    pub fn is_functional_overload(&self) -> bool {
        self.name.value.overload.contains("functional")
    }

    /// True if an argument other than an out argument is made of `SymInt`s.
    pub fn has_symint(&self) -> bool {
        self.arguments.has_symint()
    }

    /// The name that the C++ API gives the operator: `add`, or `add_out` for an operator with out arguments.
    pub fn cpp_name(&self) -> String {
        let name = &self.name.value.name;
        if self.is_out() { format!("{name}_out") } else { name.to_string() }
    }

    /// For each return, the argument with the same annotation, if there is exactly one.
    pub fn aliased_return_names(&self) -> Vec<Option<&str>> {
        let of = |annotation: &Annotation| {
            let mut equal = self.arguments.all().filter(|argument| argument.annotation.as_ref() == Some(annotation));
            equal.next().filter(|_| equal.next().is_none()).map(|argument| argument.name.as_str())
        };
        self.returns.iter().map(|returned| returned.annotation.as_ref().and_then(of)).collect()
    }
}

impl fmt::Display for Return {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.annotated_type())?;
        match &self.name {
            Some(name) => write!(f, " {}", name.value),
            None => Ok(()),
        }
    }
}

impl fmt::Display for FunctionSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}) -> ", self.name.value, self.arguments)?;
        match self.returns.as_slice() {
            [only] => only.fmt(f),
            several => {
                let texts: Vec<_> = several.iter().map(Return::to_string).collect();
                write!(f, "({})", texts.join(", "))
            }
        }
    }
}
