//! The kernels of an operator, and what selects one of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use source::{Span, Spanned};

use super::{Name, is_false};
use crate::named::HasName;
use crate::types::TensorKind;

/// The kernels that implement an operator, and the arguments that select a registration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kernel {
    pub functions: Vec<KernelFn>,
    /// The arguments that the kernel is called with; all of them if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<Vec<Param>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<Candidates>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Candidates>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_type: Option<Candidates>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_backend: Option<Name>,
}

/// The name of a kernel and, if an operator has several kernels, the kinds of tensor it is for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelFn {
    pub name: Name,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch: Option<Dispatch>,
}

/// `{dense, selected_rows -> dense}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dispatch {
    pub inputs: Vec<Spanned<TensorKind>>,
    pub outputs: Vec<Spanned<TensorKind>>,
}

/// Arguments that can decide one part of the kernel key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidates {
    /// `a > b`: the first that is set decides. Otherwise `a, b`: all of them together decide.
    pub ordered: bool,
    pub names: Vec<Candidate>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// An argument, or an enumerator such as `DataType::FLOAT32`.
    pub name: Name,
    /// `complex(x)`: the complex type over that argument's type.
    #[serde(default, skip_serializing_if = "is_false")]
    pub complex: bool,
}

/// An entry of a `param` list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", content = "value", rename_all = "snake_case")]
pub enum Param {
    /// The name of an argument, or a name that only C++ code defines.
    Name(Name),
    /// A number or a boolean, in C++.
    Literal(Name),
    /// A quoted string that is not the name of an argument.
    Text(Name),
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Candidate { name, complex }) in self.names.iter().enumerate() {
            if i > 0 {
                f.write_str(if self.ordered { " > " } else { ", " })?;
            }
            if *complex { write!(f, "complex({})", name.value)? } else { f.write_str(&name.value)? }
        }
        Ok(())
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Param::Name(text) | Param::Literal(text) => f.write_str(&text.value),
            Param::Text(text) => write!(f, "\"{}\"", text.value),
        }
    }
}

/// A literal or a text has an empty name, which no argument has.
impl HasName for Param {
    fn name(&self) -> &str {
        Param::name(self).unwrap_or_default()
    }
}

impl Param {
    pub fn span(&self) -> Span {
        match self {
            Param::Name(text) | Param::Literal(text) | Param::Text(text) => text.span,
        }
    }

    /// The name, if it is one.
    pub fn name(&self) -> Option<&str> {
        match self {
            Param::Name(name) => Some(&name.value),
            _ => None,
        }
    }
}
