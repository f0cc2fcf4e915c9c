#pragma once

#include_next <paddle/fluid/primitive/composite/composite.h>

namespace paddle::primitive::details {

template <typename T>
Tensor any_decomp(const Tensor&, const IntArray&, bool);
template <typename T>
Tensor bce_loss_decomp(const Tensor&, const Tensor&);
template <typename T>
Tensor bmm_decomp(const Tensor&, const Tensor&);
template <typename T>
Tensor elu_decomp(const Tensor&, float);
template <typename T>
Tensor embedding_decomp(const Tensor&, const Tensor&, int64_t, bool);
template <typename T>
Tensor flatten_decomp(const Tensor&, int, int);
template <typename T>
Tensor floor_divide_decomp(const Tensor&, const Tensor&);
template <typename T>
std::tuple<Tensor, Tensor, Tensor> group_norm_decomp(
    const Tensor&, const optional<Tensor>&, const optional<Tensor>&, float, int, const std::string&);
template <typename T>
Tensor hardsigmoid_decomp(const Tensor&, float, float);
template <typename T>
Tensor hardswish_decomp(const Tensor&);
template <typename T>
Tensor heaviside_decomp(const Tensor&, const Tensor&);
template <typename T>
std::tuple<Tensor, Tensor> huber_loss_decomp(const Tensor&, const Tensor&, float);
template <typename T>
Tensor index_sample_decomp(const Tensor&, const Tensor&);
template <typename T>
Tensor index_select_decomp(const Tensor&, const Tensor&, int);
template <typename T>
std::tuple<Tensor, Tensor, Tensor> instance_norm_decomp(
    const Tensor&, const optional<Tensor>&, const optional<Tensor>&, float);
template <typename T>
Tensor kldiv_loss_decomp(const Tensor&, const Tensor&, const std::string&, bool);
template <typename T>
Tensor leaky_relu_decomp(const Tensor&, float);
template <typename T>
Tensor lerp_decomp(const Tensor&, const Tensor&, const Tensor&);
template <typename T>
Tensor log_loss_decomp(const Tensor&, const Tensor&, float);
template <typename T>
Tensor log_softmax_decomp(const Tensor&, const int&);
template <typename T>
Tensor mean_all_decomp(const Tensor&);
template <typename T>
std::vector<Tensor> meshgrid_decomp(const std::vector<Tensor>&);
template <typename T>
Tensor numel_decomp(const Tensor&);
template <typename T>
Tensor p_norm_decomp(const Tensor&, const float&, const int&, float, const bool&, const bool&);
template <typename T>
Tensor reciprocal_decomp(const Tensor&);
template <typename T>
Tensor relu6_decomp(const Tensor&);
template <typename T>
Tensor sigmoid_cross_entropy_with_logits_decomp(const Tensor&, const Tensor&, const optional<Tensor>&, bool, int);
template <typename T>
Tensor softsign_decomp(const Tensor&);
template <typename T>
Tensor square_decomp(const Tensor&);
template <typename T>
Tensor squared_l2_norm_decomp(const Tensor&);
template <typename T>
Tensor squeeze_decomp(const Tensor&, const IntArray&);
template <typename T>
Tensor swiglu_decomp(const Tensor&, const optional<Tensor>&);
template <typename T>
Tensor swish_decomp(const Tensor&);
template <typename T>
std::vector<Tensor> unbind_decomp(Tensor, int);
template <typename T>
Tensor unsqueeze_decomp(const Tensor&, const IntArray&);
template <typename T>
std::vector<Tensor> unstack_decomp(const Tensor&, int, int);

}  // namespace paddle::primitive::details
