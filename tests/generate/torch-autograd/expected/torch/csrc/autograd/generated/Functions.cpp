#include <torch/csrc/autograd/FunctionsManual.h>
#include <torch/csrc/autograd/generated/nodes.h>

using namespace torch::autograd::generated::details;
using at::IntArrayRef;
using at::Scalar;
using at::Tensor;
using at::TensorList;

namespace torch::autograd::generated {
static variable_list AbsxBackward0_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad,
    Tensor& self) {
  GradientList<1> results({1});
  const auto& grad = grads[0];
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (grad * self.sgn()) : Tensor());
  }
  return results.take();
}
inline variable_list AbsxBackward0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  auto self = packed.next<Tensor>();
  return AbsxBackward0_apply_functional(
      variable_list(grads),
      needs_input_grad,
      self);
}

variable_list AbsxBackward0::apply(variable_list&& grads) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto self = self_.unpack();
  return AbsxBackward0_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}),
      self);
}

static void AbsxBackward0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<AbsxBackward0&>(base);
  members.tensor(node.self_);
}
void AbsxBackward0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, AbsxBackward0_members, args);
}
variable_list AbsxBackward0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, AbsxBackward0_members, AbsxBackward0_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list ViewAsComplexBackward0_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad) {
  GradientList<1> results({1});
  const auto& grad = grads[0];
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (at::view_as_real(grad.contiguous())) : Tensor());
  }
  return results.take();
}
inline variable_list ViewAsComplexBackward0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  return ViewAsComplexBackward0_apply_functional(
      variable_list(grads),
      needs_input_grad);
}

variable_list ViewAsComplexBackward0::apply(variable_list&& grads) {
  return ViewAsComplexBackward0_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}));
}

static void ViewAsComplexBackward0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<ViewAsComplexBackward0&>(base);
}
void ViewAsComplexBackward0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, ViewAsComplexBackward0_members, args);
}
variable_list ViewAsComplexBackward0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, ViewAsComplexBackward0_members, ViewAsComplexBackward0_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list SplitBackward0_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad,
    int64_t& dim,
    at::TensorOptions& self_options,
    std::vector<c10::SymInt>& self_sym_sizes,
    c10::SymInt& split_size) {
  GradientList<1> results({1});
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (split_backward(grads, split_size, dim, self_sym_sizes, self_options)) : Tensor());
  }
  return results.take();
}
inline variable_list SplitBackward0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  auto dim = packed.next<int64_t>();
  auto self_options = packed.next<at::TensorOptions>();
  auto self_sym_sizes = packed.next<std::vector<c10::SymInt>>();
  auto split_size = packed.next<c10::SymInt>();
  return SplitBackward0_apply_functional(
      variable_list(grads),
      needs_input_grad,
      dim,
      self_options,
      self_sym_sizes,
      split_size);
}

variable_list SplitBackward0::apply(variable_list&& grads) {
  return SplitBackward0_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}),
      dim,
      self_options,
      self_sym_sizes,
      split_size);
}

static void SplitBackward0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<SplitBackward0&>(base);
  members.value(node.dim);
  members.value(node.self_options);
  members.value(node.self_sym_sizes);
  members.value(node.split_size);
}
void SplitBackward0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, SplitBackward0_members, args);
}
variable_list SplitBackward0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, SplitBackward0_members, SplitBackward0_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list AsStridedBackward0_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad,
    at::TensorGeometry& self_geometry,
    std::vector<c10::SymInt>& size,
    ::std::optional<c10::SymInt>& storage_offset,
    std::vector<c10::SymInt>& stride) {
  GradientList<1> results({1});
  const auto& grad = grads[0];
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (as_strided_backward(grad, self_geometry, size, stride, storage_offset)) : Tensor());
  }
  return results.take();
}
inline variable_list AsStridedBackward0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  auto self_geometry = packed.next<at::TensorGeometry>();
  auto size = packed.next<std::vector<c10::SymInt>>();
  auto storage_offset = packed.next<::std::optional<c10::SymInt>>();
  auto stride = packed.next<std::vector<c10::SymInt>>();
  return AsStridedBackward0_apply_functional(
      variable_list(grads),
      needs_input_grad,
      self_geometry,
      size,
      storage_offset,
      stride);
}

