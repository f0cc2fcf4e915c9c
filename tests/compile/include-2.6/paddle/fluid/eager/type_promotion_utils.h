#pragma once

#include <string>

#include "paddle/fluid/eager/api/utils/global_utils.h"
#include "paddle/phi/common/type_promotion.h"

namespace egr {

paddle::Tensor PromoteCast(
    const std::string& input, const paddle::Tensor&, const phi::DataType&, bool trace_backward = true);

}  // namespace egr
