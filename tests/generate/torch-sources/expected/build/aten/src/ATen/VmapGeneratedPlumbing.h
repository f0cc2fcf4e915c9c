
#pragma once
#include <ATen/Operators.h>
#include <ATen/functorch/PlumbingHelper.h>

namespace at { namespace functorch {

template <typename batch_rule_t, batch_rule_t batch_rule>
at::Tensor top_generated_plumbing(const at::Tensor & self, int64_t dim, ::std::optional<int64_t> most) {
  c10::impl::ExcludeDispatchKeyGuard vmap_guard(DispatchKey::FuncTorchBatched);
  auto vmap_layer = maybeCurrentDynamicLayer();
  vmap_check_escaped(vmap_layer, "top");
  const int64_t vmap_level = vmap_layer->layerId();
  if (!isBatchedAtLevel(self, vmap_level)) {
    return at::_ops::top::call(self, dim, most);
  }
  auto [self_value, self_bdim] = unwrapTensorAtLevel(self, vmap_level);
  auto vmap_results = batch_rule(self_value, self_bdim, dim, most);
  return makeBatched(std::get<0>(vmap_results), std::get<1>(vmap_results), vmap_level);
}
template <typename batch_rule_t, batch_rule_t batch_rule>
at::Tensor & fold__generated_plumbing(at::Tensor & self, c10::SymInt by, c10::string_view how) {
  c10::impl::ExcludeDispatchKeyGuard vmap_guard(DispatchKey::FuncTorchBatched);
  auto vmap_layer = maybeCurrentDynamicLayer();
  vmap_check_escaped(vmap_layer, "fold_");
  const int64_t vmap_level = vmap_layer->layerId();
  if (!isBatchedAtLevel(self, vmap_level)) {
    return at::_ops::fold_::call(self, by, how);
  }
  auto [self_value, self_bdim] = unwrapTensorAtLevel(self, vmap_level);
  batch_rule(self_value, self_bdim, by, how);
  return self;
}
template <typename batch_rule_t, batch_rule_t batch_rule>
at::Tensor wrap_generated_plumbing(const at::Tensor & values, ::std::optional<at::ScalarType> dtype, ::std::optional<at::Layout> layout, ::std::optional<at::Device> device, ::std::optional<bool> pin_memory) {
  c10::impl::ExcludeDispatchKeyGuard vmap_guard(DispatchKey::FuncTorchBatched);
  auto vmap_layer = maybeCurrentDynamicLayer();
  vmap_check_escaped(vmap_layer, "wrap");
  const int64_t vmap_level = vmap_layer->layerId();
  if (!isBatchedAtLevel(values, vmap_level)) {
    return at::_ops::wrap::call(values, dtype, layout, device, pin_memory);
  }
  auto [values_value, values_bdim] = unwrapTensorAtLevel(values, vmap_level);
  auto vmap_results = batch_rule(values_value, values_bdim, dtype, layout, device, pin_memory);
  return makeBatched(std::get<0>(vmap_results), std::get<1>(vmap_results), vmap_level);
}
template <typename batch_rule_t, batch_rule_t batch_rule>
::std::tuple<at::Tensor,::std::vector<at::Tensor>> pair_generated_plumbing(const at::Tensor & a, const ::std::optional<at::Tensor> & b) {
  c10::impl::ExcludeDispatchKeyGuard vmap_guard(DispatchKey::FuncTorchBatched);
  auto vmap_layer = maybeCurrentDynamicLayer();
  vmap_check_escaped(vmap_layer, "pair");
  const int64_t vmap_level = vmap_layer->layerId();
  if (!isBatchedAtLevel(a, vmap_level) && !isBatchedAtLevel(b, vmap_level)) {
    return at::_ops::pair::call(a, b);
  }
  auto [a_value, a_bdim] = unwrapTensorAtLevel(a, vmap_level);
  std::optional<Tensor> b_value;
  std::optional<int64_t> b_bdim;
  if (b) {
    std::tie(b_value, b_bdim) = unwrapTensorAtLevel(*b, vmap_level);
  }
  auto vmap_results = batch_rule(a_value, a_bdim, b_value, b_bdim);
  return std::make_tuple(makeBatched(std::get<0>(vmap_results), std::get<1>(vmap_results), vmap_level), makeBatchedVector(std::get<2>(vmap_results), std::get<3>(vmap_results), vmap_level));
}

}} // namespace at::functorch
