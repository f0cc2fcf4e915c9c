#pragma once

#include "paddle/fluid/prim/api/generated_prim/prim_generated_api.h"
#include "paddle/phi/api/include/tensor.h"

namespace paddle::prim {

template <typename T>
Tensor empty(const paddle::experimental::IntArray&, phi::DataType, const paddle::Place&);
template <typename T>
Tensor empty_like(const Tensor&, phi::DataType, const paddle::Place&);

}  // namespace paddle::prim
