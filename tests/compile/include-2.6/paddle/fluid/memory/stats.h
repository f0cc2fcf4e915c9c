#pragma once

#include <string>

#include "paddle/phi/common/place.h"

namespace paddle::memory {

void LogDeviceMemoryStats(const Place&, const std::string& op);

}  // namespace paddle::memory
