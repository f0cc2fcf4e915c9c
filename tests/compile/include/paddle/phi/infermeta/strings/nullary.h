#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/utils/optional.h"

namespace phi::strings {

void CreateInferMeta(const std::vector<int64_t>&, MetaTensor*);
void CreateInferMeta(const IntArray&, MetaTensor*);

}  // namespace phi::strings
