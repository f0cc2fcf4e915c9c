#pragma once

#include <vector>

#include "paddle/fluid/primitive/type/lazy_tensor.h"
#include "paddle/phi/api/include/tensor.h"

namespace paddle::primitive {

std::vector<std::vector<Tensor>> ConstructVjpResultByStopGradients(
    const std::vector<std::vector<Tensor>>& outputs, const std::vector<std::vector<bool>>& stop_gradients);

}  // namespace paddle::primitive
