#pragma once

#include "paddle/phi/api/include/tensor.h"

namespace egr {

class AutogradMeta : public paddle::AbstractAutogradMeta {
 public:
  bool StopGradient() const;
  void SetStopGradient(bool);
};

}  // namespace egr