variable_list AsStridedBackward0::apply(variable_list&& grads) {
  return AsStridedBackward0_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}),
      self_geometry,
      size,
      storage_offset,
      stride);
}

static void AsStridedBackward0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<AsStridedBackward0&>(base);
  members.value(node.self_geometry);
  members.value(node.size);
  members.value(node.storage_offset);
  members.value(node.stride);
}
void AsStridedBackward0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, AsStridedBackward0_members, args);
}
variable_list AsStridedBackward0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, AsStridedBackward0_members, AsStridedBackward0_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list ScalexBackward0_apply_functional(
    variable_list&& grads,
    std::array<bool, 2> needs_input_grad,
    at::Scalar& alpha,
    Tensor& other,
    at::ScalarType& other_scalar_type,
    Tensor& self,
    at::ScalarType& self_scalar_type) {
  GradientList<2> results({1, 1});
  const auto& grad = grads[0];
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[1]) {
    results.set(1, any_grad_defined ? (scalex_backward(grad, self, alpha, other_scalar_type)) : Tensor());
  }
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (scalex_backward(grad, other, alpha, self_scalar_type)) : Tensor());
  }
  return results.take();
}
inline variable_list ScalexBackward0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<2>();
  auto alpha = packed.next<at::Scalar>();
  auto other = packed.next<Tensor>();
  auto other_scalar_type = packed.next<at::ScalarType>();
  auto self = packed.next<Tensor>();
  auto self_scalar_type = packed.next<at::ScalarType>();
  return ScalexBackward0_apply_functional(
      variable_list(grads),
      needs_input_grad,
      alpha,
      other,
      other_scalar_type,
      self,
      self_scalar_type);
}

variable_list ScalexBackward0::apply(variable_list&& grads) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto other = other_.unpack();
  auto self = self_.unpack();
  return ScalexBackward0_apply_functional(
      std::move(grads),
      needed<2>(*this, {1, 1}),
      alpha,
      other,
      other_scalar_type,
      self,
      self_scalar_type);
}

static void ScalexBackward0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<ScalexBackward0&>(base);
  members.value(node.alpha);
  members.tensor(node.other_);
  members.value(node.other_scalar_type);
  members.tensor(node.self_);
  members.value(node.self_scalar_type);
}
void ScalexBackward0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, ScalexBackward0_members, args);
}
variable_list ScalexBackward0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, ScalexBackward0_members, ScalexBackward0_apply_functional_ivalue, {1, 1}, is_bound, saved, grads);
}

static variable_list TurnedxBackward0_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad,
    std::vector<int64_t>& dims) {
  GradientList<1> results({1});
  const auto& grad = grads[0];
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (grad.flip(dims)) : Tensor());
  }
  return results.take();
}
inline variable_list TurnedxBackward0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  auto dims = packed.next<std::vector<int64_t>>();
  return TurnedxBackward0_apply_functional(
      variable_list(grads),
      needs_input_grad,
      dims);
}

variable_list TurnedxBackward0::apply(variable_list&& grads) {
  return TurnedxBackward0_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}),
      dims);
}

static void TurnedxBackward0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<TurnedxBackward0&>(base);
  members.value(node.dims);
}
void TurnedxBackward0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, TurnedxBackward0_members, args);
}
variable_list TurnedxBackward0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, TurnedxBackward0_members, TurnedxBackward0_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list PairxBackward0_apply_functional(
    variable_list&& grads,
    std::array<bool, 2> needs_input_grad,
    std::optional<std::string>& mode,
    Tensor& weight,
    Tensor& indices,
    bool retain_variables) {
  GradientList<2> results({1, 1});
  const auto& grad = grads[0];
  if (needs_input_grad[0] || needs_input_grad[1]) {
    const std::array<bool, 2> grad_input_mask{needs_input_grad[0], needs_input_grad[1]};
    const auto gradients = grad.defined() ? pairx_backward(grad, wrap_opt_if(weight, grad_input_mask[0]), indices, as_view(mode), grad_input_mask, retain_variables) : std::tuple<Tensor, Tensor>();
    if (needs_input_grad[0]) {
      results.set(0, std::get<0>(gradients));
    }
    if (needs_input_grad[1]) {
      results.set(1, std::get<1>(gradients));
    }
  }
  return results.take();
}
inline variable_list PairxBackward0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<2>();
  auto mode = packed.next<std::optional<std::string>>();
  auto weight = packed.next<Tensor>();
  auto indices = packed.next<Tensor>();
  auto retain_variables = packed.next<bool>();
  return PairxBackward0_apply_functional(
      variable_list(grads),
      needs_input_grad,
      mode,
      weight,
      indices,
      retain_variables);
}

