// Functions that generated files call. The built-in YAML does not have their operators.
#pragma once

#include_next <paddle/fluid/primitive/backend/backend.h>

namespace paddle::primitive::backend {

template <typename T>
Tensor add(const Tensor&, const Tensor&);
template <typename T>
Tensor full(const IntArray&, const Scalar&, DataType = DataType::FLOAT32, const Place& = CPUPlace());
template <typename T>
Tensor matmul(const Tensor&, const Tensor&, bool transpose_x = false, bool transpose_y = false);
template <typename T>
Tensor sum(const Tensor&, const IntArray& = {}, DataType = DataType::UNDEFINED, bool keepdim = false);

}  // namespace paddle::primitive::backend
