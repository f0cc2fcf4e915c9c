#pragma once

#include "paddle/fluid/pir/dialect/operator/ir/op_type.h"
#include "paddle/fluid/pir/dialect/operator/utils/utils.h"
#include "paddle/phi/core/extended_tensor.h"
#include "pir/value.h"

namespace paddle::primitive {

class LazyTensor : public phi::ExtendedTensor, public phi::TypeInfoTraits<phi::TensorBase, LazyTensor> {
 public:
  explicit LazyTensor(pir::Value);
  pir::Value value() const;
  void set_empty();
};

}  // namespace paddle::primitive
