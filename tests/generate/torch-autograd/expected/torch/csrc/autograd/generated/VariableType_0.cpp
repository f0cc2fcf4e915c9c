#include <torch/csrc/autograd/generated/gradient_kernels.h>
#include <torch/csrc/autograd/generated/gradient_kernels_types.h>

// @generated from ../tools/autograd/templates/VariableType.cpp

namespace VariableType {
namespace {

at::Tensor as_strided(c10::DispatchKeySet ks, const at::Tensor & self, c10::SymIntArrayRef size, c10::SymIntArrayRef stride, ::std::optional<c10::SymInt> storage_offset) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  AsStridedBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new AsStridedBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).take());
    grad_fn->self_geometry = TensorGeometry(self);
    grad_fn->size = size.vec();
    grad_fn->storage_offset = storage_offset;
    grad_fn->stride = stride.vec();
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  auto result = [&]() -> at::Tensor {
    if (has_tangent(self)) {
      return Decomposition("aten::as_strided", "", "as_strided", ks).call<at::Tensor, const at::Tensor &, c10::SymIntArrayRef, c10::SymIntArrayRef, ::std::optional<c10::SymInt>>(self, size, stride, storage_offset);
    }
    at::AutoDispatchBelowAutograd guard;
    return at::_ops::as_strided::redispatch(ks & c10::after_autograd_keyset, self, size, stride, storage_offset);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  OPGEN_DEBUG_ONLY(check_view(result, self);)
  OPGEN_DEBUG_ONLY(ResultCheck("as_strided").shares_storage().check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  completed(node);
  return result;
}

at::Tensor scalex(c10::DispatchKeySet ks, const at::Tensor & self, const at::Tensor & other, const at::Scalar & alpha) {
  check_defined(self, "self", 0);
  check_defined(other, "other", 1);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self) || requires_grad(other));
  [[maybe_unused]] const bool has_tangent_result = (has_tangent(self) || has_tangent(other));
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
      grad_fn->self_ = SavedVariable(self, false);
    }
    grad_fn->self_scalar_type = self.scalar_type();
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self, other);)
  auto result = [&]() -> at::Tensor {
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::scalex::redispatch(ks & c10::after_autograd_keyset, self, other, alpha);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self, other));)
  OPGEN_DEBUG_ONLY(ResultCheck("scalex").check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  throw_error_for_complex_autograd(result, "scalex");
  at::Tensor result_tangent;
  if (has_tangent_result && result.defined()) {
    [[maybe_unused]] auto self_t_raw = raw_tangent(self);
    auto self_t = tangent(self_t_raw, self);
    [[maybe_unused]] auto other_t_raw = raw_tangent(other);
    auto other_t = tangent(other_t_raw, other);
    auto self_p = primal(self);
    auto other_p = primal(other);
    result_tangent = other_t * self_p + self_t * other_p;
  }
  set_tangent(result, result_tangent);
  completed(node);
  return result;
}

::std::vector<at::Tensor> split_Tensor(c10::DispatchKeySet ks, const at::Tensor & self, c10::SymInt split_size, int64_t dim) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  SplitBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new SplitBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).take());
    grad_fn->dim = dim;
    grad_fn->self_options = self.options();
    grad_fn->self_sym_sizes = self.sym_sizes().vec();
    grad_fn->split_size = split_size;
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  auto result = [&]() -> ::std::vector<at::Tensor> {
    if (has_tangent(self)) {
      return Decomposition("aten::split", "Tensor", "split", ks).call<::std::vector<at::Tensor>, const at::Tensor &, c10::SymInt, int64_t>(self, split_size, dim);
    }
    at::AutoDispatchBelowAutograd guard;
    return at::_ops::split_Tensor::redispatch(ks & c10::after_autograd_keyset, self, split_size, dim);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  completed(node);
  return result;
}

at::Tensor view_as_complex_copy(c10::DispatchKeySet ks, const at::Tensor & self) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  ViewAsComplexBackward0_copy* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new ViewAsComplexBackward0_copy();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).take());
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  auto result = [&]() -> at::Tensor {
    if (has_tangent(self)) {
      return Decomposition("aten::view_as_complex_copy", "", "view_as_complex_copy", ks).call<at::Tensor, const at::Tensor &>(self);
    }
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::view_as_complex_copy::redispatch(ks & c10::after_autograd_keyset, self);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  OPGEN_DEBUG_ONLY(ResultCheck("view_as_complex_copy").check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  throw_error_for_complex_autograd(result, "view_as_complex_copy");
  completed(node);
  return result;
}


}
}

namespace {

TORCH_LIBRARY_IMPL(aten, AutogradCUDA, m) {
}

TORCH_LIBRARY_IMPL(aten, Autograd, m) {
  m.impl("as_strided", VariableType::as_strided);
  m.impl("filled", torch::autograd::autogradNotImplementedFallback);
  m.impl("flagsx", torch::autograd::autogradNotImplementedFallback);
  m.impl("scalex", VariableType::scalex);
  m.impl("scalex.out", gradient_kernels::plain(at::_ops::scalex_out::redispatch,
 gradient_kernels::PlainCall("scalex", "scalex_out", "self other alpha out").defined(11).without_gradient(11).without_tangent(11).below_autograd()));
  m.impl("split.Tensor", VariableType::split_Tensor);
  m.impl("view_as_complex_copy", VariableType::view_as_complex_copy);
}


}