variable_list PairxBackward0::apply(variable_list&& grads) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto weight = weight_.unpack();
  auto indices = indices_.unpack(getptr());
  return PairxBackward0_apply_functional(
      std::move(grads),
      needed<2>(*this, {1, 1}),
      mode,
      weight,
      indices,
      retain_variables);
}

static void PairxBackward0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<PairxBackward0&>(base);
  members.value(node.mode);
  members.tensor(node.weight_);
  members.tensor(node.indices_, true);
  members.argument(node.retain_variables);
}
void PairxBackward0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, PairxBackward0_members, args);
}
variable_list PairxBackward0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, PairxBackward0_members, PairxBackward0_apply_functional_ivalue, {1, 1}, is_bound, saved, grads);
}

static variable_list JoinxBackward0_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad,
    size_t tensors_size_,
    torch::List<std::optional<Tensor>>& masks,
    ::std::vector<::std::vector<int64_t>>& tensors_args_sizes) {
  GradientList<1> results({tensors_size_});
  const auto& grad = grads[0];
  if (needs_input_grad[0]) {
    results.set(0, joinx_backward(grad, masks, tensors_args_sizes));
  }
  return results.take();
}
inline variable_list JoinxBackward0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  auto tensors_size_ = packed.next<size_t>();
  auto masks = packed.next<torch::List<std::optional<Tensor>>>();
  auto tensors_args_sizes = packed.next<::std::vector<::std::vector<int64_t>>>();
  return JoinxBackward0_apply_functional(
      variable_list(grads),
      needs_input_grad,
      tensors_size_,
      masks,
      tensors_args_sizes);
}

variable_list JoinxBackward0::apply(variable_list&& grads) {
  std::lock_guard<std::mutex> lock(mutex_);
  TORCH_CHECK(!masks_released_, ERR_BACKWARD_TWICE);
  auto masks = unpack_opt_list(masks_);
  return JoinxBackward0_apply_functional(
      std::move(grads),
      needed<1>(*this, {tensors_size_}),
      tensors_size_,
      masks,
      tensors_args_sizes);
}

static void JoinxBackward0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<JoinxBackward0&>(base);
  members.argument(node.tensors_size_);
  members.optional_tensors(node.masks_, node.masks_released_);
  members.value(node.tensors_args_sizes);
}
void JoinxBackward0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, JoinxBackward0_members, args);
}
variable_list JoinxBackward0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, JoinxBackward0_members, JoinxBackward0_apply_functional_ivalue, {tensors_size_}, is_bound, saved, grads);
}

static variable_list KeyedxBackward0_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad,
    std::vector<c10::SymInt>& self_sym_sizes) {
  GradientList<1> results({1});
  const auto& grad = grads[0];
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (grad.expand(self_sym_sizes) + 1) : Tensor());
  }
  return results.take();
}
inline variable_list KeyedxBackward0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  auto self_sym_sizes = packed.next<std::vector<c10::SymInt>>();
  return KeyedxBackward0_apply_functional(
      variable_list(grads),
      needs_input_grad,
      self_sym_sizes);
}

variable_list KeyedxBackward0::apply(variable_list&& grads) {
  return KeyedxBackward0_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}),
      self_sym_sizes);
}

static void KeyedxBackward0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<KeyedxBackward0&>(base);
  members.value(node.self_sym_sizes);
}
void KeyedxBackward0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, KeyedxBackward0_members, args);
}
variable_list KeyedxBackward0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, KeyedxBackward0_members, KeyedxBackward0_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list KeyedxBackwardAutogradCUDA0_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad,
    std::vector<c10::SymInt>& self_sym_sizes) {
  GradientList<1> results({1});
  const auto& grad = grads[0];
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (grad.expand(self_sym_sizes) * 2) : Tensor());
  }
  return results.take();
}
inline variable_list KeyedxBackwardAutogradCUDA0_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  auto self_sym_sizes = packed.next<std::vector<c10::SymInt>>();
  return KeyedxBackwardAutogradCUDA0_apply_functional(
      variable_list(grads),
      needs_input_grad,
      self_sym_sizes);
}

