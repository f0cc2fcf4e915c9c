#include <stdexcept>

#include "kernels.h"
#include <cmath>
namespace my_ops {

template <typename T>
void cpu::scaled_tanh(const Context& context, View<const T> x, float scale, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = std::tanh(x[i]) * T(scale);
}
MY_OPS_KERNEL(cpu, scaled_tanh);

// out = s tanh(x); dx = dout * (s - out^2 / s)
template <typename T>
void cpu::scaled_tanh_grad(const Context& context, View<const T> out, View<const T> out_grad, float scale, View<T> x_grad) {
  for (int64_t i = 0; i < out.numel(); ++i) x_grad[i] = out_grad[i] * (T(scale) - out[i] * out[i] / T(scale));
}
MY_OPS_KERNEL(cpu, scaled_tanh_grad);

template <typename T>
void cpu::scaled_tanh_double_grad(const Context& context, View<const T> out, View<const T> out_grad, View<const T> x_grad_grad, float scale, View<T> out_grad_new, View<T> out_grad_grad) {
  for (int64_t i = 0; i < out.numel(); ++i) {
    out_grad_new[i] = x_grad_grad[i] * out_grad[i] * (-2 * out[i] / T(scale));
    out_grad_grad[i] = x_grad_grad[i] * (T(scale) - out[i] * out[i] / T(scale));
  }
}
MY_OPS_KERNEL(cpu, scaled_tanh_double_grad);

template <typename T>
void cpu::gather_rows(const Context& context, View<const T> x, View<const int64_t> index, View<const T> weight, int times, const std::vector<int>& pads, const std::vector<int64_t>& order, const std::string& mode, View<T> out, View<int64_t> count) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x.numel() ? x[i % x.numel()] * times + pads[0] + order[0] + (weight && weight.numel() ? weight[0] : 0) + mode.size() + index.numel() : 0;
  count[0] = index.numel();
}
MY_OPS_KERNEL(cpu, gather_rows);

template <typename T>
void cpu::joined(const Context& context, const std::vector<View<const T>>& xs, int64_t axis, View<T> out, View<int64_t> sizes) {
  int64_t at = 0;
  for (size_t i = 0; i < xs.size(); ++i) {
    for (int64_t j = 0; j < xs[i].numel(); ++j) out[at++] = xs[i][j];
    sizes[i] = xs[i].size(0) + axis;
  }
}
MY_OPS_KERNEL(cpu, joined);

template <typename T>
void cpu::joined_grad(const Context& context, const std::vector<View<const T>>& xs, View<const T> out_grad, const std::vector<View<T>>& xs_grad) {
  int64_t at = 0;
  for (size_t i = 0; i < xs.size(); ++i) {
    for (int64_t j = 0; j < xs[i].numel(); ++j) xs_grad[i][j] = out_grad[at++];
  }
}
MY_OPS_KERNEL(cpu, joined_grad);

template <typename T>
void cpu::add_to(const Context& context, View<const T> x, View<const T> y, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[i] + y[i];
}
MY_OPS_KERNEL(cpu, add_to);

template <typename T>
void cpu::sum_of(const Context& context, View<const T> x, View<const T> y, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[i] + y[i];
}
MY_OPS_KERNEL(cpu, sum_of);

template <typename T>
void cpu::sum_of_grad(const Context& context, View<const T> x, View<const T> y, View<const T> out_grad, View<T> x_grad, View<T> y_grad) {
  for (int64_t i = 0; i < x.numel(); ++i) x_grad[i] = y_grad[i] = out_grad[i];
}
MY_OPS_KERNEL(cpu, sum_of_grad);

template <typename T>
void cpu::raised(const Context& context, View<const T> y, View<const T> x, View<T> out) {
  if (!x) return;
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[i] + y[i];
}
MY_OPS_KERNEL(cpu, raised);

template <typename T>
void cpu::repeated(const Context& context, View<const T> x, int times, View<T> out) {
  if (times < 1) throw std::invalid_argument("`times` must be positive");
  if (times > 9) throw times;
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = x[i] * static_cast<T>(times);
}
MY_OPS_KERNEL(cpu, repeated);

template <typename T>
void cpu::scaled_rows(const Context& context, View<const T> x, View<const T> weight, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = weight ? x[i] * weight[i % weight.numel()] : x[i];
}
MY_OPS_KERNEL(cpu, scaled_rows);

template <typename T>
void cpu::scaled_rows_grad(const Context& context, View<const T> x, View<const T> weight, View<const T> out_grad, View<T> x_grad, View<T> weight_grad) {
  for (int64_t i = 0; weight_grad && i < weight.numel(); ++i) weight_grad[i] = 0;
  for (int64_t i = 0; i < x.numel(); ++i) {
    x_grad[i] = weight ? out_grad[i] * weight[i % weight.numel()] : out_grad[i];
    if (weight_grad) weight_grad[i % weight.numel()] += out_grad[i] * x[i];
  }
}
MY_OPS_KERNEL(cpu, scaled_rows_grad);

template <typename T>
void cpu::biased(const Context& context, View<const T> x, View<const T> bias, View<T> out) {
  for (int64_t i = 0; i < out.numel(); ++i) out[i] = bias ? x[i] + bias[i] : x[i];
}
MY_OPS_KERNEL(cpu, biased);
}
