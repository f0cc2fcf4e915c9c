#pragma once

#include_next <paddle/phi/infermeta/backward.h>

namespace phi {

void BatchFCGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);
void CrossEntropyGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, bool, int, MetaTensor*, MetaConfig = MetaConfig());
void CrossEntropyGrad2InferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, MetaTensor*,
    MetaConfig = MetaConfig());
void CudnnLSTMGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const paddle::optional<std::vector<const MetaTensor*>>&,
    MetaTensor*, MetaTensor*, MetaTensor*, std::vector<MetaTensor*>);
void LSTMGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void FlashAttnQKVPackedGradInferMeta(const MetaTensor&, MetaTensor*);
void Flatten2GradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void FusedRopeGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    bool, bool, float, MetaTensor*, MetaTensor*, MetaTensor*);
void GruGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaConfig = MetaConfig());
void GruUnitGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaConfig = MetaConfig());
void GradSameWithXInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void MaxPoolWithIndexGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, bool, bool, bool, MetaTensor*);
void NanmedianGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const IntArray&, bool, const std::string&, MetaTensor*);
void PartialConcatGradInferMeta(const std::vector<const MetaTensor*>&, std::vector<MetaTensor*>);
void PartialSumGradInferMeta(const std::vector<const MetaTensor*>&, std::vector<MetaTensor*>);
void RankAttentionGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&,
    int, int, MetaTensor*);
void RmsNormGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);
void RowConvGradInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void SequenceConvGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, int, bool, int, int, MetaTensor*,
    MetaTensor*, MetaTensor*);
void ShuffleBatchGradInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void SwiGLUGradInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*);
void WeightOnlyLinearGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const MetaTensor&, const std::string&,
    int32_t, int32_t, MetaTensor*);
void CSoftmaxWithCrossEntropyGradInferMeta(
    const MetaTensor&, const MetaTensor&, const MetaTensor&, int64_t, int, int, int, MetaTensor*,
    MetaConfig = MetaConfig());
void LodResetGradInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, bool, MetaTensor*, MetaConfig = MetaConfig());
void NceGradInferMeta(const MetaTensor&, const MetaTensor&, const MetaTensor&, MetaTensor*, MetaTensor*, MetaTensor*);

}  // namespace phi
