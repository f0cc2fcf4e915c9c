//! The classes of tensors that kernels take and return.

use profile::Tensors;
use serde::{Serialize, Serializer};
use spec::{Family, Op, Output, TensorKind};

/// The class of a tensor that a kernel takes or returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TensorClass {
    /// A dense tensor.
    Dense,
    /// Some rows of a tensor.
    SelectedRows,
    /// A sparse tensor with coordinates.
    SparseCoo,
    /// A sparse tensor with compressed rows.
    SparseCsr,
    /// A dense tensor of a sparse operator: preparing it only makes it contiguous.
    DenseInSparse,
    /// A tensor of strings.
    Strings,
}

impl TensorClass {
    /// All classes.
    pub const ALL: [TensorClass; 6] = [
        TensorClass::Dense,
        TensorClass::SelectedRows,
        TensorClass::SparseCoo,
        TensorClass::SparseCsr,
        TensorClass::DenseInSparse,
        TensorClass::Strings,
    ];

    /// The name in templates and in the profile.
    pub fn name(self) -> &'static str {
        match self {
            TensorClass::Dense => "dense",
            TensorClass::SelectedRows => "selected_rows",
            TensorClass::SparseCoo => "sparse_coo",
            TensorClass::SparseCsr => "sparse_csr",
            TensorClass::DenseInSparse => "dense_in_sparse",
            TensorClass::Strings => "strings",
        }
    }

    /// The class of an input: that of the dispatch, or by default that of the operator's family.
    pub fn of_input(op: &Op, kind: Option<TensorKind>) -> Self {
        match (op.home.family().tensors(), kind.unwrap_or(TensorKind::Dense)) {
            (Tensors::Strings, _) => TensorClass::Strings,
            (Tensors::Sparse, TensorKind::Dense) => TensorClass::DenseInSparse,
            (_, TensorKind::Dense) => TensorClass::Dense,
            (_, TensorKind::SelectedRows) => TensorClass::SelectedRows,
            (_, TensorKind::SparseCoo) => TensorClass::SparseCoo,
            (_, TensorKind::SparseCsr) => TensorClass::SparseCsr,
        }
    }

    /// The class of an output. Operators over strings return dense tensors unless the YAML states a class.
    pub fn of_output(op: &Op, output: &Output, kind: Option<TensorKind>) -> Self {
        match (op.home.family().tensors(), &output.class) {
            (Tensors::Strings, None) => TensorClass::Dense,
            _ => TensorClass::of_input(op, kind),
        }
    }
}

impl Serialize for TensorClass {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Whether the operators of a family work on dense tensors. Only their calls are shown by the profiler, write strided memory,
/// and move results back after a fallback to the CPU.
pub fn is_dense(family: Family) -> bool {
    family.tensors() == Tensors::Dense
}
