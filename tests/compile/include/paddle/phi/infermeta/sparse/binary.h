#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/utils/optional.h"

namespace phi::sparse {

void Conv3dInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    int, bool, const std::string&, MetaTensor*, MetaTensor*, MetaTensor*);
void Pool3dInferMeta(
    const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, MetaTensor*, MetaTensor*, MetaTensor*);
void SparseCooTensorInferMeta(const MetaTensor&, const MetaTensor&, const std::vector<int64_t>&, MetaTensor*);

}  // namespace phi::sparse
