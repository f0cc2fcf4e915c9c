#pragma once

#include "paddle/fluid/prim/api/all.h"
#include "paddle/phi/api/include/tensor.h"
#include "paddle/phi/common/int_array.h"
#include "paddle/utils/optional.h"

namespace paddle::prim {

template <typename T>
void leaky_relu_grad(const Tensor&, const Tensor&, float, Tensor*);

template <typename T>
void silu_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*);

template <typename T>
void relu_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void softmax_grad(const Tensor&, const Tensor&, int, Tensor*);

template <typename T>
void gather_grad(const Tensor&, const Tensor&, const Tensor&, const Scalar&, Tensor*);

template <typename T>
void tanh_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void transpose_grad(const Tensor&, const std::vector<int>&, Tensor*);

template <typename T>
void subtract_grad(const Tensor&, const Tensor&, const Tensor&, int, Tensor*, Tensor*);

template <typename T>
void add_grad(const Tensor&, const Tensor&, const Tensor&, int, Tensor*, Tensor*);

template <typename T>
void sum_grad(const Tensor&, const Tensor&, const IntArray&, bool, bool, Tensor*);

template <typename T>
void divide_grad(const Tensor&, const Tensor&, const Tensor&, const Tensor&, int, Tensor*, Tensor*);

template <typename T>
void elementwise_pow_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);

template <typename T>
void sqrt_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void floor_grad(const Tensor&, Tensor*);

template <typename T>
void concat_grad(const std::vector<Tensor>&, const Tensor&, const Scalar&, std::vector<Tensor*>);

template <typename T>
void expand_grad(const Tensor&, const Tensor&, const IntArray&, Tensor*);

template <typename T>
void log_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void exp_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void sigmoid_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void abs_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void slice_grad(
    const Tensor&, const Tensor&, const std::vector<int64_t>&, const IntArray&, const IntArray&,
    const std::vector<int64_t>&, const std::vector<int64_t>&, Tensor*);

template <typename T>
void group_norm_grad(
    const Tensor&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&, const Tensor&, const Tensor&,
    const Tensor&, const Tensor&, float, int, const std::string&, Tensor*, Tensor*, Tensor*);

template <typename T>
void layer_norm_grad(
    const Tensor&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&, const Tensor&, const Tensor&,
    const Tensor&, float, int, Tensor*, Tensor*, Tensor*);

template <typename T>
void cumsum_grad(const Tensor&, const Tensor&, const Scalar&, bool, bool, bool, Tensor*);

template <typename T>
void topk_grad(
    const Tensor&, const Tensor&, const Tensor&, const Scalar&, const int&, const bool&, const bool&, Tensor*);

template <typename T>
void gather_nd_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*);

template <typename T>
void prod_grad(const Tensor&, const Tensor&, const Tensor&, const IntArray&, bool, bool, Tensor*);

template <typename T>
void max_grad(const Tensor&, const Tensor&, const Tensor&, const IntArray&, bool, bool, Tensor*);

template <typename T>
void assign_grad(const Tensor&, Tensor*);

template <typename T>
void erf_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void maximum_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);

template <typename T>
void dropout_grad(const Tensor&, const Tensor&, const Scalar&, bool, const std::string&, Tensor*);

template <typename T>
void sin_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void cos_grad(const Tensor&, const Tensor&, Tensor*);

template <typename T>
void scatter_grad(const Tensor&, const Tensor&, const Tensor&, bool, Tensor*, Tensor*);

template <typename T>
void batch_norm_grad(
    const Tensor&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&,
    const paddle::optional<Tensor>&, const Tensor&, const Tensor&, const paddle::optional<Tensor>&, const Tensor&,
    float, float, const std::string&, bool, bool, bool, Tensor*, Tensor*, Tensor*);

template <typename T>
void instance_norm_grad(
    const Tensor&, const paddle::optional<Tensor>&, const Tensor&, const Tensor&, const Tensor&, float, Tensor*,
    Tensor*, Tensor*);

template <typename T>
void gelu_grad(const Tensor&, const Tensor&, bool, Tensor*);

template <typename T>
void minimum_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);

template <typename T>
void tile_grad(const Tensor&, const Tensor&, const IntArray&, Tensor*);

template <typename T>
void roll_grad(const Tensor&, const Tensor&, const IntArray&, const std::vector<int64_t>&, Tensor*);

template <typename T>
void pad_grad(const Tensor&, const Tensor&, const std::vector<int>&, const Scalar&, Tensor*);

template <typename T>
void scatter_nd_add_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);

template <typename T>
void tanh_double_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);

template <typename T>
void tanh_triple_grad(
    const Tensor&, const Tensor&, const Tensor&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&,
    Tensor*, Tensor*, Tensor*);

template <typename T>
void matmul_double_grad(
    const Tensor&, const Tensor&, const Tensor&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&, bool,
    bool, Tensor*, Tensor*, Tensor*);

template <typename T>
void silu_double_grad(const Tensor&, const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);

template <typename T>
void add_double_grad(
    const Tensor&, const Tensor&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&, int, Tensor*);

template <typename T>
void add_triple_grad(
    const paddle::optional<Tensor>&, const paddle::optional<Tensor>&, const Tensor&, int, Tensor*, Tensor*);

template <typename T>
void subtract_double_grad(
    const Tensor&, const Tensor&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&, int, Tensor*);

}  // namespace paddle::prim
