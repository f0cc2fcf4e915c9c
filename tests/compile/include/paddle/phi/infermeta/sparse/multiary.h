#pragma once

#include "paddle/phi/common/int_array.h"
#include "paddle/phi/common/scalar.h"
#include "paddle/phi/core/meta_tensor.h"
#include "paddle/utils/optional.h"

namespace phi::sparse {

void FusedAttentionInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    MetaTensor*, MetaTensor*);

}  // namespace phi::sparse
