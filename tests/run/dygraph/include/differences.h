// What the versions of the framework declare otherwise within a class, for 3.0.0.
#pragma once

namespace egr {

// Whether `EagerUtils::nullable_autograd_meta` takes a list that may be missing.
constexpr bool kMetasOfOptionalLists = true;

}  // namespace egr
