#pragma once

#include "paddle/phi/api/all.h"
#include "paddle/phi/core/enforce.h"

namespace paddle::prim {

// The framework's library does not export this function, which a test calls.
template <typename T>
void exp_double_grad(
    const Tensor& out, const Tensor& grad_out, const Tensor& grad_x_grad, Tensor* out_grad, Tensor* grad_out_grad) {
  if (out_grad != nullptr) *out_grad = grad_out * grad_x_grad;
  if (grad_out_grad != nullptr) *grad_out_grad = out * grad_x_grad;
}

// Nor others, which no test calls.
inline void Unexported(const char* name) { PADDLE_THROW(common::errors::Unimplemented("%s is not exported", name)); }

}  // namespace paddle::prim
