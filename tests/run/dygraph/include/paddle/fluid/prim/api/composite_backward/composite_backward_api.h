#pragma once

#include_next <paddle/fluid/prim/api/composite_backward/composite_backward_api.h>

#include "paddle/phi/core/enforce.h"

namespace paddle::prim {

template <typename T>
void acos_double_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*);
template <typename T>
void bmm_double_grad(
    const Tensor&, const Tensor&, const Tensor&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&,
    Tensor*, Tensor*, Tensor*);
template <typename T>
void index_add_double_grad(
    const Tensor&, const Tensor&, const paddle::optional<Tensor>&, const paddle::optional<Tensor>&, int, Tensor*);
template <typename T>
void index_put_double_grad(
    const Tensor&, const std::vector<Tensor>&, const Tensor&, const paddle::optional<Tensor>&,
    const paddle::optional<Tensor>&, const bool&, Tensor*);
template <typename T>
void p_norm_grad(const Tensor&, const Tensor&, const Tensor&, float, int, float, bool, bool, Tensor*);
template <typename T>
void reshape_double_grad(const Tensor&, const Tensor&, Tensor*);

// The framework's library does not export this one either.
template <>
inline void exp_double_grad<Tensor>(
    const Tensor& out, const Tensor& grad_out, const Tensor& grad_x_grad, Tensor* out_grad, Tensor* grad_out_grad) {
  if (out_grad != nullptr) *out_grad = grad_out * grad_x_grad;
  if (grad_out_grad != nullptr) *grad_out_grad = out * grad_x_grad;
}

// Nor these. They are called only where gradients are to be primitive operators.
inline void Unexported(const char* name) { PADDLE_THROW(common::errors::Unimplemented("%s", name)); }
template <typename T>
void abs_triple_grad(const Tensor&, const Tensor&, Tensor*) {
  Unexported("abs_triple_grad");
}
template <typename T>
void gather_nd_double_grad(const Tensor&, const Tensor&, const Tensor&, Tensor*) {
  Unexported("gather_nd_double_grad");
}
template <typename T>
void take_along_axis_double_grad(const Tensor&, const Tensor&, int, Tensor*) {
  Unexported("take_along_axis_double_grad");
}
template <>
inline void abs_grad<Tensor>(const Tensor&, const Tensor&, Tensor*) {
  Unexported("abs_grad");
}
template <>
inline void log_grad<Tensor>(const Tensor&, const Tensor&, Tensor*) {
  Unexported("log_grad");
}
template <>
inline void scatter_nd_add_grad<Tensor>(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*) {
  Unexported("scatter_nd_add_grad");
}
template <>
inline void sin_grad<Tensor>(const Tensor&, const Tensor&, Tensor*) {
  Unexported("sin_grad");
}
template <>
inline void sqrt_grad<Tensor>(const Tensor&, const Tensor&, Tensor*) {
  Unexported("sqrt_grad");
}

}  // namespace paddle::prim