variable_list KeyedxBackwardAutogradCUDA0::apply(variable_list&& grads) {
  return KeyedxBackwardAutogradCUDA0_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}),
      self_sym_sizes);
}

static void KeyedxBackwardAutogradCUDA0_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<KeyedxBackwardAutogradCUDA0&>(base);
  members.value(node.self_sym_sizes);
}
void KeyedxBackwardAutogradCUDA0::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, KeyedxBackwardAutogradCUDA0_members, args);
}
variable_list KeyedxBackwardAutogradCUDA0::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, KeyedxBackwardAutogradCUDA0_members, KeyedxBackwardAutogradCUDA0_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list ViewAsComplexBackward0_copy_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad) {
  GradientList<1> results({1});
  const auto& grad = grads[0];
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (at::view_as_real(grad.contiguous())) : Tensor());
  }
  return results.take();
}
inline variable_list ViewAsComplexBackward0_copy_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  return ViewAsComplexBackward0_copy_apply_functional(
      variable_list(grads),
      needs_input_grad);
}

variable_list ViewAsComplexBackward0_copy::apply(variable_list&& grads) {
  return ViewAsComplexBackward0_copy_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}));
}

static void ViewAsComplexBackward0_copy_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<ViewAsComplexBackward0_copy&>(base);
}
void ViewAsComplexBackward0_copy::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, ViewAsComplexBackward0_copy_members, args);
}
variable_list ViewAsComplexBackward0_copy::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, ViewAsComplexBackward0_copy_members, ViewAsComplexBackward0_copy_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list SplitBackward0_copy_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad,
    int64_t& dim,
    at::TensorOptions& self_options,
    std::vector<c10::SymInt>& self_sym_sizes,
    c10::SymInt& split_size) {
  GradientList<1> results({1});
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (split_backward(grads, split_size, dim, self_sym_sizes, self_options)) : Tensor());
  }
  return results.take();
}
inline variable_list SplitBackward0_copy_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  auto dim = packed.next<int64_t>();
  auto self_options = packed.next<at::TensorOptions>();
  auto self_sym_sizes = packed.next<std::vector<c10::SymInt>>();
  auto split_size = packed.next<c10::SymInt>();
  return SplitBackward0_copy_apply_functional(
      variable_list(grads),
      needs_input_grad,
      dim,
      self_options,
      self_sym_sizes,
      split_size);
}

variable_list SplitBackward0_copy::apply(variable_list&& grads) {
  return SplitBackward0_copy_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}),
      dim,
      self_options,
      self_sym_sizes,
      split_size);
}

static void SplitBackward0_copy_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<SplitBackward0_copy&>(base);
  members.value(node.dim);
  members.value(node.self_options);
  members.value(node.self_sym_sizes);
  members.value(node.split_size);
}
void SplitBackward0_copy::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, SplitBackward0_copy_members, args);
}
variable_list SplitBackward0_copy::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, SplitBackward0_copy_members, SplitBackward0_copy_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list AsStridedBackward0_copy_apply_functional(
    variable_list&& grads,
    std::array<bool, 1> needs_input_grad,
    at::TensorGeometry& self_geometry,
    std::vector<c10::SymInt>& size,
    ::std::optional<c10::SymInt>& storage_offset,
    std::vector<c10::SymInt>& stride) {
  GradientList<1> results({1});
  const auto& grad = grads[0];
  const bool any_grad_defined = has_defined(grads);
  if (needs_input_grad[0]) {
    results.set(0, any_grad_defined ? (as_strided_backward(grad, self_geometry, size, stride, storage_offset)) : Tensor());
  }
  return results.take();
}
inline variable_list AsStridedBackward0_copy_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<1>();
  auto self_geometry = packed.next<at::TensorGeometry>();
  auto size = packed.next<std::vector<c10::SymInt>>();
  auto storage_offset = packed.next<::std::optional<c10::SymInt>>();
  auto stride = packed.next<std::vector<c10::SymInt>>();
  return AsStridedBackward0_copy_apply_functional(
      variable_list(grads),
      needs_input_grad,
      self_geometry,
      size,
      storage_offset,
      stride);
}

