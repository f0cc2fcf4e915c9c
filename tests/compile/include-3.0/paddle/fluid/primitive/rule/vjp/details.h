#pragma once

#include_next <paddle/fluid/primitive/rule/vjp/details.h>

namespace paddle::primitive::details {

template <typename T>
void abs_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void assign_grad(const Tensor&, Tensor*);
template <typename T>
void atan2_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void atan_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void batch_norm_grad(
    const Tensor&, const optional<Tensor>&, const optional<Tensor>&, const optional<Tensor>&, const optional<Tensor>&,
    const Tensor&, const Tensor&, const optional<Tensor>&, const Tensor&, float, float, const std::string&, bool, bool,
    bool, Tensor*, Tensor*, Tensor*);
template <typename T>
void bce_loss_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*);
template <typename T>
void cos_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void cumprod_grad(const Tensor&, const Tensor&, const Tensor&, int, bool, bool, Tensor*);
template <typename T>
void cumsum_grad(const Tensor&, const Tensor&, const Scalar&, bool, bool, bool, Tensor*);
template <typename T>
void dot_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void expm1_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void floor_grad(const Tensor&, Tensor*);
template <typename T>
void fmax_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void fmin_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void gather_grad(const Tensor&, const Tensor&, const Tensor&, const Scalar&, Tensor*);
template <typename T>
void group_norm_grad(
    const Tensor&, const optional<Tensor>&, const optional<Tensor>&, const Tensor&, const Tensor&, const Tensor&,
    const Tensor&, float, int, const std::string&, Tensor*, Tensor*, Tensor*);
template <typename T>
void hardswish_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void instance_norm_grad(
    const Tensor&, const optional<Tensor>&, const Tensor&, const Tensor&, const Tensor&, float, Tensor*, Tensor*,
    Tensor*);
template <typename T>
void leaky_relu_grad(const Tensor&, const Tensor&, float, Tensor*);
template <typename T>
void logcumsumexp_grad(const Tensor&, const Tensor&, const Tensor&, int, bool, bool, bool, Tensor*);
template <typename T>
void masked_select_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*);
template <typename T>
void matmul_grad(const Tensor&, const Tensor&, const Tensor&, bool, bool, Tensor*, Tensor*);
template <typename T>
void mean_grad(const Tensor&, const Tensor&, const IntArray&, bool, bool, Tensor*);
template <typename T>
void minimum_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void pow_grad(const Tensor&, const Tensor&, const Scalar&, Tensor*);
template <typename T>
void prod_grad(const Tensor&, const Tensor&, const Tensor&, const IntArray&, bool, bool, Tensor*);
template <typename T>
void put_along_axis_grad(
    const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&, int, const std::string&, bool, Tensor*,
    Tensor*);
template <typename T>
void reduce_as_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*);
template <typename T>
void reshape_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void roll_grad(const Tensor&, const Tensor&, const IntArray&, const std::vector<int64_t>&, Tensor*);
template <typename T>
void rsqrt_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void scale_grad(const Tensor&, const Scalar&, Tensor*);
template <typename T>
void scatter_grad(const Tensor&, const Tensor&, const Tensor&, bool, Tensor*, Tensor*);
template <typename T>
void scatter_nd_add_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void sigmoid_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void sin_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void softsign_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void square_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void squeeze_grad(const Tensor&, const Tensor&, const IntArray&, Tensor*);
template <typename T>
void stack_grad(const std::vector<Tensor>&, const Tensor&, int, std::vector<Tensor*>);
template <typename T>
void swiglu_grad(const Tensor&, const optional<Tensor>&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void swish_grad(const Tensor&, const Tensor&, Tensor*);
template <typename T>
void topk_grad(
    const Tensor&, const Tensor&, const Tensor&, const Scalar&, const int&, const bool&, const bool&, Tensor*);
template <typename T>
void unsqueeze_grad(const Tensor&, const Tensor&, const IntArray&, Tensor*);
template <typename T>
void where_grad(const Tensor&, const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);

}  // namespace paddle::primitive::details
