#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "paddle/phi/api/include/dll_decl.h"

namespace phi {

enum class AllocationType : int8_t { UNDEFINED = 0, CPU = 1, GPU = 2, GPUPINNED = 3, XPU = 4, IPU = 7, CUSTOM = 9 };

class Place {
 public:
  Place();
  explicit Place(AllocationType, int8_t id, const std::string& device_type = "");
  explicit Place(AllocationType, const std::string& device_type = "");

  AllocationType GetType() const;
  int8_t GetDeviceId() const;
  std::string GetDeviceType() const;
  bool operator==(const Place&) const;
  bool operator!=(const Place&) const;
};

class CPUPlace : public Place {
 public:
  CPUPlace();
};

class GPUPlace : public Place {
 public:
  GPUPlace();
  explicit GPUPlace(int device_id);
};

class GPUPinnedPlace : public Place {
 public:
  GPUPinnedPlace();
};

std::ostream& operator<<(std::ostream&, const Place&);

}  // namespace phi

namespace paddle {

using phi::AllocationType;
using phi::CPUPlace;
using phi::GPUPlace;
using phi::Place;

namespace experimental {

using phi::AllocationType;
using phi::GPUPinnedPlace;

}  // namespace experimental
}  // namespace paddle
