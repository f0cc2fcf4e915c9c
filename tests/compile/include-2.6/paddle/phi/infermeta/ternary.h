#pragma once

#include_next <paddle/phi/infermeta/ternary.h>

namespace phi {

void GroupNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, float, int, const std::string&, MetaTensor*, MetaTensor*,
    MetaTensor*);
void SparseMomentumInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);

}  // namespace phi
