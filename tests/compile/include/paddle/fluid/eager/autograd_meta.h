#pragma once

#include "paddle/phi/api/include/tensor.h"

namespace egr {

class AutogradMeta : public paddle::AbstractAutogradMeta {
 public:
  void SetStopGradient(bool);
};

}  // namespace egr
