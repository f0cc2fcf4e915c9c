#pragma once

#include <cstddef>

namespace egr {

constexpr size_t kSlotSmallVectorSize = 15U;

}  // namespace egr
