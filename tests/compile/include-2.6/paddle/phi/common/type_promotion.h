#pragma once

#include <string>

#include "paddle/phi/common/data_type.h"

namespace phi {

DataType GetPromoteDtype(const std::string& op_name, DataType, DataType);
bool NeedTypePromotion(DataType, DataType);

}  // namespace phi
