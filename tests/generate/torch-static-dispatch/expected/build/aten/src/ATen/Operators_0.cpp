#include <ATen/opgen_calls.h>

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Operators.h>
#else
#include <ATen/ops/fill_ops.h>
#include <ATen/ops/is_plain_ops.h>
#include <ATen/ops/wrap_ops.h>
#include <ATen/ops/both_ops.h>

#endif

#include <ATen/CPUFunctions.h>
#include <ATen/CompositeImplicitAutogradFunctions.h>
#include <ATen/CompositeImplicitAutogradNestedTensorFunctions.h>
#include <ATen/CompositeExplicitAutogradFunctions.h>
#include <ATen/CompositeExplicitAutogradNonFunctionalFunctions.h>

namespace at { namespace _ops {

namespace {

using opgen::Calls;

/// The operator in the dispatcher. A parameter may have the name of an operator's class, so calls of this say `struct`.
template <class Operator>
const c10::OperatorHandle& find() {
  static const auto& op = Calls<typename Operator::schema>::find(Operator::name, Operator::overload_name);
  return op;
}

} // namespace

// aten::fill.sizes(SymInt[] size, Scalar value=1, *, SymInt? step=None, SymInt[]? strides=None, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor
at::Tensor fill_sizes::call(c10::SymIntArrayRef size, const at::Scalar & value, ::std::optional<c10::SymInt> step, at::OptionalSymIntArrayRef strides, ::std::optional<at::ScalarType> dtype, ::std::optional<at::Layout> layout, ::std::optional<at::Device> device, ::std::optional<bool> pin_memory, ::std::optional<at::MemoryFormat> memory_format) {
  return at::compositeexplicitautograd::fill_symint(size, value, step, strides, TensorOptions().dtype(dtype).layout(layout).device(device).pinned_memory(pin_memory), memory_format);
}

at::Tensor fill_sizes::redispatch(c10::DispatchKeySet dispatchKeySet, c10::SymIntArrayRef size, const at::Scalar & value, ::std::optional<c10::SymInt> step, at::OptionalSymIntArrayRef strides, ::std::optional<at::ScalarType> dtype, ::std::optional<at::Layout> layout, ::std::optional<at::Device> device, ::std::optional<bool> pin_memory, ::std::optional<at::MemoryFormat> memory_format) {
  return Calls<schema>::redispatch(find<struct fill_sizes>(), dispatchKeySet, size, value, step, strides, dtype, layout, device, pin_memory, memory_format);
}

// aten::is_plain(Tensor self, bool[2] which, Tensor?[] others) -> bool
bool is_plain::call(const at::Tensor & self, ::std::array<bool,2> which, const c10::List<::std::optional<at::Tensor>> & others) {
  return at::compositeimplicitautograd::is_plain(self, which, others);
}

bool is_plain::redispatch(c10::DispatchKeySet dispatchKeySet, const at::Tensor & self, ::std::array<bool,2> which, const c10::List<::std::optional<at::Tensor>> & others) {
  return Calls<schema>::redispatch(find<struct is_plain>(), dispatchKeySet, self, which, others);
}

// aten::wrap(Tensor values, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor
at::Tensor wrap::call(const at::Tensor & values, ::std::optional<at::ScalarType> dtype, ::std::optional<at::Layout> layout, ::std::optional<at::Device> device, ::std::optional<bool> pin_memory) {
  return at::compositeexplicitautograd::wrap(values, TensorOptions().dtype(dtype).layout(layout).device(device).pinned_memory(pin_memory));
}

at::Tensor wrap::redispatch(c10::DispatchKeySet dispatchKeySet, const at::Tensor & values, ::std::optional<at::ScalarType> dtype, ::std::optional<at::Layout> layout, ::std::optional<at::Device> device, ::std::optional<bool> pin_memory) {
  return Calls<schema>::redispatch(find<struct wrap>(), dispatchKeySet, values, dtype, layout, device, pin_memory);
}

// aten::both(int a, int b) -> int
int64_t both::call(int64_t a, int64_t b) {
  return at::compositeimplicitautograd::both(a, b);
}

int64_t both::redispatch(c10::DispatchKeySet dispatchKeySet, int64_t a, int64_t b) {
  return Calls<schema>::redispatch(find<struct both>(), dispatchKeySet, a, b);
}

}} // namespace at::_ops

#include <ATen/opgen_call_types.h>
