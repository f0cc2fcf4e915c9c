#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pir/builder.h"

namespace pir {

class PatternRewriter : public Builder {
 public:
  using Builder::Builder;
};

// What makes an operation of a rewritten pattern.
using OperationCreator =
    std::function<Operation*(const std::vector<Value>& inputs, const AttributeMap&, PatternRewriter&)>;

}  // namespace pir
