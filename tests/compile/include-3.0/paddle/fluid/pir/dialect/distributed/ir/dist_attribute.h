#pragma once

#include <cstdint>
#include <vector>

#include "pir/builtin_attribute.h"

namespace paddle::dialect {

class ProcessMeshAttribute : public pir::Attribute {
 public:
  using Attribute::Attribute;
};

class OperationDistAttribute : public pir::Attribute {
 public:
  using Attribute::Attribute;
  static OperationDistAttribute get(
      pir::IrContext*, ProcessMeshAttribute, const std::vector<pir::Attribute>& operands,
      const std::vector<pir::Attribute>& results, const int64_t& chunk_id = -1);
};

}  // namespace paddle::dialect
