#pragma once

#include <vector>

#include_next <paddle/fluid/prim/api/composite_backward/composite_backward_api.h>

#include "paddle/fluid/prim/api/composite_backward/composite_double_backward_api.h"

namespace paddle::prim {

template <typename T>
void cumprod_grad(const Tensor&, const Tensor&, const Tensor&, int, bool, bool, Tensor*);
template <typename T>
void min_grad(const Tensor&, const Tensor&, const Tensor&, const IntArray&, bool, bool, Tensor*);
template <typename T>
void pow_grad(const Tensor&, const Tensor&, const Scalar&, Tensor*);
template <typename T>
void rsqrt_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void stack_grad(const std::vector<Tensor>&, const Tensor&, int, std::vector<Tensor*>);

}  // namespace paddle::prim
