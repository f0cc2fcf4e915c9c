#pragma once

#include <memory>

#include "paddle/fluid/eager/grad_node_info.h"
#include "paddle/phi/api/include/tensor.h"

namespace egr {

class AutogradMeta : public paddle::AbstractAutogradMeta {
 public:
  ~AutogradMeta() override;
  bool StopGradient() const { return stop_gradient_ != 0; }
  void SetStopGradient(bool stop) { stop_gradient_ = stop; }

 private:
  std::shared_ptr<paddle::Tensor> grad_;
  std::shared_ptr<GradNodeBase> node_;
  size_t slot_;
  size_t rank_;
  int stop_gradient_;
  bool is_persistable_;
  bool retains_grads_;
};

}  // namespace egr
