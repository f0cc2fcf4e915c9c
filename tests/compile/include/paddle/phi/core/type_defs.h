#pragma once

#include <cstddef>

namespace phi {

class InferMetaContext;
using InferMetaFn = void (*)(InferMetaContext*);

constexpr size_t kInputSmallVectorSize = 15U;
constexpr size_t kAttrSmallVectorSize = 15U;
constexpr size_t kOutputSmallVectorSize = 15U;

}  // namespace phi
