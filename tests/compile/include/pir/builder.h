#pragma once

#include <utility>

#include "pir/operation.h"

namespace pir {

class Builder {
 public:
  explicit Builder(IrContext*);
  IrContext* ir_context() const;
  Operation* Build(OperationArgument&&);
  template <typename OpTy, typename... Args>
  OpTy Build(Args&&... args) {
    OpTy::Build(*this, std::declval<OperationArgument&>(), std::forward<Args>(args)...);
    return OpTy(Build(std::declval<OperationArgument>()));
  }
};

}  // namespace pir
