#pragma once

#include "paddle/fluid/primitive/rule/vjp/generated/generated_vjp.h"

namespace paddle::primitive {

using StopGradients = const std::vector<std::vector<bool>>&;

// Vjps that are not generated.
std::vector<std::vector<Tensor>> add_n_vjp(const std::vector<Tensor>& x, const Tensor& out_grad, StopGradients);
std::vector<std::vector<Tensor>> reshape_vjp(const Tensor& xshape, const Tensor& out_grad, StopGradients);

}  // namespace paddle::primitive
