#pragma once

#include "paddle/phi/api/include/api.h"
#include "paddle/phi/api/include/fused_api.h"
#include "paddle/phi/api/include/sparse_api.h"
#include "paddle/phi/api/include/tensor.h"
#include "paddle/utils/optional.h"

namespace paddle::experimental {

// An operator of the framework that generated functions call. The built-in YAML does not have it.
PADDLE_API Tensor assign(const Tensor& x);

}  // namespace paddle::experimental
