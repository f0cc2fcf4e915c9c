// What one of the framework's own generators makes, so that no source tree has it.
#pragma once

#include <vector>

#include "paddle/phi/api/include/tensor.h"

namespace paddle::primitive::backend {

using Tensor = paddle::Tensor;
using Scalar = phi::Scalar;
using IntArray = paddle::experimental::IntArray;
using DataType = phi::DataType;

template <typename T>
Tensor abs(const Tensor&);
template <typename T>
Tensor assign(const Tensor&);
template <typename T>
Tensor bitwise_not(const Tensor&);
template <typename T>
Tensor exp(const Tensor&);
template <typename T>
Tensor floor(const Tensor&);
template <typename T>
Tensor log(const Tensor&);
template <typename T>
Tensor add(const Tensor&, const Tensor&);
template <typename T>
Tensor bitwise_and(const Tensor&, const Tensor&);
template <typename T>
Tensor bitwise_or(const Tensor&, const Tensor&);
template <typename T>
Tensor bitwise_xor(const Tensor&, const Tensor&);
template <typename T>
Tensor divide(const Tensor&, const Tensor&);
template <typename T>
Tensor elementwise_pow(const Tensor&, const Tensor&);
template <typename T>
Tensor equal(const Tensor&, const Tensor&);
template <typename T>
Tensor gather_nd(const Tensor&, const Tensor&);
template <typename T>
Tensor greater_equal(const Tensor&, const Tensor&);
template <typename T>
Tensor greater_than(const Tensor&, const Tensor&);
template <typename T>
Tensor less_equal(const Tensor&, const Tensor&);
template <typename T>
Tensor less_than(const Tensor&, const Tensor&);
template <typename T>
Tensor maximum(const Tensor&, const Tensor&);
template <typename T>
Tensor minimum(const Tensor&, const Tensor&);
template <typename T>
Tensor multiply(const Tensor&, const Tensor&);
template <typename T>
Tensor not_equal(const Tensor&, const Tensor&);
template <typename T>
Tensor subtract(const Tensor&, const Tensor&);
template <typename T>
Tensor expand(const Tensor&, const IntArray& = {});
template <typename T>
Tensor full(const IntArray&, const Scalar&, DataType = DataType::FLOAT32, const Place& = CPUPlace());
template <typename T>
Tensor matmul(const Tensor&, const Tensor&, bool transpose_x = false, bool transpose_y = false);
template <typename T>
Tensor max(const Tensor&, const IntArray& = {}, bool keepdim = false);
template <typename T>
Tensor roll(const Tensor&, const IntArray& = {}, const std::vector<int64_t>& = {});
template <typename T>
Tensor scatter(const Tensor&, const Tensor&, const Tensor&, bool overwrite = true);
template <typename T>
Tensor scatter_nd_add(const Tensor&, const Tensor&, const Tensor&);
template <typename T>
Tensor sum(const Tensor&, const IntArray& = {}, DataType = DataType::UNDEFINED, bool keepdim = false);
template <typename T>
Tensor tile(const Tensor&, const IntArray& = {});

}  // namespace paddle::primitive::backend
