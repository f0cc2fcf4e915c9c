// Functions that add operations which are not generated: what generated code calls.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "differences.h"
#include "paddle/phi/common/data_type.h"
#include "paddle/phi/common/place.h"
#include "pir/op_result.h"

namespace paddle::dialect {

pir::ResultValue builtin_combine(const std::vector<pir::Value>& x);
std::vector<pir::ResultValue> add_n_grad(const std::vector<pir::Value>& inputs, const pir::Value& out_grad);
pir::ResultValue zeros_like(
    const pir::Value& x, phi::DataType = phi::DataType::UNDEFINED, const Place& = {});
pir::ResultValue embedding_grad(
    const pir::Value& x, const pir::Value& weight, const pir::Value& out_grad, int64_t padding_idx = -1,
    bool sparse = false);
pir::ResultValue split_with_num_grad(const std::vector<pir::Value>& out_grad, int axis);
pir::ResultValue split_with_num_grad(const std::vector<pir::Value>& out_grad, const pir::Value& axis);
pir::ResultValue ones(
    const std::vector<int64_t>& shape, phi::DataType = phi::DataType::FLOAT32, const Place& = phi::CPUPlace());
pir::ResultValue ones_like(pir::Value x, phi::DataType = phi::DataType::UNDEFINED, const Place& = {});
pir::ResultValue zeros(
    const std::vector<int64_t>& shape, phi::DataType = phi::DataType::FLOAT32, const Place& = phi::CPUPlace());

}  // namespace paddle::dialect
