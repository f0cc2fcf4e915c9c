// What the versions of the framework declare otherwise within a class.
#pragma once

namespace paddle {

using ScaleBias = float;

}  // namespace paddle

namespace egr {

// Whether `EagerUtils::nullable_autograd_meta` takes a list that may be missing.
constexpr bool kMetasOfOptionalLists = false;

}  // namespace egr
