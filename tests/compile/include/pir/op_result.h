#pragma once

#include "pir/value.h"

namespace pir {

class OpResult : public Value {
 public:
  OpResult(std::nullptr_t = nullptr);  // NOLINT
  Operation* owner() const;
  uint32_t index() const;
};

}  // namespace pir
