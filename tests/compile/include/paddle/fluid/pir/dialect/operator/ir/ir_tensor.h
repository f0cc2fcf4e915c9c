#pragma once

#include "paddle/fluid/pir/dialect/operator/ir/op_type.h"
#include "paddle/phi/core/extended_tensor.h"

namespace paddle::dialect {

class IrTensor : public phi::ExtendedTensor, public phi::TypeInfoTraits<phi::TensorBase, IrTensor> {
 public:
  IrTensor();
  IrTensor(phi::DataType, const phi::DDim&, phi::DataLayout, const phi::LoD&, size_t offset = 0);
  const phi::LoD& lod() const noexcept;
  size_t offset() const noexcept;
};

}  // namespace paddle::dialect
