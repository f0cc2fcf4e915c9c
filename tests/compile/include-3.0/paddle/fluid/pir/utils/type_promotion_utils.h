#pragma once

#include <string>
#include <vector>

#include "paddle/fluid/pir/dialect/operator/utils/utils.h"
#include "paddle/phi/common/type_promotion.h"

namespace pir {

Value PromoteCast(const std::string& input, const Value&, const phi::DataType&);
void PromoteCastInplace(const std::string& input, const Value&, const phi::DataType&);
std::vector<int64_t> GetValueShape(const Value&);

}  // namespace pir
