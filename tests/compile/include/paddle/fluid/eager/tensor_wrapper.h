#pragma once

#include "paddle/fluid/eager/autograd_meta.h"
#include "paddle/fluid/eager/grad_node_info.h"
#include "paddle/fluid/eager/utils.h"

namespace egr {

class TensorWrapper {
 public:
  TensorWrapper();
  explicit TensorWrapper(const paddle::Tensor&, bool no_need_buffer = false);
  TensorWrapper(const TensorWrapper&);
  TensorWrapper& operator=(const TensorWrapper&);
  paddle::Tensor recover();
  paddle::Tensor get_intermidiate_tensor();
  void clear();
};

}  // namespace egr
