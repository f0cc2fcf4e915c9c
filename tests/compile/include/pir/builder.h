#pragma once

#include <type_traits>
#include <utility>

#include "pir/operation.h"

namespace pir {

class Builder {
 public:
  explicit Builder(IrContext*);
  IrContext* ir_context() const;
  Operation* Build(OperationArgument&&);
  // A class has a function that makes an operation of the arguments.
  template <typename OpTy, typename... Args>
  auto Build(Args&&...) -> std::enable_if_t<
      std::is_void_v<decltype(OpTy::Build(
          std::declval<Builder&>(), std::declval<OperationArgument&>(), std::declval<Args>()...))>,
      OpTy>;
};

}  // namespace pir
