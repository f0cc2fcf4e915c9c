#pragma once

#include <vector>

#include "paddle/phi/api/include/tensor.h"

namespace paddle::experimental {

Tensor add_n_impl(const std::vector<Tensor>&);
Tensor copy_to_impl(const Tensor&, Place, bool blocking);
void imag_grad_impl(const Tensor& out_grad, Tensor* x_grad);
void real_grad_impl(const Tensor& out_grad, Tensor* x_grad);
void embedding_grad_impl(
    const Tensor& x, const Tensor& weight, const Tensor& out_grad, int64_t padding_idx, bool sparse,
    Tensor* weight_grad);

}  // namespace paddle::experimental
