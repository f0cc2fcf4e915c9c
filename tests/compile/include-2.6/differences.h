// What the versions of the framework declare otherwise within a class.
#pragma once

namespace paddle {

using ScaleBias = float;

}  // namespace paddle

namespace egr {

// Whether `EagerUtils::nullable_autograd_meta` takes a list that may be missing.
constexpr bool kMetasOfOptionalLists = false;

}  // namespace egr

namespace pir {

class OpResult;
class Operation;
class Value;

// What the result of an operation is, and what operation a class is a view of.
using ResultValue = OpResult;
using ViewedOperation = Operation;

}  // namespace pir

#define OPGEN_CONST_IN_3_0
