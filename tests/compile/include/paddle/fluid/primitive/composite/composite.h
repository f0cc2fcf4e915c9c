#pragma once

#include <tuple>
#include <vector>

#include "paddle/fluid/primitive/type/lazy_tensor.h"
#include "paddle/fluid/primitive/utils/utils.h"

namespace paddle::primitive::details {

template <typename T>
Tensor add_n_decomp(const std::vector<Tensor>&);
template <typename T>
std::tuple<Tensor, Tensor> dropout_decomp(
    const Tensor&, const optional<Tensor>&, const Scalar&, bool, const std::string&, int, bool);
template <typename T>
Tensor full_like_decomp(const Tensor&, const Scalar&, const DataType&, const Place&);
template <typename T>
Tensor gelu_decomp(const Tensor&, bool);
template <typename T>
std::tuple<Tensor, Tensor, Tensor> layer_norm_decomp(
    const Tensor&, const optional<Tensor>&, const optional<Tensor>&, float, int);
template <typename T>
Tensor mean_decomp(const Tensor&, const IntArray&, bool);
template <typename T>
Tensor pow_decomp(const Tensor&, const Scalar&);
template <typename T>
Tensor relu_decomp(const Tensor&);
template <typename T>
Tensor silu_decomp(const Tensor&);
template <typename T>
Tensor softmax_decomp(const Tensor&, const int&);
template <typename T>
Tensor stack_decomp(const std::vector<Tensor>&, const int&);

}  // namespace paddle::primitive::details
