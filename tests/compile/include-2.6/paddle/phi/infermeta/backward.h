#pragma once

#include_next <paddle/phi/infermeta/backward.h>

namespace phi {

void FusedRopeGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    bool, MetaTensor*, MetaTensor*, MetaTensor*);
void MaxPoolWithIndexGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, bool, bool, MetaTensor*);
void NanmedianGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const IntArray&, bool, MetaTensor*);
void WeightOnlyLinearGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&,
    const int32_t, MetaTensor*);

}  // namespace phi
