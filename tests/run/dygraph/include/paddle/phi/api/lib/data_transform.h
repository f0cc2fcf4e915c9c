#pragma once

#include "paddle/phi/core/dense_tensor.h"

namespace paddle::experimental {

phi::DenseTensor Trans2Contiguous(const phi::DenseTensor&);

}  // namespace paddle::experimental
