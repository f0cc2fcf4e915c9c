#pragma once

#include <string>
#include <vector>

#include "paddle/fluid/eager/api/utils/global_utils.h"

namespace egr {

phi::DataType GetAmpDestDtype(
    const std::string& op, const paddle::small_vector<std::vector<paddle::Tensor>, kSlotSmallVectorSize>&);

}  // namespace egr
