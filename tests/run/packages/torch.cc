// Kernels that use PyTorch's own functions.
#include <optional>
#include <string>

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

using Outputs = std::tuple<at::Tensor, int64_t, std::string, std::vector<double>>;
Outputs EveryType(int n, const at::Tensor& x, const c10::optional<at::Tensor>& y, at::ScalarType type,
    const c10::List<c10::optional<at::Tensor>>& some, std::optional<at::Device> device, const std::optional<std::vector<int>>& axes,
    const std::optional<std::string>& name, const std::vector<double>& more, const std::optional<at::Generator>& generator,
    int64_t size, const at::Scalar& number, at::Layout layout) {
  int64_t count = 0;
  for (size_t at = 0; at < some.size(); ++at) count += some.get(at).has_value();
  std::string text = name.value_or("unnamed") + (device ? device->str() : "") + (layout == at::kStrided ? "" : " sparse");
  if (generator) text += " generator";
  for (const int axis : axes.value_or(std::vector<int>())) text += " " + std::to_string(axis);
  return {((y ? x + *y : x) * number * n).to(type), count + size, text, more};
}

std::string PackageVersion() { return "1.2"; }

void DoubledAll(at::TensorList xs, double factor) {
  for (const at::Tensor& x : xs) x.mul_(factor);
}
TORCH_LIBRARY_IMPL(my_ops, CPU, library) { library.impl("doubled_all_", &DoubledAll); }

#include "kernels.h"
namespace my_ops {
template <typename T>
void cpu::scaled_into(const Context& context, View<const T> out, View<const T> x, std::optional<float> by, std::optional<bool> negative, View<T> out_out) {
  for (int64_t at = 0; at < x.numel(); ++at) out_out[at] = x[at] * T(by.value_or(2)) * T(negative.value_or(false) ? -1 : 1);
}
MY_OPS_KERNEL(cpu, scaled_into);
template <typename T>
void cpu::limited(const Context& context, View<const T> x, std::optional<int> low, const std::optional<std::vector<int>>& axes, View<T> out) {
  for (int64_t at = 0; at < x.numel(); ++at) out[at] = x[at] + T(low.value_or(0)) + T(axes ? axes->size() : 0);
}
MY_OPS_KERNEL(cpu, limited);
template <typename T>
void cpu::scale_all(const Context& context, const std::vector<View<const T>>& xs, float scale, const std::vector<View<T>>& outs) {
  for (size_t at = 0; at < xs.size(); ++at) {
    for (int64_t i = 0; i < xs[at].numel(); ++i) outs[at][i] = xs[at][i] * T(scale);
  }
}
MY_OPS_KERNEL(cpu, scale_all);
}  // namespace my_ops
