#pragma once

#include <string>

#include "paddle/phi/common/place.h"

namespace paddle::memory {

void LogDeviceMemoryStats(const phi::Place&, const std::string& op_name);

}  // namespace paddle::memory
