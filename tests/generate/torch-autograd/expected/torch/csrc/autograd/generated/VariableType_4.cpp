#include <torch/csrc/autograd/generated/gradient_kernels.h>

// @generated from ../tools/autograd/templates/VariableType.cpp

namespace VariableType {
namespace {

::std::vector<at::Tensor> _foreach_scalex_List(c10::DispatchKeySet ks, at::TensorList self, at::TensorList other, const at::Scalar & alpha) {
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self) || requires_grad(other));
  check_length(self, other);
  std::vector<bool> has_tangent_result(self.size());
  for (size_t i = 0; i < self.size(); ++i) {
    has_tangent_result[i] = has_tangent(self[i]) || has_tangent(other[i]);
  }
  ForeachScalexBackward0List* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new ForeachScalexBackward0List();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).add(other).take());
    grad_fn->alpha = alpha;
    grad_fn->other_ = make_saved_variable_list(other, false);
    grad_fn->self_ = make_saved_variable_list(self, false);
    grad_fn->self_size_ = self.size();
    grad_fn->other_size_ = other.size();
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self, other);)
  auto result = [&]() -> ::std::vector<at::Tensor> {
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::_foreach_scalex_List::redispatch(ks & c10::after_autograd_keyset, self, other, alpha);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self, other));)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  std::vector<at::Tensor> result_tangent(self.size());
  for (size_t i = 0; i < self.size(); ++i) {
    if (has_tangent_result[i]) {
      [[maybe_unused]] auto self_t_raw = raw_tangent(self[i]);
      auto self_t = tangent(self_t_raw, self[i]);
      [[maybe_unused]] auto other_t_raw = raw_tangent(other[i]);
      auto other_t = tangent(other_t_raw, other[i]);
      auto self_p = primal(self[i]);
      auto other_p = primal(other[i]);
      result_tangent[i] = other_t * self_p + self_t * other_p;
    }
  }
  set_tangents(result, result_tangent);
  completed(node);
  return result;
}

at::Tensor absx(c10::DispatchKeySet ks, const at::Tensor & self) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  [[maybe_unused]] const bool has_tangent_result = (has_tangent(self));
  AbsxBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new AbsxBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).take());
    grad_fn->self_ = SavedVariable(self, false);
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  auto result = [&]() -> at::Tensor {
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::absx::redispatch(ks & c10::after_autograd_keyset, self);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  OPGEN_DEBUG_ONLY(ResultCheck("absx").check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  throw_error_for_complex_autograd(result, "absx");
  at::Tensor result_tangent;
  if (has_tangent_result && result.defined()) {
    [[maybe_unused]] auto self_t_raw = raw_tangent(self);
    auto self_t = tangent(self_t_raw, self);
    auto self_p = primal(self);
    result_tangent = (self_t.conj() * self_p.sgn()).conj();
  }
  set_tangent(result, result_tangent);
  completed(node);
  return result;
}

::std::tuple<at::Tensor,at::Tensor> pairx(c10::DispatchKeySet ks, const at::Tensor & self, const ::std::optional<at::Tensor> & weight, ::std::optional<c10::string_view> mode) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self) || requires_grad(weight));
  PairxBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new PairxBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).add(weight).take());
    grad_fn->mode = as_text(mode);
    grad_fn->weight_ = SavedVariable(weight, false);
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  auto results = [&]() -> ::std::tuple<at::Tensor,at::Tensor> {
    if (has_tangent(self) || has_tangent(weight)) {
      return Decomposition("aten::pairx", "", "pairx", ks).call<::std::tuple<at::Tensor,at::Tensor>, const at::Tensor &, const ::std::optional<at::Tensor> &, ::std::optional<c10::string_view>>(self, weight, mode);
    }
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::pairx::redispatch(ks & c10::after_autograd_keyset, self, weight, mode);
  }();
  [[maybe_unused]] auto& values = std::get<0>(results);
  [[maybe_unused]] auto& indices = std::get<1>(results);
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  OPGEN_DEBUG_ONLY(ResultCheck("pairx").check(values);)
  OPGEN_DEBUG_ONLY(ResultCheck("pairx").check(indices);)
  if (grad_fn != nullptr) {
    set_history(values, node);
  }
  throw_error_for_complex_autograd(values, "pairx");
  if (grad_fn != nullptr) {
    grad_fn->indices_ = SavedVariable(indices, true);
  }
  completed(node);
  return results;
}

at::Tensor view_as_complex(c10::DispatchKeySet ks, const at::Tensor & self) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  ViewAsComplexBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new ViewAsComplexBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).take());
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  auto result = [&]() -> at::Tensor {
    if (has_tangent(self)) {
      return Decomposition("aten::view_as_complex", "", "view_as_complex", ks).call<at::Tensor, const at::Tensor &>(self);
    }
    at::AutoDispatchBelowAutograd guard;
    return at::_ops::view_as_complex::redispatch(ks & c10::after_autograd_keyset, self);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  OPGEN_DEBUG_ONLY(check_view(result, self);)
  OPGEN_DEBUG_ONLY(ResultCheck("view_as_complex").shares_storage().check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  completed(node);
  return result;
}


}
}

namespace {

TORCH_LIBRARY_IMPL(aten, AutogradCUDA, m) {
}

TORCH_LIBRARY_IMPL(aten, Autograd, m) {
  m.impl("_foreach_scalex.List", VariableType::_foreach_scalex_List);
  m.impl("absx", VariableType::absx);
  m.impl("absx.out", gradient_kernels::plain(at::_ops::absx_out::redispatch,
 gradient_kernels::PlainCall("absx", "absx_out", "self out").defined(3).without_gradient(3).without_tangent(3).below_autograd()));
  m.impl("pairx", VariableType::pairx);
  m.impl("view_as_complex", VariableType::view_as_complex);
}


}
