//! The kernels of an operator, and the arguments that select one of them.

use std::fmt;

use serde::{Deserialize, Serialize};
use source::{Span, Spanned};

use super::Name;
use crate::named::HasName;
use crate::types::TensorKind;

/// The kernels of an operator, and the arguments that decide the kernel key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kernel {
    /// The kernels. Several differ in the kinds of tensor that they take.
    pub functions: Vec<KernelFn>,
    /// The arguments of the call. `None` stands for all arguments of the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<Vec<Param>>,
    /// The arguments that decide the backend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<Candidates>,
    /// The arguments that decide the layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<Candidates>,
    /// The arguments that decide the data type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_type: Option<Candidates>,
    /// A fixed backend, whatever the arguments are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_backend: Option<Name>,
}

/// One kernel of an operator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KernelFn {
    /// The name under which the kernel is registered.
    pub name: Name,
    /// The kinds of tensor that the kernel is for. Needed if the operator has several kernels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch: Option<Dispatch>,
}

/// The kinds of tensor that a kernel is for: `{dense, selected_rows -> dense}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dispatch {
    /// One kind for each input.
    pub inputs: Vec<Spanned<TensorKind>>,
    /// One kind for each output.
    pub outputs: Vec<Spanned<TensorKind>>,
}

/// The arguments that can decide one part of the kernel key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidates {
    /// True for `a > b`, where the first one that is set decides. False for `a, b`, where all of them decide together.
    pub ordered: bool,
    /// The candidates, in the order of the YAML.
    pub names: Vec<Candidate>,
}

/// One argument that can decide a part of the kernel key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// An argument, or an enumerator such as `DataType::FLOAT32`.
    pub name: Name,
    /// True for `complex(x)`: the complex type whose parts have the type of `x`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
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
    /// A quoted string, which is never the name of an argument.
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

/// Literals and texts have an empty name, which is not the name of any argument.
impl HasName for Param {
    fn name(&self) -> &str {
        Param::name(self).unwrap_or_default()
    }
}

impl Param {
    /// The span of the entry.
    pub fn span(&self) -> Span {
        match self {
            Param::Name(text) | Param::Literal(text) | Param::Text(text) => text.span,
        }
    }

    /// The name. `None` for a literal or a text.
    pub fn name(&self) -> Option<&str> {
        match self {
            Param::Name(name) => Some(&name.value),
            _ => None,
        }
    }
}
