#pragma once

#include "pir/op_base.h"

namespace paddle::dialect {

class DecompInterface : public pir::OpInterfaceBase<DecompInterface> {
 public:
  template <typename Op>
  static constexpr void CheckModel() {
    [[maybe_unused]] std::vector<std::vector<pir::ResultValue>> (*decomp)(pir::Operation*) = &Op::Decomp;
  }
};

}  // namespace paddle::dialect
