#include <ATen/opgen_calls.h>

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Operators.h>
#else
#include <ATen/ops/top_ops.h>
#include <ATen/ops/pair_ops.h>

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

// aten::top.out(Tensor self, int dim, int? most=None, *, Tensor(a!) out) -> Tensor(a!)
at::Tensor & top_out::call(const at::Tensor & self, int64_t dim, ::std::optional<int64_t> most, at::Tensor & out) {
  return at::cpu::top_out(out, self, dim, most);
}

at::Tensor & top_out::redispatch(c10::DispatchKeySet dispatchKeySet, const at::Tensor & self, int64_t dim, ::std::optional<int64_t> most, at::Tensor & out) {
  return Calls<schema>::redispatch(find<struct top_out>(), dispatchKeySet, self, dim, most, out);
}

// aten::top(Tensor self, int dim, int? most=None) -> Tensor
at::Tensor top::call(const at::Tensor & self, int64_t dim, ::std::optional<int64_t> most) {
  return at::cpu::top(self, dim, most);
}

at::Tensor top::redispatch(c10::DispatchKeySet dispatchKeySet, const at::Tensor & self, int64_t dim, ::std::optional<int64_t> most) {
  return Calls<schema>::redispatch(find<struct top>(), dispatchKeySet, self, dim, most);
}

// aten::pair(Tensor a, Tensor? b) -> (Tensor first, Tensor[] others)
::std::tuple<at::Tensor,::std::vector<at::Tensor>> pair::call(const at::Tensor & a, const ::std::optional<at::Tensor> & b) {
  return at::compositeimplicitautograd::pair(a, b);
}

::std::tuple<at::Tensor,::std::vector<at::Tensor>> pair::redispatch(c10::DispatchKeySet dispatchKeySet, const at::Tensor & a, const ::std::optional<at::Tensor> & b) {
  return Calls<schema>::redispatch(find<struct pair>(), dispatchKeySet, a, b);
}

}} // namespace at::_ops
