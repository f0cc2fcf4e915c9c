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
