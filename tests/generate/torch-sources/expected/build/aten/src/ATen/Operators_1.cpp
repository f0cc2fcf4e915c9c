#include <ATen/opgen_calls.h>

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Operators.h>
#else
#include <ATen/ops/fold_ops.h>

#endif


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

// aten::fold_(Tensor(a!) self, SymInt by, str how='"a"') -> Tensor(a!)
at::Tensor & fold_::call(at::Tensor & self, c10::SymInt by, c10::string_view how) {
  return Calls<schema>::call(find<struct fold_>(), self, by, how);
}

at::Tensor & fold_::redispatch(c10::DispatchKeySet dispatchKeySet, at::Tensor & self, c10::SymInt by, c10::string_view how) {
  return Calls<schema>::redispatch(find<struct fold_>(), dispatchKeySet, self, by, how);
}

}} // namespace at::_ops
