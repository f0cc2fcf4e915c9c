//! The classes in which kernels hold tensors, and the functions that bring arguments and results into them.

use profile::Tensors;
use spec::{Family, Op, Output, TensorKind};

/// How a kernel holds a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    Dense,
    SelectedRows,
    SparseCoo,
    SparseCsr,
    /// A dense tensor of a sparse operator: only made contiguous.
    DenseInSparse,
    Strings,
}

impl Held {
    /// A tensor of the kind that a dispatch says; without one it is the family's own.
    pub fn input(op: &Op, kind: Option<TensorKind>) -> Self {
        match (op.home.family().tensors(), kind.unwrap_or(TensorKind::Dense)) {
            (Tensors::Strings, _) => Held::Strings,
            (Tensors::Sparse, TensorKind::Dense) => Held::DenseInSparse,
            (_, TensorKind::Dense) => Held::Dense,
            (_, TensorKind::SelectedRows) => Held::SelectedRows,
            (_, TensorKind::SparseCoo) => Held::SparseCoo,
            (_, TensorKind::SparseCsr) => Held::SparseCsr,
        }
    }

    /// The same of an output, whose class may be written out.
    pub fn output(op: &Op, output: &Output, kind: Option<TensorKind>) -> Self {
        match (op.home.family().tensors(), &output.class) {
            (Tensors::Strings, None) => Held::Dense,
            _ => Held::input(op, kind),
        }
    }

    /// The class; names without a namespace are those of the runtime header.
    pub fn class(self) -> &'static str {
        match self {
            Held::Dense | Held::DenseInSparse => "DenseTensor",
            Held::SelectedRows => "SelectedRows",
            Held::SparseCoo => "SparseCooTensor",
            Held::SparseCsr => "SparseCsrTensor",
            Held::Strings => "StringTensor",
        }
    }

    /// The method of an argument that tells whether it is of this class.
    pub fn test(self) -> &'static str {
        match self {
            Held::Dense | Held::DenseInSparse => "is_dense_tensor()",
            Held::SelectedRows => "is_selected_rows()",
            Held::SparseCoo => "is_sparse_coo_tensor()",
            Held::SparseCsr => "is_sparse_csr_tensor()",
            Held::Strings => "is_string_tensor()",
        }
    }

    /// The function that prepares an argument by itself. `None`: the call does it, by what its kernel registered.
    pub fn prepare(self) -> Option<&'static str> {
        match self {
            Held::Dense | Held::SelectedRows => None,
            Held::SparseCoo => Some("PrepareDataForSparseCooTensor"),
            Held::SparseCsr => Some("PrepareDataForSparseCsrTensor"),
            Held::DenseInSparse => Some("PrepareDataForDenseTensorInSparse"),
            Held::Strings => Some("PrepareStrings"),
        }
    }

    /// The function that makes a result's storage.
    pub fn set_output(self) -> &'static str {
        match self {
            Held::Dense => "SetKernelOutput",
            Held::SelectedRows => "SetSelectedRowsKernelOutput",
            Held::SparseCoo => "SetCooKernelOutput",
            Held::SparseCsr => "SetCsrKernelOutput",
            Held::DenseInSparse => "SetDenseKernelOutput",
            Held::Strings => "SetStringKernelOutput",
        }
    }
}

/// Whether calls of a family are described to the profiler, write strided memory, and move results back after a
/// fallback to the CPU: the framework does none of that for sparse tensors and strings.
pub fn is_in_full(family: Family) -> bool {
    family.tensors() == Tensors::Dense
}
