#pragma once

#include "paddle/fluid/pir/dialect/distributed/ir/dist_attribute.h"
#include "pir/builtin_type.h"

namespace paddle::dialect {

class DistDenseTensorType : public pir::Type {
 public:
  using Type::Type;
  pir::DenseTensorType dense_tensor_type() const;
};

}  // namespace paddle::dialect
