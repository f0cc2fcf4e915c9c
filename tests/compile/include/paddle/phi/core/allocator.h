#pragma once

#include <cstddef>

#include "paddle/phi/common/place.h"

namespace phi {

class Allocation {
 public:
  Allocation();
  Allocation(void* data, size_t size, const Place&);
  virtual ~Allocation();
};

}  // namespace phi
