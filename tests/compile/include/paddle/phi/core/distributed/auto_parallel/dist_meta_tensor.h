#pragma once

#include "paddle/phi/core/distributed/auto_parallel/dist_attr.h"
#include "paddle/phi/core/meta_tensor.h"

namespace phi::distributed {

class DistMetaTensor : public MetaTensor {
 public:
  DistMetaTensor();
  DistMetaTensor(TensorBase*);        // NOLINT
  DistMetaTensor(const TensorBase&);  // NOLINT
  DistMetaTensor(const TensorBase*);  // NOLINT
  DistMetaTensor(TensorBase&);        // NOLINT
  DistMetaTensor(const DDim&, const TensorDistAttr&);
};

}  // namespace phi::distributed
