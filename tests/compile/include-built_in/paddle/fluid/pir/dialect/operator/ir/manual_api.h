// Functions that generated files call. The built-in YAML does not have their operators.
#pragma once

#include_next <paddle/fluid/pir/dialect/operator/ir/manual_api.h>

namespace paddle::dialect {

pir::OpResult full(
    const std::vector<int64_t>& shape, float value, phi::DataType = phi::DataType::FLOAT32,
    const phi::Place& = phi::CPUPlace());
pir::OpResult full_int_array(
    const std::vector<int64_t>& value, phi::DataType = phi::DataType::FLOAT32, const phi::Place& = phi::CPUPlace());

}  // namespace paddle::dialect
