//! `[pir]`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// The newer intermediate representation: its dialects, and what is made for them.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Pir {
    /// What operators of a dialect have that the YAML does not say.
    pub rules: PirRules,
    pub dialects: IndexMap<String, Dialect>,
    pub vjp: super::PirVjp,
}

/// Lists of operators by which the framework decides.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct PirRules {
    /// Operators whose attributes are never given as tensors, whatever `op_compat.yaml` says.
    pub immutable: Vec<String>,
    /// The attributes that `op_compat.yaml` knows by another name, by operator.
    pub mutable_names: IndexMap<String, IndexMap<String, String>>,
    /// The type that the scalars of an operator have as tensors, whatever `op_compat.yaml` says.
    pub scalar_types: IndexMap<String, String>,
    /// The kinds of file whose scalars are never given as tensors.
    #[serde(default)]
    pub immutable_scalars: Vec<String>,
    /// Operators without a vjp, though they may have a gradient.
    pub without_vjp: Vec<String>,
}

/// A dialect: a namespace of operations with the files that declare and define their classes.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dialect {
    /// The C++ namespace of its classes.
    pub namespace: String,
    /// The kinds of file whose operators it has, in order. A later definition of a name takes the place of an earlier one.
    pub homes: Vec<String>,
    /// Kinds of file whose operators no other dialect has. They come first.
    #[serde(default)]
    pub only: Vec<String>,
    /// Of the operators in `homes` it has only those to which files add something.
    #[serde(default)]
    pub additions: bool,
    /// Whether `op_compat.yaml` describes its operators.
    pub compat: bool,
    /// Kinds of file whose operators are over sparse tensors; the names of their classes say so.
    #[serde(default)]
    pub sparse: Vec<String>,
    pub header: String,
    pub sources: Vec<DialectSources>,
    /// The file with what concerns all classes; otherwise the first source has it.
    #[serde(default)]
    pub info: Option<String>,
    /// Operators that have no class at all.
    #[serde(default)]
    pub without: Vec<String>,
    /// Operations whose classes are written by hand.
    #[serde(default)]
    pub hand_written: Vec<String>,
    /// Classes that tests use, whose symbols a library exports.
    #[serde(default)]
    pub exported: Vec<String>,
}

/// Sources that the operators of some kinds of file are distributed over.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DialectSources {
    pub homes: Vec<String>,
    pub paths: Vec<String>,
}
