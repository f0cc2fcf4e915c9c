#pragma once

#include <cstddef>
#include <string>

#include "paddle/fluid/framework/op_desc.h"

namespace paddle::prim {

class StaticCompositeContext {
 public:
  static StaticCompositeContext& Instance();
  framework::BlockDesc* GetBlock();
  bool IsBwdPrimEnabled();
  size_t CheckSkipCompOps(const std::string& op_type) const;
};

}  // namespace paddle::prim
