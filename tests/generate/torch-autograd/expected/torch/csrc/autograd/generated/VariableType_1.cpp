#include <torch/csrc/autograd/generated/gradient_kernels.h>

// @generated from ../tools/autograd/templates/VariableType.cpp

namespace VariableType {
namespace {

at::Tensor & scalex_(c10::DispatchKeySet ks, at::Tensor & self, const at::Tensor & other, const at::Scalar & alpha) {
  check_defined(self, "self", 0);
  check_defined(other, "other", 1);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self) || requires_grad(other));
  [[maybe_unused]] const bool has_tangent_self = (has_tangent(self) || has_tangent(other));
  check_inplace(self, any_requires_grad);
  std::optional<at::Tensor> original_self;
  if (has_tangent_self) {
    original_self = self.clone();
  }
  ScalexBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new ScalexBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).add(other).take());
    grad_fn->alpha = alpha;
    if (grad_fn->should_compute_output(0)) {
      grad_fn->other_ = SavedVariable(other, false);
    }
    grad_fn->other_scalar_type = other.scalar_type();
    if (grad_fn->should_compute_output(1)) {
      if (!original_self.has_value()) {
        original_self = self.clone();
      }
      grad_fn->self_ = SavedVariable(*original_self, false);
    }
    grad_fn->self_scalar_type = self.scalar_type();
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self, other);)
  {
    at::AutoDispatchBelowAutograd guard;
    at::_ops::scalex_::redispatch(ks & c10::after_autograd_keyset, self, other, alpha);
  }
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self, other));)
  if (grad_fn != nullptr) {
    node = rebased(std::vector<Variable>{self}, node);
  }
  at::Tensor self_tangent;
  if (has_tangent_self && self.defined()) {
    [[maybe_unused]] auto self_t_raw = raw_tangent(self);
    auto self_t = written_tangent(self_t_raw, self);
    [[maybe_unused]] auto other_t_raw = raw_tangent(other);
    auto other_t = tangent(other_t_raw, other);
    [[maybe_unused]] auto original_self_t_raw = raw_tangent(original_self);
    auto original_self_t = tangent(original_self_t_raw, original_self);
    auto self_p = primal(self);
    auto other_p = primal(other);
    auto original_self_p = primal(original_self);
    self_tangent = self_t_raw.defined() ? self_t_raw.copy_(other_t * original_self_p + original_self_t * other_p) : other_t * original_self_p + original_self_t * other_p;
  }
  set_tangent(self, self_tangent, true);
  completed(node);
  return self;
}

at::Tensor turnedx(c10::DispatchKeySet ks, const at::Tensor & self, at::IntArrayRef dims) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  [[maybe_unused]] const bool has_tangent_result = (has_tangent(self));
  TurnedxBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new TurnedxBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).take());
    grad_fn->dims = dims.vec();
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  auto result = [&]() -> at::Tensor {
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::turnedx::redispatch(ks & c10::after_autograd_keyset, self, dims);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  OPGEN_DEBUG_ONLY(ResultCheck("turnedx").check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  throw_error_for_complex_autograd(result, "turnedx");
  at::Tensor result_tangent;
  if (has_tangent_result && result.defined()) {
    [[maybe_unused]] auto self_t_raw = raw_tangent(self);
    auto self_t = tangent(self_t_raw, self);
    result_tangent = at::turnedx(self_t, dims);
  }
  set_tangent(result, result_tangent);
  completed(node);
  return result;
}


}
}

namespace {

TORCH_LIBRARY_IMPL(aten, AutogradCUDA, m) {
}

TORCH_LIBRARY_IMPL(aten, Autograd, m) {
  m.impl("scalex_", VariableType::scalex_);
  m.impl("turnedx", VariableType::turnedx);
}


}
