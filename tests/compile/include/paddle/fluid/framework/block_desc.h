#pragma once

#include "paddle/fluid/framework/op_desc.h"

namespace paddle::framework {

class BlockDesc {
 public:
  OpDesc* AppendOp();
};

}  // namespace paddle::framework
