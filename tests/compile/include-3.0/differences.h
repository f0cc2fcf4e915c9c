// What the versions of the framework declare otherwise within a class.
#pragma once

#include "paddle/phi/common/scalar.h"
#include "paddle/utils/test_macros.h"

namespace paddle {

using ScaleBias = const experimental::Scalar&;

}  // namespace paddle

namespace egr {

// Whether `EagerUtils::nullable_autograd_meta` takes a list that may be missing.
constexpr bool kMetasOfOptionalLists = true;

}  // namespace egr

namespace pir {

class OpResult;
class Operation;
class Value;

// What the result of an operation is, and what operation a class is a view of.
using ResultValue = Value;
using ViewedOperation = const Operation;

}  // namespace pir

#define OPGEN_CONST_IN_3_0 const
