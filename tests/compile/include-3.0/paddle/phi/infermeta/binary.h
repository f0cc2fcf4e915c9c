#pragma once

#include_next <paddle/phi/infermeta/binary.h>

namespace phi {

void KLDivInferMeta(
    const MetaTensor&, const MetaTensor&, const std::string&, bool, MetaTensor*, MetaConfig = MetaConfig());
void BeamSearchDecodeInferMeta(
    const MetaTensor&, const MetaTensor&, int, int, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void BinomialInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void BoxClipInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*, MetaConfig = MetaConfig());
void CorrelationInferMeta(const MetaTensor&, const MetaTensor&, int, int, int, int, int, int, MetaTensor*);
void CrossEntropyInferMeta(const MetaTensor&, const MetaTensor&, bool, int, MetaTensor*, MetaConfig = MetaConfig());
void CrossEntropy2InferMeta(
    const MetaTensor&, const MetaTensor&, int, MetaTensor*, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void CtcAlignInferMeta(const MetaTensor&, const MetaTensor&, int, bool, int, MetaTensor*, MetaTensor*);
void CvmInferMeta(const MetaTensor&, const MetaTensor&, bool, MetaTensor*);
void DequantizeAbsMaxInferMeta(const MetaTensor&, const MetaTensor&, float, MetaTensor*);
void DequantizeLogInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void DistributedFusedLambInitInferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, float, float, const std::vector<int>&,
    int, int, int, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*,
    MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, MetaTensor*, std::vector<MetaTensor*>,
    std::vector<MetaTensor*>, std::vector<MetaTensor*>, MetaTensor*, MetaTensor*);
void BitwiseShiftInferMeta(const MetaTensor&, const MetaTensor&, bool, MetaTensor*);
void FakeDequantizeMaxAbsInferMeta(const MetaTensor&, const MetaTensor&, float, MetaTensor*);
void HingeLossInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void HistogramInferMeta(const MetaTensor&, const MetaTensor&, int64_t, int, int, bool, MetaTensor*);
void IdentityLossGradInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void Im2sequenceInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, const std::vector<int>&, const std::vector<int>&,
    const std::vector<int>&, MetaTensor*, MetaConfig = MetaConfig());
void LegacyCropInferMeta(const MetaTensor&, const MetaTensor&, const IntArray&, const std::vector<int>&, MetaTensor*);
void LimitByCapacityInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*);
void LookupTableDequantInferMeta(const MetaTensor&, const MetaTensor&, int64_t, MetaTensor*);
void MatmulWithFlattenInferMeta(const MetaTensor&, const MetaTensor&, int, int, MetaTensor*);
void MulticlassNmsv1InferMeta(
    const MetaTensor&, const MetaTensor&, float, int, int, float, float, bool, int, MetaTensor*,
    MetaConfig = MetaConfig());
void RowConvInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void ApplyPerChannelScaleInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void PruneGateByCapacityInferMeta(const MetaTensor&, const MetaTensor&, int64_t, int64_t, MetaTensor*);
void SequenceExpandInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*, MetaConfig = MetaConfig());
void ShuffleBatchInferMeta(const MetaTensor&, const MetaTensor&, int, MetaTensor*, MetaTensor*, MetaTensor*);
void ReduceAsInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void SoftmaxMaskFuseInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void StftInferMeta(const MetaTensor&, const MetaTensor&, int, int, bool, bool, MetaTensor*);
void TdmChildInferMeta(const MetaTensor&, const MetaTensor&, int, DataType, MetaTensor*, MetaTensor*);
void YoloBoxHeadInferMeta(const MetaTensor&, const std::vector<int>&, int, MetaTensor*, MetaConfig = MetaConfig());
void SwiGLUInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void WeightDequantizeInferMeta(
    const MetaTensor&, const MetaTensor&, const std::string&, DataType, int32_t, MetaTensor*);
void CSoftmaxWithCrossEntropyInferMeta(
    const MetaTensor&, const MetaTensor&, int64_t, int, int, int, MetaTensor*, MetaTensor*, MetaConfig = MetaConfig());
void DistributeLookupTableInferMeta(
    const std::vector<const MetaTensor*>&, const MetaTensor&, int, bool, const std::string&, int64_t, DataType, bool,
    std::vector<MetaTensor*>);
void LodResetInferMeta(
    const MetaTensor&, const MetaTensor&, const std::vector<int>&, bool, MetaTensor*, MetaConfig = MetaConfig());
void LookupTableInferMeta(const MetaTensor&, const MetaTensor&, MetaTensor*);
void PullBoxSparseInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, bool, bool, int, std::vector<MetaTensor*>);
void PullGpupsSparseInferMeta(
    const MetaTensor&, const std::vector<const MetaTensor*>&, const std::vector<int>&, bool, bool,
    std::vector<MetaTensor*>);
void PullSparseV2InferMeta(
    const std::vector<const MetaTensor*>&, const std::vector<const MetaTensor*>&, int, int, const std::string&,
    const std::string&, int, bool, const std::vector<std::string>&, bool, std::vector<MetaTensor*>);

}  // namespace phi
