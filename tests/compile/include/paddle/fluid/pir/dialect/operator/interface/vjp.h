#pragma once

#include "pir/op_base.h"

namespace paddle::dialect {

class VjpInterface : public pir::OpInterfaceBase<VjpInterface> {
 public:
  using Values = std::vector<std::vector<pir::Value>>;
  using Results = std::vector<std::vector<pir::ResultValue>>;

  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] Results (*vjp)(
        pir::Operation*, const Values& inputs, const Results& outputs, const Values& out_grads,
        const std::vector<std::vector<bool>>& stop_gradients) = &Op::Vjp;
  }
};

}  // namespace paddle::dialect
