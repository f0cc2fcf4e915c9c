#pragma once

#include <vector>

#include "paddle/phi/api/include/tensor.h"
#include "paddle/utils/optional.h"

namespace paddle::prim {

using Tensor = paddle::Tensor;
using Scalar = paddle::experimental::Scalar;
using IntArray = paddle::experimental::IntArray;
using DataType = phi::DataType;

template <typename T>
Tensor full(const IntArray&, const Scalar&, DataType = DataType::FLOAT32, const Place& = CPUPlace());
template <typename T>
Tensor cast(const Tensor&, DataType);
template <typename T>
Tensor slice(
    const Tensor&, const std::vector<int64_t>& axes, const IntArray& starts, const IntArray& ends,
    const std::vector<int64_t>& infer_flags, const std::vector<int64_t>& decrease_axis);

}  // namespace paddle::prim
