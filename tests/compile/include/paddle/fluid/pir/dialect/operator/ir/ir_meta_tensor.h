#pragma once

#include "paddle/phi/core/enforce.h"
#include "paddle/phi/core/meta_tensor.h"

namespace paddle::dialect {

class IrMetaTensor : public phi::MetaTensor {
 public:
  using MetaTensor::MetaTensor;
};

}  // namespace paddle::dialect
