#include "paddle/extension.h"

#include <stdexcept>

std::vector<paddle::Tensor> Product(const paddle::Tensor& x, const paddle::Tensor& y) {
  if (x.shape().at(0) > 9) throw std::out_of_range("`x` has too many rows");
  if (x.shape().at(0) > 8) throw 8;
  return {paddle::matmul(x, y)};
}
