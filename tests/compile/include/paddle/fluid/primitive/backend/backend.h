#pragma once

#include <vector>

#include "paddle/fluid/primitive/backend/generated/generated_backend.h"

namespace paddle::primitive::backend {

// Functions that are not generated.
template <typename T>
std::vector<Tensor> add_n_grad(const std::vector<Tensor>& x, const Tensor& out_grad);
template <typename T>
Tensor embedding_grad(
    const Tensor& x, const Tensor& weight, const Tensor& out_grad, int64_t padding_idx = -1, bool sparse = false);

}  // namespace paddle::primitive::backend
