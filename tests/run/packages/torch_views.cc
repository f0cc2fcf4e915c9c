#include "kernels.h"

namespace my_ops {
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
}
