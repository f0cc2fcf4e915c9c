#pragma once

#include_next <paddle/phi/infermeta/multiary.h>

namespace phi {

void FusedLayerNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, float, int,
    float, int, float, float, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*);
void RmsNormInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, float, int, float,
    int, float, float, MetaTensor*, MetaTensor*);
void WeightOnlyLinearInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&, const int32_t,
    MetaTensor*);
void FusedRopeInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    bool, MetaTensor*, MetaTensor*, MetaTensor*);
void FullWithTensorInferMeta(const MetaTensor&, DataType, MetaTensor*);

}  // namespace phi
