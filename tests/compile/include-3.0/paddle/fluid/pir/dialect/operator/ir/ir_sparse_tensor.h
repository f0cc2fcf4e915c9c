#pragma once

#include "paddle/fluid/pir/dialect/operator/ir/op_type.h"
#include "paddle/phi/core/extended_tensor.h"

namespace paddle::dialect {

class IrSparseCooTensor : public phi::ExtendedTensor, public phi::TypeInfoTraits<phi::TensorBase, IrSparseCooTensor> {
 public:
  IrSparseCooTensor();
  IrSparseCooTensor(
      phi::DataType, const common::DDim& dims, common::DDim non_zero_dims, common::DataLayout, bool coalesced = false);
};

class IrSparseCsrTensor : public phi::ExtendedTensor, public phi::TypeInfoTraits<phi::TensorBase, IrSparseCsrTensor> {
 public:
  IrSparseCsrTensor();
  IrSparseCsrTensor(
      phi::DataType, const common::DDim&, common::DataLayout, pir::DenseTensorType non_zero_crows,
      pir::DenseTensorType non_zero_cols, pir::DenseTensorType non_zero_elements);
};

SparseCooTensorType CvtToSparseCooTensorType(const IrSparseCooTensor&);
SparseCsrTensorType CvtToSparseCsrTensorType(const IrSparseCsrTensor&);

}  // namespace paddle::dialect
