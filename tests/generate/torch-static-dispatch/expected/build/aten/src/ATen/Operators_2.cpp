#include <ATen/opgen_calls.h>

#ifndef AT_PER_OPERATOR_HEADERS
#include <ATen/Operators.h>
#else

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

}} // namespace at::_ops
