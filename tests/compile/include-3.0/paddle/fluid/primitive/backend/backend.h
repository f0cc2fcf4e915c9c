#pragma once

#include_next <paddle/fluid/primitive/backend/backend.h>

namespace paddle::primitive::backend {

template <typename T>
Tensor full(const IntArray& shape, const Scalar&, DataType = DataType::FLOAT32, Place = Place());

}  // namespace paddle::primitive::backend
