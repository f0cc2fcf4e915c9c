#include <torch/csrc/autograd/generated/gradient_kernels.h>

// @generated from ../tools/autograd/templates/VariableType.cpp

namespace VariableType {
namespace {

at::Tensor & absx_(c10::DispatchKeySet ks, at::Tensor & self) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  [[maybe_unused]] const bool has_tangent_self = (has_tangent(self));
  check_inplace(self, any_requires_grad);
  std::optional<at::Tensor> original_self;
  if (has_tangent_self) {
    original_self = self.clone();
  }
  AbsxBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new AbsxBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(self).take());
    if (!original_self.has_value()) {
      original_self = self.clone();
    }
    grad_fn->self_ = SavedVariable(*original_self, false);
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(self);)
  {
    at::AutoDispatchBelowAutograd guard;
    at::_ops::absx_::redispatch(ks & c10::after_autograd_keyset, self);
  }
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  if (grad_fn != nullptr) {
    node = rebased(std::vector<Variable>{self}, node);
  }
  at::Tensor self_tangent;
  if (has_tangent_self && self.defined()) {
    [[maybe_unused]] auto self_t_raw = raw_tangent(self);
    auto self_t = written_tangent(self_t_raw, self);
    [[maybe_unused]] auto original_self_t_raw = raw_tangent(original_self);
    auto original_self_t = written_tangent(original_self_t_raw, original_self);
    auto self_p = primal(self);
    auto original_self_p = primal(original_self);
    self_tangent = self_t_raw.defined() ? self_t_raw.copy_((original_self_t.conj() * original_self_p.sgn()).conj()) : (original_self_t.conj() * original_self_p.sgn()).conj();
  }
  set_tangent(self, self_tangent, true);
  completed(node);
  return self;
}

at::Tensor as_strided_copy(c10::DispatchKeySet ks, const at::Tensor & self, c10::SymIntArrayRef size, c10::SymIntArrayRef stride, ::std::optional<c10::SymInt> storage_offset) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  AsStridedBackward0_copy* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new AsStridedBackward0_copy();
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
      return Decomposition("aten::as_strided_copy", "", "as_strided_copy", ks).call<at::Tensor, const at::Tensor &, c10::SymIntArrayRef, c10::SymIntArrayRef, ::std::optional<c10::SymInt>>(self, size, stride, storage_offset);
    }
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::as_strided_copy::redispatch(ks & c10::after_autograd_keyset, self, size, stride, storage_offset);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
  OPGEN_DEBUG_ONLY(ResultCheck("as_strided_copy").check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  completed(node);
  return result;
}

at::Tensor joinx(c10::DispatchKeySet ks, at::TensorList tensors, const c10::List<::std::optional<at::Tensor>> & masks) {
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(tensors));
  [[maybe_unused]] const bool has_tangent_result = (true);
  JoinxBackward0* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new JoinxBackward0();
    node = owned(grad_fn);
    grad_fn->set_next_edges(Edges().add(tensors).take());
    grad_fn->masks_ = make_saved_variable_list(masks, false);
    grad_fn->tensors_args_sizes = to_args_sizes(tensors);
    grad_fn->tensors_size_ = tensors.size();
  }
  OPGEN_DEBUG_ONLY(const TensorStates kept(tensors, masks);)
  auto result = [&]() -> at::Tensor {
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::joinx::redispatch(ks & c10::after_autograd_keyset, tensors, masks);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(tensors, masks));)
  OPGEN_DEBUG_ONLY(ResultCheck("joinx").check(result);)
  if (grad_fn != nullptr) {
    set_history(result, node);
  }
  throw_error_for_complex_autograd(result, "joinx");
  at::Tensor result_tangent;
  if (has_tangent_result && result.defined()) {
    result_tangent = joinx_jvp(tensors);
  }
  set_tangent(result, result_tangent);
  completed(node);
  return result;
}

::std::vector<at::Tensor> split_copy_Tensor(c10::DispatchKeySet ks, const at::Tensor & self, c10::SymInt split_size, int64_t dim) {
  check_defined(self, "self", 0);
  [[maybe_unused]] const bool any_requires_grad = GradMode::is_enabled() && (requires_grad(self));
  SplitBackward0_copy* grad_fn = nullptr;
  NodePointer node;
  if (any_requires_grad) {
    grad_fn = new SplitBackward0_copy();
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
      return Decomposition("aten::split_copy", "Tensor", "split_copy", ks).call<::std::vector<at::Tensor>, const at::Tensor &, c10::SymInt, int64_t>(self, split_size, dim);
    }
    at::AutoDispatchBelowADInplaceOrView guard;
    return at::_ops::split_copy_Tensor::redispatch(ks & c10::after_autograd_keyset, self, split_size, dim);
  }();
  OPGEN_DEBUG_ONLY(kept.check_kept(TensorStates(self));)
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
  m.impl("absx_", VariableType::absx_);
  m.impl("as_strided_copy", VariableType::as_strided_copy);
  m.impl("filled_like", torch::autograd::autogradNotImplementedFallback);
  m.impl("indices_copy", gradient_kernels::plain(at::_ops::indices_copy::redispatch,
 gradient_kernels::PlainCall("indices_copy", "indices_copy", "self").defined(1)));
  m.impl("joinx", VariableType::joinx);
  m.impl("split_copy.Tensor", VariableType::split_copy_Tensor);
}


}
