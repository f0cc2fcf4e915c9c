#pragma once

#include_next <paddle/fluid/pir/dialect/operator/utils/utils.h>

#include "paddle/utils/optional.h"
#include "pir/operation.h"

namespace paddle::dialect {

phi::DataType GetValueDataType(const pir::Value&);
std::vector<int64_t> ParseValueShape(const pir::Value&, bool* is_from_tensor);
void SetStopGradient();
void SetStopGradient(pir::Value*);
void SetStopGradient(std::vector<pir::Value>*);
void SetStopGradient(optional<pir::Value>*);
void SetStopGradient(optional<std::vector<pir::Value>>*);
// Each is of a type above.
template <typename... T>
auto SetStopGradient(T... values) -> decltype((SetStopGradient(&values), ...));
std::vector<std::vector<bool>> ConstructStopGradient(pir::Operation*);

}  // namespace paddle::dialect
