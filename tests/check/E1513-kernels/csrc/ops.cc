#include "paddle/extension.h"

using paddle::Tensor;

std::vector<Tensor> ForPaddle(const Tensor& x, const Tensor& y, const std::vector<Tensor>& rest,
                              const paddle::optional<Tensor>& maybe, std::vector<int> sizes, const int64_t& count) {
  return {x + y * count * sizes[0]};
}

std::vector<std::vector<int64_t>> ForPaddleShape(const std::vector<int64_t>& x, const std::vector<int64_t>& y,
                                                 const std::vector<std::vector<int64_t>>& rest,
                                                 const paddle::optional<std::vector<int64_t>>& maybe) {
  return {x};
}

std::vector<paddle::DataType> ForPaddleType(paddle::DataType x) { return {x}; }

void Between(const Tensor& x, int size, const Tensor& y, Tensor* out) { *out = x + y * size; }

std::vector<Tensor> WrongForPaddle(const Tensor& x, const std::vector<Tensor>& y, int size) { return {x * size}; }
