#pragma once

#include <string>

#include "paddle/phi/common/backend.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/place.h"

namespace phi {

const std::string& TransToFluidOpName(const std::string& kernel);
Backend TransToPhiBackend(const Place&);

}  // namespace phi
