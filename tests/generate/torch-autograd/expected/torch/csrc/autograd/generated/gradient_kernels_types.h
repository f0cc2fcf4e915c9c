// Defines what gradient_kernels.h declares. One source includes this.
#pragma once

#include <torch/csrc/autograd/generated/gradient_kernels.h>

#include <ATen/core/TorchDispatchUtils.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include <cstring>

namespace torch::autograd::gradient_kernels {

void refuse_undefined(const char* name, size_t at) {
  TORCH_CHECK(
      false,
      "Expected a proper Tensor but got None (or an undefined Tensor in C++) for argument #",
      at,
      " '",
      name,
      "'");
}

bool requires_grad(at::TensorList tensors) {
  return std::any_of(tensors.begin(), tensors.end(), [](const at::Tensor& tensor) { return requires_grad(tensor); });
}
bool requires_grad(const at::ITensorListRef& tensors) {
  return std::any_of(tensors.begin(), tensors.end(), [](const at::Tensor& tensor) { return requires_grad(tensor); });
}
bool requires_grad(const c10::List<std::optional<at::Tensor>>& tensors) {
  for (const std::optional<at::Tensor> tensor : tensors) {
    if (requires_grad(tensor)) {
      return true;
    }
  }
  return false;
}

bool has_tangent(const at::Tensor& tensor) {
  return tensor.defined() && tensor._fw_grad(/*level=*/0).defined();
}
bool has_tangent(const std::optional<at::Tensor>& tensor) {
  return tensor.has_value() && has_tangent(*tensor);
}
bool has_tangent(at::TensorList tensors) {
  return std::any_of(tensors.begin(), tensors.end(), [](const at::Tensor& tensor) { return has_tangent(tensor); });
}
bool has_tangent(const at::ITensorListRef& tensors) {
  return std::any_of(tensors.begin(), tensors.end(), [](const at::Tensor& tensor) { return has_tangent(tensor); });
}
bool has_tangent(const c10::List<std::optional<at::Tensor>>& tensors) {
  for (const std::optional<at::Tensor> tensor : tensors) {
    if (has_tangent(tensor)) {
      return true;
    }
  }
  return false;
}

Edges& Edges::add(const at::Tensor& tensor) {
  edges_.push_back(tensor.defined() ? impl::gradient_edge(tensor) : Edge());
  return *this;
}
Edges& Edges::add(const std::optional<at::Tensor>& tensor) {
  return add(tensor.has_value() ? *tensor : at::Tensor());
}
Edges& Edges::add(at::TensorList tensors) {
  for (const at::Tensor& tensor : tensors) {
    add(tensor);
  }
  return *this;
}
Edges& Edges::add(const at::ITensorListRef& tensors) {
  for (const at::Tensor& tensor : tensors) {
    add(tensor);
  }
  return *this;
}
Edges& Edges::add(const c10::List<std::optional<at::Tensor>>& tensors) {
  for (const std::optional<at::Tensor> tensor : tensors) {
    add(tensor);
  }
  return *this;
}

// What a branch for another class of pointers names need not exist.
template <class Pointer, class T>
Pointer owned_by(T* node) {
  if constexpr (std::is_same_v<Pointer, std::shared_ptr<T>>) {
    return Pointer(node, [](T* deleted) { deleteNode(deleted); });
  } else {
    return Pointer::unsafe_steal_from_new(node);
  }
}
NodePointer owned(Node* node) {
  return owned_by<NodePointer>(node);
}

at::Tensor raw_tangent(const std::optional<at::Tensor>& tensor) {
  return tensor.has_value() && tensor->defined() ? tensor->_fw_grad(/*level=*/0) : at::Tensor();
}

at::Tensor tangent(const at::Tensor& raw, const std::optional<at::Tensor>& tensor) {
  const bool has_value = tensor.has_value() && tensor->defined();
  auto tangent = raw.defined() || !has_value ? raw : at::_efficientzerotensor_symint(tensor->sym_sizes(), tensor->options());
  if (has_value && tensor->unsafeGetTensorImpl()->is_wrapped_number()) {
    tangent.unsafeGetTensorImpl()->set_wrapped_number(true);
  }
  return tangent;
}

at::Tensor written_tangent(const at::Tensor& raw, const std::optional<at::Tensor>& tensor) {
  const bool has_value = tensor.has_value() && tensor->defined();
  return raw.defined() || !has_value ? raw : at::zeros_symint(tensor->sym_sizes(), tensor->options());
}

at::Tensor primal(const std::optional<at::Tensor>& tensor) {
  if (!tensor.has_value() || !tensor->defined()) {
    return {};
  }
  return tensor->unsafeGetTensorImpl()->is_wrapped_number() ? *tensor : tensor->_fw_primal(/*level=*/0);
}

void set_tangent(const at::Tensor& result, const at::Tensor& tangent, bool is_inplace) {
  if (tangent.defined() && result.defined()) {
    result._set_fw_grad(tangent, /*level=*/0, is_inplace);
  }
}

void set_tangents(at::TensorList results, const std::vector<at::Tensor>& tangents, bool is_inplace) {
  if (tangents.empty()) {
    return;
  }
  TORCH_INTERNAL_ASSERT(results.size() == tangents.size());
  for (size_t i = 0; i < results.size(); ++i) {
    set_tangent(results[i], tangents[i], is_inplace);
  }
}

void TensorStates::add(const at::Tensor& tensor) {
  tensors_.push_back(tensor);
  storages_.push_back(tensor.has_storage() ? tensor.storage() : at::Storage());
}
void TensorStates::add(at::TensorList tensors) {
  for (const at::Tensor& tensor : tensors) {
    add(tensor);
  }
}
void TensorStates::add(const at::ITensorListRef& tensors) {
  for (const at::Tensor& tensor : tensors) {
    add(tensor);
  }
}
void TensorStates::add(const c10::List<std::optional<at::Tensor>>& tensors) {
  for (const std::optional<at::Tensor> tensor : tensors) {
    add(tensor.value_or(at::Tensor()));
  }
}

namespace {

/// Kernels in Python may do with tensors what they like.
bool is_checked(const at::Tensor& tensor) {
  return !at::impl::dispatch_mode_enabled() && !at::impl::tensor_has_dispatch(tensor);
}

bool have_same_storage(const at::Storage& storage, const at::Tensor& tensor) {
  return !storage || (tensor.has_storage() && storage.is_alias_of(tensor.storage()));
}

/// Since PyTorch 2.10, a tensor's object in Python counts as a holder.
template <class Slot>
auto held_by_python(const Slot* slot, int /*preferred*/) -> decltype(slot->load_pyobj() != nullptr) {
  return slot->load_pyobj() != nullptr;
}
template <class Slot>
bool held_by_python(const Slot* /*slot*/, long /*otherwise*/) {
  return false;
}

} // namespace

void TensorStates::check_kept(const TensorStates& now) const {
  TORCH_INTERNAL_ASSERT(tensors_.size() == now.tensors_.size());
  for (size_t i = 0; i < tensors_.size(); ++i) {
    if (is_checked(now.tensors_[i])) {
      TORCH_INTERNAL_ASSERT(!tensors_[i].defined() || tensors_[i].is_same(now.tensors_[i]));
      TORCH_INTERNAL_ASSERT(have_same_storage(storages_[i], now.tensors_[i]));
    }
  }
}

void ResultCheck::check(const at::Tensor& result) const {
  if (!result.defined() || !is_checked(result)) {
    return;
  }
  if (has_new_storage_ && result.has_storage()) {
    TORCH_INTERNAL_ASSERT(result.storage().use_count() == 1, "function: ", function_);
  }
  if (is_new_) {
    const size_t holders = held_by_python(result.unsafeGetTensorImpl()->pyobj_slot(), 0) ? 2 : 1;
    TORCH_INTERNAL_ASSERT(result.use_count() == holders, "function: ", function_);
  }
}

void check_view(const at::Tensor& view, const at::Tensor& viewed) {
  if (is_checked(view) && is_checked(viewed) && viewed.has_storage()) {
    TORCH_INTERNAL_ASSERT(have_same_storage(viewed.storage(), view));
  }
}

namespace {

constexpr const char* kNotImplemented =
    " that does not support it because it has not been implemented yet.\nPlease file an issue to PyTorch at "
    "https://github.com/pytorch/pytorch/issues/new?template=feature-request.yml so that we can prioritize its implementation";

} // namespace

void forbid_tangents(bool has_tangents, const char* name) {
  TORCH_CHECK_NOT_IMPLEMENTED(!has_tangents, "Trying to use forward AD with ", name, kNotImplemented, ".");
}

void check_length(at::TensorList self, at::TensorList other) {
  TORCH_CHECK(
      self.size() == other.size(),
      "Tensor lists must have the same number of tensors, got ",
      self.size(),
      " and ",
      other.size());
}

void forget_accumulator(const at::Tensor& self) {
  if (auto* meta = impl::get_autograd_meta(self)) {
    meta->grad_accumulator_.reset();
  }
}

struct Decomposition::State {
  c10::OperatorHandle op;
  impl::JitDecompInterface* decompositions;
  torch::jit::Stack stack;
};

Decomposition::Decomposition(const char* name, const char* overload, const char* function, c10::DispatchKeySet)
    : state_(new State{
          c10::Dispatcher::singleton().findSchemaOrThrow(name, overload),
          impl::getJitDecompImpl(),
          {}}) {
  const auto* decompositions = state_->decompositions;
  TORCH_CHECK_NOT_IMPLEMENTED(
      decompositions != nullptr && decompositions->has_jit_decomposition(state_->op.schema()),
      "Trying to use forward AD with ",
      function,
      kNotImplemented,
      " or submit a PR adding the implementation to derivatives.yaml");
}

Decomposition::~Decomposition() = default;

template <class A>
void Decomposition::push(const std::decay_t<A>& argument) {
  torch::jit::push(state_->stack, argument);
}

template <class R>
R Decomposition::result() {
  state_->decompositions->run_jit_decomposition(state_->op, &state_->stack);
  return c10::impl::PopResult<R>::call(state_->stack);
}

void PlainArguments::refuse(size_t at) const {
  const char* name = call_.arguments;
  for (size_t skipped = 0; skipped < at; ++skipped) {
    name = std::strchr(name, ' ') + 1;
  }
  refuse_undefined(std::string(name, std::strcspn(name, " ")).c_str(), at);
}

void PlainArguments::check_gradients() const {
  if (requires_grad_) {
    throw_error_out_requires_grad(call_.name);
  }
}

void PlainArguments::check_tangents() const {
  TORCH_CHECK_NOT_IMPLEMENTED(
      !has_tangent_,
      "Trying to use forward AD with ",
      call_.function,
      " that does not support it because it is an out= function");
}

template void Decomposition::push<::std::optional<c10::SymInt>>(const std::decay_t<::std::optional<c10::SymInt>>&);
template void Decomposition::push<::std::optional<c10::string_view>>(const std::decay_t<::std::optional<c10::string_view>>&);
template void Decomposition::push<c10::SymInt>(const std::decay_t<c10::SymInt>&);
template void Decomposition::push<c10::SymIntArrayRef>(const std::decay_t<c10::SymIntArrayRef>&);
template void Decomposition::push<const ::std::optional<at::Tensor> &>(const std::decay_t<const ::std::optional<at::Tensor> &>&);
template void Decomposition::push<const at::Tensor &>(const std::decay_t<const at::Tensor &>&);
template void Decomposition::push<int64_t>(const std::decay_t<int64_t>&);

template ::std::tuple<at::Tensor,at::Tensor> Decomposition::result<::std::tuple<at::Tensor,at::Tensor>>();
template ::std::vector<at::Tensor> Decomposition::result<::std::vector<at::Tensor>>();
template at::Tensor Decomposition::result<at::Tensor>();

} // namespace torch::autograd::gradient_kernels
