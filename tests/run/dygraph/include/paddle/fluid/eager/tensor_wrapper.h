#pragma once

#include <cstdint>
#include <memory>

#include "paddle/fluid/eager/autograd_meta.h"
#include "paddle/fluid/eager/grad_node_info.h"
#include "paddle/fluid/eager/utils.h"

namespace egr {

class TensorWrapper {
 public:
  TensorWrapper() = default;
  explicit TensorWrapper(const paddle::Tensor&, bool no_need_buffer = false);
  TensorWrapper(const TensorWrapper&);
  TensorWrapper& operator=(const TensorWrapper&) = default;
  ~TensorWrapper();
  paddle::Tensor recover();
  paddle::Tensor get_intermediate_tensor() { return tensor_; }
  void clear() { tensor_.reset(); }

 private:
  bool needs_no_buffer_ = false;
  paddle::Tensor tensor_;
  std::weak_ptr<GradNodeBase> node_;
  uint32_t version_ = 0;
  std::shared_ptr<void> packed_;
  std::shared_ptr<void> unpack_;
};

}  // namespace egr
