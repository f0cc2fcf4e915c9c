#pragma once

#include_next <paddle/fluid/primitive/composite/composite.h>

namespace paddle::primitive::details {

template <typename T>
Tensor rsqrt_decomp(const Tensor&);
template <typename T>
Tensor sqrt_decomp(const Tensor&);
template <typename T>
std::tuple<Tensor, Tensor> squeeze_decomp(const Tensor&, const IntArray&);
template <typename T>
std::tuple<Tensor, Tensor> unsqueeze_decomp(const Tensor&, const IntArray&);

}  // namespace paddle::primitive::details
