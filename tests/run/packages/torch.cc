// Kernels that use PyTorch's own functions.
#include <torch/library.h>
#include <ATen/ATen.h>

at::Tensor Weighted(at::TensorList xs, const c10::optional<at::Tensor>& weight, float scale) {
  const at::Tensor all = at::stack(xs) * scale;
  return weight ? all * *weight : all;
}

std::vector<at::Tensor> WeightedGrad(at::TensorList xs, const c10::optional<at::Tensor>& weight, const at::Tensor& out_grad, float scale) {
  const at::Tensor all = out_grad * scale;
  return (weight ? all * *weight : all).unbind();
}

at::Tensor Chosen(const at::Tensor& x, const at::Tensor& mask) { return x.masked_select(mask); }

at::Tensor Clip(const at::Tensor& x, float bound) {
  const at::Tensor changed = (x > bound).sum();
  x.clamp_max_(bound);
  return changed;
}

#include "kernels.h"
namespace my_ops {
template <typename T>
void cpu::scale_all(const Context& context, const std::vector<View<const T>>& xs, float scale, const std::vector<View<T>>& outs) {
  for (size_t at = 0; at < xs.size(); ++at) {
    for (int64_t i = 0; i < xs[at].numel(); ++i) outs[at][i] = xs[at][i] * T(scale);
  }
}
MY_OPS_KERNEL(cpu, scale_all);
}  // namespace my_ops
