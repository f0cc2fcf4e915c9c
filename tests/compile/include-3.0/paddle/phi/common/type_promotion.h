#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/phi/common/data_type.h"

namespace phi {

// The framework lets the shapes be left out. Whoever calls these for tensors must not: the result depends on them.
DataType GetPromoteDtype(
    const std::string& op_name, const DataType&, const DataType&, const std::vector<int64_t>& x_shape,
    const std::vector<int64_t>& y_shape);
bool NeedTypePromotion(
    const std::string& op_name, const DataType&, const DataType&, const std::vector<int64_t>& x_shape,
    const std::vector<int64_t>& y_shape);

}  // namespace phi
