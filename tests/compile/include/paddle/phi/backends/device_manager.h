#pragma once

#include <string>

#include "paddle/phi/common/place.h"

namespace phi {

class DeviceManager {
 public:
  static void SetDevice(const std::string& device_type, size_t device_id);
  static void SetDevice(const Place&);
};

}  // namespace phi
