#pragma once

#include "paddle/fluid/framework/op_desc.h"

namespace paddle::prim {

class StaticCompositeContext {
 public:
  static StaticCompositeContext& Instance();
  framework::BlockDesc* GetBlock();
};

}  // namespace paddle::prim
