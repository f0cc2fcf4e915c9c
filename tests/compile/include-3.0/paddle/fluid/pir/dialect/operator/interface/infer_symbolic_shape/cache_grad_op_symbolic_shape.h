#pragma once

#include "paddle/fluid/pir/dialect/operator/utils/shape_analysis_utils.h"
#include "pir/op_base.h"

namespace pir {

class CacheGradOpSymbolicShapeInterface : public OpInterfaceBase<CacheGradOpSymbolicShapeInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] void (Op::*cache_grad_op_symbolic_shape)(InferSymbolicShapeContext*) =
        &Op::CacheGradOpSymbolicShape;
  }
};

}  // namespace pir

namespace paddle::dialect {
using pir::CacheGradOpSymbolicShapeInterface;
}  // namespace paddle::dialect
