#pragma once

#include_next <paddle/fluid/primitive/backend/generated/generated_backend.h>

namespace paddle::primitive::backend {

template <typename T>
Tensor scale(const Tensor&, const Scalar& = 1.0, const Scalar& bias = 0.0, bool bias_after_scale = true);

}  // namespace paddle::primitive::backend
