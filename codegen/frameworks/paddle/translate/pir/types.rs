//! The types of values.

use std::rc::Rc;

use super::DataType;

#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    Tensor(TensorType),
    /// Several values. An absent one has no type.
    Vector(Rc<[Option<Type>]>),
    /// A stack that carries values from a block to its gradient, or one of its ends: `stack`, `inlet` or `outlet`.
    Stack(&'static str),
}

#[derive(Debug, Clone, PartialEq)]
pub struct TensorType {
    pub kind: TensorKind,
    pub element: DataType,
    /// An unknown size is -1.
    pub dims: Rc<[i64]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TensorKind {
    Dense,
    SelectedRows,
    Array,
    SparseCoo,
    SparseCsr,
}

impl Type {
    pub fn dense(element: DataType, dims: impl Into<Rc<[i64]>>) -> Self {
        Type::Tensor(TensorType { kind: TensorKind::Dense, element, dims: dims.into() })
    }

    pub fn as_dense(&self) -> Option<&TensorType> {
        match self {
            Type::Tensor(tensor) if tensor.kind == TensorKind::Dense => Some(tensor),
            _ => None,
        }
    }
}

impl TensorKind {
    /// The kind, in messages.
    pub fn describe(self) -> &'static str {
        match self {
            TensorKind::Dense => "a dense tensor",
            TensorKind::SelectedRows => "selected rows",
            TensorKind::Array => "an array of tensors",
            TensorKind::SparseCoo => "a sparse tensor of coordinates",
            TensorKind::SparseCsr => "a sparse tensor of compressed rows",
        }
    }
}
