#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/utils/optional.h"

namespace phi::sparse {

void ValuesInferMeta(const MetaTensor&, MetaTensor*);

}  // namespace phi::sparse