variable_list AsStridedBackward0_copy::apply(variable_list&& grads) {
  return AsStridedBackward0_copy_apply_functional(
      std::move(grads),
      needed<1>(*this, {1}),
      self_geometry,
      size,
      storage_offset,
      stride);
}

static void AsStridedBackward0_copy_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<AsStridedBackward0_copy&>(base);
  members.value(node.self_geometry);
  members.value(node.size);
  members.value(node.storage_offset);
  members.value(node.stride);
}
void AsStridedBackward0_copy::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, AsStridedBackward0_copy_members, args);
}
variable_list AsStridedBackward0_copy::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, AsStridedBackward0_copy_members, AsStridedBackward0_copy_apply_functional_ivalue, {1}, is_bound, saved, grads);
}

static variable_list ForeachScalexBackward0List_apply_functional(
    variable_list&& grads,
    std::array<bool, 2> needs_input_grad,
    size_t self_size_,
    size_t other_size_,
    at::Scalar& alpha,
    std::vector<Tensor>& other,
    std::vector<Tensor>& self) {
  GradientList<2> results({self_size_, other_size_});
  if (needs_input_grad[1]) {
    std::vector<Tensor> gradients(grads.size());
    for (size_t i = 0; i < grads.size(); ++i) {
      if (grads[i].defined()) {
        gradients[i] = scalex_backward(grads[i], self[i], alpha, other[i].scalar_type());
      }
    }
    results.set(1, gradients);
  }
  if (needs_input_grad[0]) {
    std::vector<Tensor> gradients(grads.size());
    for (size_t i = 0; i < grads.size(); ++i) {
      if (grads[i].defined()) {
        gradients[i] = scalex_backward(grads[i], other[i], alpha, self[i].scalar_type());
      }
    }
    results.set(0, gradients);
  }
  return results.take();
}
inline variable_list ForeachScalexBackward0List_apply_functional_ivalue(const variable_list& grads, const ivalue_list& args) {
  Unpacked packed(args);
  const auto needs_input_grad = packed.next_flags<2>();
  auto self_size_ = packed.next<size_t>();
  auto other_size_ = packed.next<size_t>();
  auto alpha = packed.next<at::Scalar>();
  auto other = packed.next<std::vector<Tensor>>();
  auto self = packed.next<std::vector<Tensor>>();
  return ForeachScalexBackward0List_apply_functional(
      variable_list(grads),
      needs_input_grad,
      self_size_,
      other_size_,
      alpha,
      other,
      self);
}

variable_list ForeachScalexBackward0List::apply(variable_list&& grads) {
  std::lock_guard<std::mutex> lock(mutex_);
  TORCH_CHECK(!other_released_, ERR_BACKWARD_TWICE);
  TORCH_CHECK(!self_released_, ERR_BACKWARD_TWICE);
  auto other = unpack_list(other_);
  auto self = unpack_list(self_);
  return ForeachScalexBackward0List_apply_functional(
      std::move(grads),
      needed<2>(*this, {self_size_, other_size_}),
      self_size_,
      other_size_,
      alpha,
      other,
      self);
}

static void ForeachScalexBackward0List_members(Node& base, [[maybe_unused]] Members& members) {
  [[maybe_unused]] auto& node = static_cast<ForeachScalexBackward0List&>(base);
  members.argument(node.self_size_);
  members.argument(node.other_size_);
  members.value(node.alpha);
  members.tensors(node.other_, node.other_released_);
  members.tensors(node.self_, node.self_released_);
}
void ForeachScalexBackward0List::compiled_args(CompiledNodeArgs& args) const {
  nodes::collect(*this, ForeachScalexBackward0List_members, args);
}
variable_list ForeachScalexBackward0List::apply_with_saved(const variable_list& grads, SwapSavedVariables& saved) {
  static bool is_bound = false;
  return nodes::record(*this, ForeachScalexBackward0List_members, ForeachScalexBackward0List_apply_functional_ivalue, {self_size_, other_size_}, is_bound, saved, grads);
}


} // namespace torch::autograd::generated
