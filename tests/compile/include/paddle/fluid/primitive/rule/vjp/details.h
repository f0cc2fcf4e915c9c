#pragma once

#include <tuple>
#include <vector>

#include "paddle/fluid/primitive/type/lazy_tensor.h"
#include "paddle/fluid/primitive/utils/utils.h"

namespace paddle::primitive::details {

template <typename T>
void add_grad(const Tensor&, const Tensor&, const Tensor&, int, Tensor*, Tensor*);
template <typename T>
void cast_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void concat_grad(const std::vector<Tensor>&, const Tensor&, const Scalar&, std::vector<Tensor*>);
template <typename T>
void divide_grad(const Tensor&, const Tensor&, const Tensor&, const Tensor&, int, Tensor*, Tensor*);
template <typename T>
void dropout_grad(const Tensor&, const Tensor&, const Scalar&, bool, const std::string&, Tensor*);
template <typename T>
void elementwise_pow_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void erf_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void exp_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void expand_grad(const Tensor&, const Tensor&, const IntArray&, Tensor*);
template <typename T>
void gather_nd_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*);
template <typename T>
void gelu_grad(const Tensor&, const Tensor&, bool, Tensor*);
template <typename T>
void layer_norm_grad(
    const Tensor&, const optional<Tensor>&, const optional<Tensor>&, const Tensor&, const Tensor&, const Tensor&,
    float, int, Tensor*, Tensor*, Tensor*);
template <typename T>
void log_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void max_grad(const Tensor&, const Tensor&, const Tensor&, const IntArray&, bool, bool, Tensor*);
template <typename T>
void maximum_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void multiply_grad(const Tensor&, const Tensor&, const Tensor&, int, Tensor*, Tensor*);
template <typename T>
void pad_grad(const Tensor&, const Tensor&, const std::vector<int>&, const Scalar&, Tensor*);
template <typename T>
void relu_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void silu_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*);
template <typename T>
void slice_grad(
    const Tensor&, const Tensor&, const std::vector<int64_t>&, const IntArray&, const IntArray&,
    const std::vector<int64_t>&, const std::vector<int64_t>&, Tensor*);
template <typename T>
void softmax_grad(const Tensor&, const Tensor&, int, Tensor*);
template <typename T>
void split_grad(const std::vector<Tensor>&, const Scalar&, Tensor*);
template <typename T>
void sqrt_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void subtract_grad(const Tensor&, const Tensor&, const Tensor&, int, Tensor*, Tensor*);
template <typename T>
void sum_grad(const Tensor&, const Tensor&, const IntArray&, bool, bool, Tensor*);
template <typename T>
void tanh_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void tile_grad(const Tensor&, const Tensor&, const IntArray&, Tensor*);
template <typename T>
void transpose_grad(const Tensor&, const std::vector<int>&, Tensor*);

}  // namespace paddle::primitive::details
