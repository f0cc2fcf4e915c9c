#pragma once

#include <string>
#include <utility>
#include <vector>

#include "paddle/phi/core/attribute.h"
#include "paddle/phi/core/ddim.h"

namespace phi {

class RecordOpInfoSupplement {
 public:
  static bool IsEnabled();
  RecordOpInfoSupplement();
  explicit RecordOpInfoSupplement(
      const std::string& op, const std::vector<std::pair<const char*, std::vector<DDim>>>& input_shapes,
      const AttributeMap&);
};

}  // namespace phi
