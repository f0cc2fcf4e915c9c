#include <torch/csrc/autograd/generated/gradient_kernels.h>

// @generated from ../tools/autograd/templates/VariableType.cpp

namespace VariableType {
namespace {

void _foreach_scalex__List(c10::DispatchKeySet ks, at::TensorList self, at::TensorList other, const at::Scalar & alpha) {
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self) || requires_grad(other));
  check_length(self, other);
  std::vector<bool> has_tangent_self(self.size());
  for (size_t i = 0; i < self.size(); ++i) {
    has_tangent_self[i] = has_tangent(self[i]) || has_tangent(other[i]);
  }
  std::vector<std::optional<at::Tensor>> original_selfs(self.size());
  for (size_t i = 0; i < self.size(); ++i) {
    if (has_tangent_self[i]) {
      original_selfs[i] = self[i].clone();
    }
  }
  std::vector<NodePointer> nodes(any_requires_grad ? self.size() : 0);
  for (size_t i = 0; i < nodes.size(); ++i) {
    const bool requires_gradient = requires_grad(self[i]) || requires_grad(other[i]);
    check_inplace(self[i], requires_gradient);
    if (!requires_gradient) {
      continue;
    }
    auto* grad_fn = new ScalexBackward0();
    nodes[i] = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self[i]).add(other[i]).take());
    grad_fn->alpha = alpha;
    if (grad_fn->should_compute_output(0)) {
      grad_fn->other_ = SavedVariable(other[i], false);
    }
    grad_fn->other_scalar_type = other[i].scalar_type();
    if (grad_fn->should_compute_output(1)) {
      if (!original_selfs[i].has_value()) {
        original_selfs[i] = self[i].clone();
      }
      grad_fn->self_ = SavedVariable(*original_selfs[i], false);
    }
    grad_fn->self_scalar_type = self[i].scalar_type();
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self, other);)
  {
    at::AutoDispatchBelowAutograd guard;
    at::_ops::_foreach_scalex__List::redispatch(ks & c10::after_autograd_keyset, self, other, alpha);
  }
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self, other));)
  auto attached = nodes;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] != nullptr) {
      attached[i] = rebased(self[i], nodes[i]);
    }
  }
  std::vector<at::Tensor> self_tangent(self.size());
  for (size_t i = 0; i < self.size(); ++i) {
    if (has_tangent_self[i]) {
      [[maybe_unused]] auto self_t_raw = raw_tangent(self[i]);
      auto self_t = written_tangent(self_t_raw, self[i]);
      [[maybe_unused]] auto other_t_raw = raw_tangent(other[i]);
      auto other_t = tangent(other_t_raw, other[i]);
      [[maybe_unused]] auto original_self_t_raw = raw_tangent(original_selfs[i]);
      auto original_self_t = tangent(original_self_t_raw, original_selfs[i]);
      auto self_p = primal(self[i]);
      auto other_p = primal(other[i]);
      auto original_self_p = primal(original_selfs[i]);
      self_tangent[i] = self_t_raw.defined() ? self_t_raw.copy_(other_t * original_self_p + original_self_t * other_p) : other_t * original_self_p + original_self_t * other_p;
    }
  }
  set_tangents(self, self_tangent, true);
  for (const auto& node : attached) {
    completed(node);
  }
}

at::Tensor keyedx(c10::DispatchKeySet ks, const at::Tensor & self) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  KeyedxBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new KeyedxBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).take());
    grad_fn->self_sym_sizes = self.sym_sizes().vec();
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  auto result = [&]() -> at::Tensor {
    if (has_tangent(self)) {
      return Decomposition("aten::keyedx", "", "keyedx", ks).call<at::Tensor, const at::Tensor &>(self);
    }
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::keyedx::redispatch(ks & c10::after_autograd_keyset, self);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  OPGEN_DEBUG_ONLY(ResultCheck("keyedx").check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  throw_error_for_complex_autograd(result, "keyedx");
  completed(node);
  return result;
}

at::Tensor keyedx_AutogradCUDA(c10::DispatchKeySet ks, const at::Tensor & self) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  KeyedxBackwardAutogradCUDA0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new KeyedxBackwardAutogradCUDA0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).take());
    grad_fn->self_sym_sizes = self.sym_sizes().vec();
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  auto result = [&]() -> at::Tensor {
    if (has_tangent(self)) {
      return Decomposition("aten::keyedx", "", "keyedx", ks).call<at::Tensor, const at::Tensor &>(self);
    }
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::keyedx::redispatch(ks & c10::after_autograd_keyset, self);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  OPGEN_DEBUG_ONLY(ResultCheck("keyedx_AutogradCUDA").check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  throw_error_for_complex_autograd(result, "keyedx");
  completed(node);
  return result;
}


}
}

namespace {

TORCH_LIBRARY_IMPL(aten, AutogradCUDA, m) {
  m.impl("keyedx", VariableType::keyedx_AutogradCUDA);
}

TORCH_LIBRARY_IMPL(aten, Autograd, m) {
  m.impl("_foreach_scalex_.List", VariableType::_foreach_scalex__List);
  m.impl("indices", gradient_kernels::plain(at::_ops::indices::redispatch,
 gradient_kernels::PlainCall("indices", "indices", "self").defined(1).below_autograd().shares_storage()));
  m.impl("keyedx", VariableType::keyedx);
}


}
