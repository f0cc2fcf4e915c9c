#pragma once

#include "pir/op_base.h"

namespace paddle::dialect {

class DecompVjpInterface : public pir::OpInterfaceBase<DecompVjpInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] std::vector<std::vector<pir::Value>> (*decomp_vjp)(pir::Operation*) = &Op::DecompVjp;
  }
};

}  // namespace paddle::dialect
