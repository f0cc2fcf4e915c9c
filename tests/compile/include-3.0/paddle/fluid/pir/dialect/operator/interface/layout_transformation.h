#pragma once

#include "paddle/fluid/pir/dialect/operator/ir/op_type.h"
#include "paddle/fluid/pir/dialect/operator/utils/utils.h"
#include "pir/op_base.h"

namespace paddle::dialect {

// What it calls are functions beside the class, not of it.
class LayoutTransformationInterface : public pir::OpInterfaceBase<LayoutTransformationInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {}
};

}  // namespace paddle::dialect
