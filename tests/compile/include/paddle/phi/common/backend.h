#pragma once

#include <cstdint>
#include <iosfwd>

#include "paddle/phi/common/place.h"

namespace paddle::experimental {

enum class Backend : uint8_t {
  UNDEFINED = 0,
  CPU,
  ONEDNN,
  GPU,
  GPUDNN,
  XPU,
  IPU,
  KPS,
  CUSTOM,
  NUM_BACKENDS,
  ALL_BACKEND = UNDEFINED,
};

std::ostream& operator<<(std::ostream&, Backend);

}  // namespace paddle::experimental

namespace phi {

using paddle::experimental::Backend;

}  // namespace phi
