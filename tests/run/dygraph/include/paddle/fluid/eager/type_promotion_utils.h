#pragma once

#include <string>

#include "paddle/fluid/eager/api/generated/eager_generated/forwards/dygraph_functions.h"
#include "paddle/phi/api/include/api.h"

namespace egr {

inline paddle::Tensor PromoteCast(
    const std::string&, const paddle::Tensor& tensor, const phi::DataType& type, bool trace_backward = true) {
  if (tensor.dtype() == type) return tensor;
  return trace_backward ? cast_ad_func(tensor, type) : paddle::experimental::cast(tensor, type);
}
inline paddle::Tensor PromoteCastInplace(
    const std::string&, paddle::Tensor& tensor, const phi::DataType& type, bool = true) {
  return tensor.dtype() == type ? tensor : paddle::experimental::cast_(tensor, type);
}

}  // namespace egr
